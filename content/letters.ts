import type { Words } from './pages/page.ts'

/** The words of a letter; what is filled in for each recipient comes from app/mail. */
export type LetterWords = {
  subject: Words
  /** What a list of mails shows beside the subject. */
  preview: Words
  paragraphs: Words[]
}

/** Sent to whoever subscribes to the newsletter. */
export const newsletterWelcome = {
  subject: (clinic) => `You are subscribed to the newsletter of ${clinic.name}`,
  preview: 'Thank you for subscribing. One click ends it at any time.',
  paragraphs: [
    'Thank you for subscribing to our newsletter.',
    'It is a short letter from the clinic, with recipes, routines and news.',
    'If somebody else entered this address, or you change your mind, one click ends it.',
  ],
  unsubscribe: 'Unsubscribe',
} satisfies LetterWords & { unsubscribe: string }

/** Sent to whoever unsubscribed once and now asks for the newsletter again. */
export const newsletterConfirm = {
  subject: (clinic) => `Would you like the newsletter of ${clinic.name} again?`,
  preview: 'If it was you, one click is enough. If not, do nothing.',
  paragraphs: [
    'Somebody entered this address in our newsletter form. It had been unsubscribed before.',
    'If it was you, one click on the link below is enough. If not, do nothing: we send you no newsletter.',
  ],
  confirm: 'Subscribe again',
} satisfies LetterWords & { confirm: string }
