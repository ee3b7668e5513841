import type { Page, Parts } from './page.ts'

/** After the password, where two-factor authentication is on. */
export const codePage = {
  title: 'Enter your code',
  seo: { title: 'Enter your code', description: 'The second step of signing in.' },
  text: 'Open the app on your phone and enter the code it shows for this website.',
  button: 'Login',
  again: 'Start over',
  failure: 'We couldn’t log you in. Please try again later.',
  lost: 'Lost your phone and don’t have a backup code? Your website administrator can let you in with the command npm run admin:link.',
} satisfies Page & Parts

export const securityPage = {
  title: 'Security',
  devices: 'Where you are signed in',
  heading: 'Two-factor authentication',
  off: 'With two-factor authentication, your password alone isn’t enough: you also enter a code from an app on your phone.',
  required:
    'Your website administrator requires two-factor authentication. Set it up, or add a passkey below, to open the dashboard.',
  shortPassword:
    'Your password is shorter than 15 characters, which is too short for the dashboard. Choose a longer one in your profile, or set up two-factor authentication here.',
  longerFirst:
    'Without two-factor authentication, your password needs at least 15 characters. Choose a longer one in your profile, then turn this off.',
  profile: 'Go to your profile',
  start: 'Set up two-factor authentication',
  scan: 'Scan this with your authenticator app, or type in the key. Then enter the code the app shows.',
  picture: 'Key as a QR code',
  key: 'Key',
  confirm: 'Turn on',
  on: 'Two-factor authentication is on.',
  left: (codes: number) => `${codes} of 10 backup codes left.`,
  renew: 'Create new backup codes',
  turnOff: 'Turn off two-factor authentication',
  mustStay: 'It can’t be turned off because ADMIN_SECOND_FACTOR is set to required.',
  codes: {
    heading: 'Your backup codes',
    text: 'Print or copy these now. They won’t be shown again. Use one when you don’t have your phone. Each code works once. Old codes no longer work.',
    done: 'Done',
  },
  wrong: 'That code isn’t right. Wait for the next one and enter it.',
}

/** The page of the link from `npm run admin:link`. */
export const adminLinkPage = {
  title: 'Choose the admin password',
  seo: { title: 'Admin', description: 'Choose the admin password.' },
  text: (email: string) =>
    `This opens the dashboard for ${email}. Saving signs you out on every device, turns off two-factor authentication, removes passkeys, and cancels earlier links and codes for this account.`,
  field: 'New password',
  hint: 'At least 15 characters. Three or four words you choose yourself work best.',
  button: 'Save and log in',
  failure: 'We couldn’t save the password. Please try again later.',
  gone: {
    title: 'This link no longer works',
    text: 'Each link works once, for 30 minutes, and only the latest one is valid. Run npm run admin:link to get a new one.',
  },
} satisfies Page & Parts
