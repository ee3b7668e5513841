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
  /** The clinic entered the address, and has to confirm it once it is proved. */
  prove:
    'The clinic entered this address. With the code you show that it’s yours; then somebody at the clinic confirms it, and your data opens.',
  checkOnly: 'Confirm the address',
  waiting: (clinic: Facts) =>
    `This address was entered after you booked, or by the clinic, so somebody at the clinic has to confirm that it’s yours before it opens what you told us. Please call ${clinic.phone.display}. Until then, the link to your appointment lets you see, move and cancel it.`,
  blank: 'Enter the six digits from the email.',
  wrong: 'That isn’t the code. Please check the email.',
  gone: 'This code no longer works: it was used, is older than 15 minutes, or was entered wrong too often. Please have a new one sent.',
  /** Emails stay in the outbox, or the appointment has no address. */
  call: (clinic: Facts) =>
    `We can’t email you a code. Please call ${clinic.phone.display}: we’ll give you a copy of your data, correct it or erase it.`,
  back: 'Back to your appointment',
}
