import type { Facts } from './page.ts'

/** The page behind the link to an appointment that asks for a code. */
export const dataCodePage = {
  title: 'Your data',
  lead: 'The link to your appointment doesn’t show what you told us about your health. For that we email you a code.',
  seo: {
    title: 'A code for your data',
    description: 'A code by email opens what the clinic holds about you, besides the link to your appointment.',
  },
  to: (masked: string) => `We’ll send six digits to ${masked}, the address of this appointment.`,
  send: 'Send a code',
  sendAgain: 'Send a new code',
  sent: (masked: string) => `We’ve sent a code to ${masked}. It works for 15 minutes, in this browser.`,
  code: 'Code',
  codeHint: 'Six digits',
  check: 'Open your data',
  blank: 'Enter the six digits from the email.',
  wrong: 'That isn’t the code. Please check the email.',
  gone: 'This code no longer works: it was used, is older than 15 minutes, or was entered wrong too often. Please have a new one sent.',
  /** Emails stay in the outbox, or the appointment has no address. */
  call: (clinic: Facts) =>
    `We can’t email you a code. Please call ${clinic.phone.display}: we’ll give you a copy of your data, correct it or erase it.`,
  back: 'Back to your appointment',
}
