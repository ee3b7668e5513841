const later = 'Please try again later.'

/** Passkeys, on the login page, in the profile and on the Security page. */
export const passkeys = {
  heading: 'Passkeys',
  about:
    'With a passkey you log in with your phone, computer or security key: a fingerprint, your face or the device’s PIN instead of your password.',
  none: 'You don’t have a passkey yet.',
  unsupported: 'This browser can’t add passkeys here. Use a current browser with scripts turned on.',
  start: 'Add a passkey',
  unnamed: 'Passkey',
  create: {
    text: 'Give your passkey a name, so you’ll recognize it later. Then your device asks you to create it.',
    name: 'Name of the passkey',
    button: 'Create passkey',
    failed: 'No passkey was created. Your device may already have one for this account. You can try again.',
    wrong: 'That passkey couldn’t be added. Please start again.',
  },
  added: (day: string) => `Added ${day}`,
  rename: { summary: 'Rename', of: (name: string) => `Rename ${name}`, name: 'New name', button: 'Save name' },
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  gone: 'That passkey isn’t there anymore.',
  nameMissing: 'Enter a name.',
  nameTooLong: 'Enter a name of at most 60 characters.',
  last: {
    text: 'Two-factor authentication is required here, and this passkey is the only one you have. Without it, you’ll have to set up two-factor authentication or another passkey before the dashboard opens again.',
    button: 'Remove it anyway',
  },
  done: {
    added: 'Your passkey has been added.',
    renamed: 'The passkey has been renamed.',
    removed: 'The passkey has been removed. Your device may still show it; delete it there, too.',
  },
  login: {
    button: 'Log in with a passkey',
    failed: 'No passkey was used. Try again, or log in with your email and password.',
    wrong: 'That passkey doesn’t open an account here. Log in with your email and password.',
  },
  /** Where the dashboard asks who is there. */
  unlock: {
    button: 'Use your passkey',
    failed: 'No passkey was used. You can try again.',
    wrong: 'That passkey isn’t right. Use one of this account.',
    only: 'Your passkey needs a current browser with scripts turned on.',
  },
  failure: `We couldn’t do that. ${later}`,
  tooMany: (time: string) => `There were too many attempts from your network. Please try again after ${time}.`,
  /** In the profile of somebody who works here. */
  staff: 'You work here, so your passkeys are on the dashboard’s Security page.',
  toSecurity: 'Open Security',
  password: 'Current password',
}
