import { z } from 'zod'

const unprintable = 'Remove the characters that can’t be shown.'

/** Control characters, line breaks and marks that change the reading direction. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const hiddenInText = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
/** `trim` leaves zero-width spaces, but a name of nothing else is blank. */
const visible = /[^\p{Z}\p{C}]/u

type TextRule = { blank: string; most: number; tooLong: string }

export const singleLine = ({ blank, most, tooLong }: TextRule) =>
  z
    .string({ error: blank })
    .trim()
    .min(1, blank)
    .max(most, tooLong)
    .refine((text) => !hidden.test(text), unprintable)
    .refine((text) => visible.test(text), blank)

/** Browsers send CRLF; we store LF. */
export const multiLine = ({ blank, most, tooLong }: TextRule) =>
  z
    .string({ error: blank })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, blank)
        .max(most, tooLong)
        .refine((text) => !hiddenInText.test(text), unprintable)
        .refine((text) => visible.test(text), blank),
    )

/** A blank value counts as missing. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())

export const personName = singleLine({
  blank: 'Enter your name.',
  most: 200,
  tooLong: 'Enter a name of at most 200 characters.',
})
