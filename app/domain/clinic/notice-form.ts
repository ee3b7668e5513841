import { z } from 'zod'
import { multiLine } from '#app/domain/shared/plain-text.ts'
import { upcomingDay } from './day-field.ts'

/** Leaves room for the page on a phone. */
const mostCharacters = 280

/** Line breaks become spaces. */
export const noticeText = multiLine({
  blank: 'Enter the notice.',
  most: mostCharacters,
  tooLong: `Enter at most ${mostCharacters} characters.`,
}).transform((text) => text.replace(/\s+/g, ' '))

export const noticeForm = (today: Temporal.PlainDate) =>
  z.object({ text: noticeText, until: upcomingDay(today, 'Enter the last day to show it.') })
