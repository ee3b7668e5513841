import { z } from 'zod'
import { withoutInvisible } from './visible-text.ts'

const unprintable = 'Remove the characters that can’t be shown.'

/** Control characters and line breaks. */
const hidden = /\p{Cc}/u
const hiddenInText = /(?![\n\t])\p{Cc}/u
/** Marks that may change the order of what is around; chat programs put them around names. */
const direction = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
/** `trim` leaves zero-width spaces, but a text of nothing else is blank. */
const visible = /[^\p{Z}\p{C}]/u

type TextRule = { blank: string; most: number; tooLong: string }

const printable = ({ blank, most, tooLong }: TextRule, unwanted: RegExp) =>
  z
    .string()
    .min(1, blank)
    .max(most, tooLong)
    .refine((text) => !unwanted.test(text), unprintable)
    .refine((text) => visible.test(text), blank)

/** Copied text often brings marks that nobody sees and nobody could remove. */
export const singleLine = (rule: TextRule) =>
  z
    .string({ error: rule.blank })
    .transform((text) => withoutInvisible(text).trim())
    .pipe(printable(rule, hidden))

/** Browsers send CRLF; we store LF. */
export const multiLine = (rule: TextRule) =>
  z
    .string({ error: rule.blank })
    .transform((text) => text.replace(/\r\n?/g, '\n').replace(direction, '').trim())
    .pipe(printable(rule, hiddenInText))

/** A blank value counts as missing. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())

export const personName = singleLine({
  blank: 'Enter your name.',
  most: 200,
  tooLong: 'Enter a name of at most 200 characters.',
})
