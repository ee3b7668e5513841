import { z } from 'zod'
import { someLines } from '#app/domain/shared/plain-text.ts'
import { comingDay } from './day-field.ts'

/** As long as it still leaves room for the page below it on a phone. */
const mostCharacters = 280

/** A sentence or two; line breaks become spaces. */
export const noticeText = someLines({
  blank: 'Enter the notice.',
  most: mostCharacters,
  tooLong: `Enter at most ${mostCharacters} characters.`,
}).transform((text) => text.replace(/\s+/g, ' '))

export const noticeForm = (today: Temporal.PlainDate) =>
  z.object({ text: noticeText, until: comingDay(today, 'Enter the last day to show it.') })
