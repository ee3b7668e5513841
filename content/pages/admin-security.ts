import type { Page, Parts } from './page.ts'

/** Instead of a page of the dashboard that wants to know again who is there. */
export const unlockPage = {
  title: 'Is it you?',
  /** Why it is asked. */
  why: {
    idle: 'The dashboard was locked because nobody used it for 30 minutes.',
    over: 'Twelve hours have passed since you last showed that it is you.',
    fresh: 'For your security, please confirm before continuing.',
  },
  kept: 'What you typed is kept and is sent once you continue.',
  fileAgain: 'A file cannot be kept: continue, then choose it again.',
  password: 'Password',
  code: 'Code from your app',
  codeHint: 'Six digits. Each code works once.',
  backup: { summary: 'Use a backup code instead', label: 'Backup code', hint: 'Ten signs, such as abcde-fgh23.' },
  button: 'Continue',
  back: 'Back to Today',
  wrongPassword: 'This is not your password.',
  wrongCode: 'This code is not right, or was used before. Wait for the next one and enter it.',
  busy: 'A lot of people are logging in right now. Please try again in a moment.',
  tooMany: (time: string) => `There were too many wrong tries. Please try again after ${time}.`,
} satisfies Parts

export type UnlockReason = keyof typeof unlockPage.why

/** After the password, for who has a second factor. */
export const codePage = {
  title: 'Enter your code',
  seo: { title: 'Enter your code', description: 'The second step of logging in.' },
  text: 'Open the app on your phone and enter the code it shows for this website.',
  button: 'Login',
  again: 'Start again',
  failure: 'You could not be logged in. Please try again later.',
  lost: 'Phone lost and no backup code at hand? Whoever runs the website gets you in with the command npm run admin:link.',
} satisfies Page & Parts

export const securityPage = {
  title: 'Security',
  seo: { title: 'Security', description: 'The second factor of your sign-in.' },
  heading: 'Second factor',
  off: 'With a second factor your password alone opens nothing: logging in also takes a code from an app on your phone.',
  required: 'Whoever runs the website asks for a second factor. Set it up to open the dashboard.',
  shortPassword:
    'Your password has fewer than 15 characters, which is too short for the dashboard. Choose a longer one on your profile, or set up two-factor authentication here.',
  longerFirst:
    'Without two-factor authentication your password needs at least 15 characters. Choose a longer one on your profile, then turn this off.',
  profile: 'Go to your profile',
  start: 'Set up a second factor',
  scan: 'Scan this with your authenticator app, or type the key into it. Then enter the code that the app shows.',
  picture: 'The key as a QR code',
  key: 'Key',
  confirm: 'Turn it on',
  on: 'A second factor is set up.',
  left: (codes: number) => `${codes} of 10 backup codes are left.`,
  renew: 'Make new backup codes',
  turnOff: 'Turn the second factor off',
  isOff: 'The second factor is off.',
  mustStay: 'It cannot be turned off: ADMIN_SECOND_FACTOR is set to required.',
  codes: {
    heading: 'Your backup codes',
    text: 'Print or copy them now: they are shown only this once. Each gets you in one time when your phone is not at hand. Codes of before work no longer.',
    done: 'I have them',
  },
  wrong: 'This code is not right. Wait for the next one and enter it.',
} satisfies Page & Parts

/** On Today, until it is done or put off. */
export const secondFactorCard = {
  heading: 'Set up a second factor',
  text: 'Your password alone opens everything here. A code from your phone beside it takes two minutes.',
  start: 'Set it up',
  later: 'Not now, ask me in a week',
}

/** Where the operator's link leads. */
export const adminLinkPage = {
  title: 'Choose the password of the admin',
  seo: { title: 'Admin', description: 'Choose the password of the admin.' },
  text: (email: string) =>
    `This opens the dashboard for ${email}. Saving signs you out on every device, turns two-factor authentication off, and ends earlier links and codes for this account.`,
  field: 'New password',
  hint: 'At least 15 characters. Three or four words of your own are best.',
  button: 'Save and log in',
  failure: 'The password could not be saved. Please try again later.',
  gone: {
    title: 'This link no longer works',
    text: 'It works once, for 30 minutes, and only the newest one does. The command npm run admin:link makes another.',
  },
} satisfies Page & Parts
