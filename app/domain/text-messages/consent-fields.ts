import type { TextPurpose } from '#content/text-messages.ts'

/** The names of the boxes in forms. */
export const consentFields = {
  reminders: 'textReminders',
  offers: 'textOffers',
} as const satisfies Record<TextPurpose, string>
