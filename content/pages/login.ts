import type { Facts, Link, Page, Parts } from './page.ts'

const seo = {
  title: 'Login',
  description: 'Log in to see your appointments and orders at the clinic, or make an account.',
}

const later = 'Please try again later.'

/** What the pages about signing in say. No text tells whether an address has an account, except where it must. */
export const loginPage = {
  login: {
    title: 'Welcome back',
    seo,
    button: 'Login',
    failure: `You could not be logged in. ${later}`,
    wrong: 'This email and password do not match.',
    tooMany: (time: string, clinic: Facts) =>
      `There were too many tries from your network or with this address. Please try again after ${time}, or call ${clinic.phone.display}.`,
  },
  signUp: {
    title: 'Make an account',
    seo: { ...seo, title: 'Sign Up' },
    button: 'Sign Up',
    hint: 'At least 8 characters. Three or four words of your own are best.',
    failure: `Your account could not be made. ${later}`,
    known: 'This email has an account already. Log in instead, or press Forgot Password there.',
    sent: 'We sent you a letter to confirm your email. Please follow its link within a day.',
  },
  unproved: {
    text: 'Please confirm your email first: follow the link in the letter that we sent you.',
    button: 'Send it again',
    sent: 'If this email still waits to be confirmed, the letter is on its way. Check your inbox.',
    failure: `The letter could not be sent. ${later}`,
  },
  toggle: 'Login or Sign Up',
  fields: { name: 'Name', email: 'Email', password: 'Password' },
  forgot: 'Forgot Password',
  /** Booking needs no account. */
  booked: {
    question: 'Booked without an account?',
    link: { text: 'Find your appointment', href: '/appointments' } satisfies Link,
  },
  changed:
    'Your password is changed. You are signed out on every device, and earlier links and codes no longer work. Please log in with your new password.',
  busy: 'Many people are logging in right now. Please try again in a moment.',
  offline: (clinic: Facts) =>
    `There is no connection, so nothing was sent. What you typed stays here. You can also call ${clinic.phone.display}.`,
} satisfies Record<string, unknown> & { login: Page & Parts; signUp: Page & Parts }

/** Forgot Password; the texts of success and failure are the specification's. */
export const forgotPage = {
  title: 'Reset your password',
  lead: 'We send you a link with which you choose a new one. It works once, for 30 minutes.',
  seo: {
    title: 'Forgot Password',
    description: 'Choose a new password for your account at the clinic when you do not know the old one any more.',
  },
  button: 'Send reset email',
  back: 'Back to Login',
  success: 'Password reset email sent. Check your inbox.',
  /** While letters are only kept in the house, somebody there must pass it on. */
  kept: (clinic: Facts) =>
    `This website does not send e-mail at present. Call ${clinic.phone.display} and we help you.`,
  failure: (message: string) => `Failed to send password reset email. ${message}`,
  tryLater: later,
} satisfies Page & Parts

/** Where the link of that letter leads. */
export const resetPage = {
  title: 'Choose a new password',
  seo: {
    title: 'New password',
    description: 'Choose a new password for your account at the clinic. You will be signed out on every device.',
  },
  text: 'Saving signs you out on every device and ends earlier links and codes for this account.',
  field: 'New password',
  hint: 'At least 8 characters. Three or four words of your own are best.',
  button: 'Save the password',
  failure: `Your password could not be changed. ${later}`,
  gone: {
    title: 'This link does not work any more',
    text: 'It works once, for 30 minutes. Ask for a new one, and use the newest letter.',
    again: 'Send me a new link',
  },
} satisfies Page & Parts

/** Where the link of the letter after a sign-up leads. */
export const confirmAccountPage = {
  title: 'Confirm your email',
  seo: {
    title: 'Confirm your email',
    description: 'Confirm the email of your account at the clinic with the password that you chose when you made it.',
  },
  text: 'Enter the password that you chose when you made the account. So nobody can use your email for an account of theirs.',
  button: 'Confirm',
  failure: `Your email could not be confirmed. ${later}`,
  wrong:
    'This is not the password of the account. If you do not know it, choose a new one: that confirms your email too.',
  weak: 'This email needs a longer password of its own. Choose a new one: that confirms your email too.',
  choose: 'Choose a new password',
  gone: {
    title: 'This link does not work any more',
    text: 'It works for a day. Log in with your email and password, and we offer to send a new one.',
    login: 'Login',
  },
} satisfies Page & Parts
