import type { Facts, Link, Page, Parts } from './page.ts'

const seo = {
  title: 'Login',
  description: 'Log in to see your appointments and orders at the clinic, or create an account.',
}

const later = 'Please try again later.'

/** These texts must not tell whether an address has an account; `known` appears only where email cannot. */
export const loginPage = {
  login: {
    title: 'Welcome back',
    seo,
    button: 'Login',
    pending: 'Logging in…',
    failure: `We couldn’t log you in. ${later}`,
    wrong: 'That email and password don’t match.',
    tooMany: (time: string, clinic: Facts) =>
      `There were too many attempts from your network or with this email address. Please try again after ${time}, or call ${clinic.phone.display}.`,
  },
  signUp: {
    title: 'Create an account',
    seo: { ...seo, title: 'Sign Up' },
    button: 'Sign Up',
    pending: 'Creating your account…',
    hint: 'At least 8 characters. Three or four words you choose yourself work best.',
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
  booked: {
    question: 'Booked without an account?',
    link: { text: 'Find your appointment', href: '/appointments' } satisfies Link,
  },
  changed:
    'Your password has been changed. You’re signed out on every device, and earlier links and codes no longer work. Please log in with your new password.',
  busy: 'A lot of people are logging in right now. Please try again in a moment.',
  offline: (clinic: Facts) =>
    `You seem to be offline, so nothing was sent. What you typed is still here. You can also call ${clinic.phone.display}.`,
} satisfies Record<string, unknown> & { login: Page & Parts; signUp: Page & Parts }

/** Forgot Password; the texts of success and failure are the specification's. */
export const forgotPage = {
  title: 'Reset your password',
  lead: 'We’ll email you a link to choose a new one. It works once, for 30 minutes.',
  seo: {
    title: 'Forgot Password',
    description: 'Choose a new password for your account at the clinic if you’ve forgotten the old one.',
  },
  button: 'Send reset email',
  back: 'Back to Login',
  success: 'Password reset email sent. Check your inbox.',
  noEmail: (clinic: Facts) =>
    `This website can’t send email right now. Call ${clinic.phone.display} and we’ll help you.`,
  failure: (message: string) => `Failed to send password reset email. ${message}`,
  tryLater: later,
} satisfies Page & Parts

export const resetPage = {
  title: 'Choose a new password',
  seo: {
    title: 'New password',
    description: 'Choose a new password for your account at the clinic. You’ll be signed out on every device.',
  },
  text: 'Saving signs you out on every device and cancels earlier links and codes for this account.',
  field: 'New password',
  hint: 'At least 8 characters. Three or four words you choose yourself work best.',
  button: 'Save password',
  failure: `We couldn’t change your password. ${later}`,
  gone: {
    title: 'This link no longer works',
    text: 'It works once, for 30 minutes. Ask for a new one, and use the link in the latest email.',
    again: 'Send me a new link',
  },
} satisfies Page & Parts

export const confirmAccountPage = {
  title: 'Confirm your email',
  seo: {
    title: 'Confirm your email',
    description:
      'Confirm the email of your account at the clinic with the password that you chose when you created it.',
  },
  text: 'Enter the password that you chose when you created the account. This confirms the address is yours.',
  button: 'Confirm',
  failure: `We couldn’t confirm your email. ${later}`,
  wrong:
    'That isn’t the password for this account. If you don’t know it, choose a new one; that confirms your email too.',
  weak: 'This account needs a longer password. Choose a new one; that confirms your email too.',
  choose: 'Choose a new password',
  gone: {
    title: 'This link no longer works',
    text: 'It works for a day. Log in with your email and password, and we’ll offer to send a new one.',
    login: 'Login',
  },
} satisfies Page & Parts
