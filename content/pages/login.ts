import type { Facts } from './page.ts'

const later = 'Please try again later.'
const passphrase = 'Three or four words you choose yourself work best.'

/**
 * Controls and answers; the other texts are in login.json and password.json. They must not tell whether an address has an account;
 * `known` appears only where email cannot.
 */
export const loginPage = {
  login: {
    button: 'Login',
    pending: 'Logging in…',
    failure: `We couldn’t log you in. ${later}`,
    wrong: 'That email and password don’t match.',
    tooMany: (time: string, clinic: Facts) =>
      `There were too many attempts from your network or with this email address. Please try again after ${time}, or call ${clinic.phone.display}.`,
  },
  signUp: {
    button: 'Sign Up',
    pending: 'Creating your account…',
    /** No length (specification, section 5); one that is too short is told it. */
    hint: passphrase,
    failure: `We couldn’t create your account. ${later}`,
    known: 'There’s already an account with this email. Log in instead, or press Forgot Password there.',
    sent: 'We’ve sent you an email to confirm your address. Please open its link within a day.',
  },
  unverified: {
    text: 'Please confirm your email first: open the link in the email we sent you.',
    button: 'Send it again',
    sent: 'If this address still needs to be confirmed, a new link is on its way. Check your inbox.',
    failure: `We couldn’t send the email. ${later}`,
  },
  toggle: 'Login or Sign Up',
  fields: { name: 'Name', email: 'Email', password: 'Password' },
  forgot: 'Forgot Password',
  changed:
    'Your password has been changed. You’re signed out on every device, and earlier links and codes no longer work. Please log in with your new password.',
  noCookies:
    'Your browser doesn’t keep this website’s cookies, and logging in isn’t possible without one. Please allow cookies for this website, reload this page and try again.',
  busy: 'A lot of people are logging in right now. Please try again in a moment.',
  offline: (clinic: Facts) =>
    `You seem to be offline, so nothing was sent. What you typed is still here. You can also call ${clinic.phone.display}.`,
}

/** Forgot Password; the texts of success and failure are the specification's. */
export const forgotPage = {
  button: 'Send reset email',
  back: 'Back to Login',
  success: 'Password reset email sent. Check your inbox.',
  failure: (message: string) => `Failed to send password reset email. ${message}`,
  tryLater: later,
}

export const resetPage = {
  field: 'New password',
  hint: passphrase,
  longEnough: (least: number) => `At least ${least} characters. ${passphrase}`,
  button: 'Save password',
  failure: `We couldn’t change your password. ${later}`,
}

export const confirmAccountPage = {
  button: 'Confirm',
  failure: `We couldn’t confirm your email. ${later}`,
  wrong:
    'That isn’t the password for this account. If you don’t know it, choose a new one; that confirms your email too.',
  weak: 'This account needs a longer password. Choose a new one; that confirms your email too.',
  choose: 'Choose a new password',
}
