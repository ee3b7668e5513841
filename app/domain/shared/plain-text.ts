import { z } from 'zod'

const unprintable = 'Remove the characters that can’t be shown.'

/** NUL, other control characters, line breaks, and the marks that turn the reading direction of what follows them. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const hiddenInText = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
/** Spaces of no width are not trimmed, and a name of nothing else is blank all the same. */
const visible = /[^\p{Z}\p{C}]/u

type TextRule = { blank: string; most: number; tooLong: string }

/** One line that someone typed, trimmed. */
export const singleLine = ({ blank, most, tooLong }: TextRule) =>
  z
    .string({ error: blank })
    .trim()
    .min(1, blank)
    .max(most, tooLong)
    .refine((text) => !hidden.test(text), unprintable)
    .refine((text) => visible.test(text), blank)

/** Some lines that someone typed, trimmed; browsers send CRLF between them, we keep LF. */
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

/** A field that may stay empty: blank counts as not there. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())

export const personName = singleLine({
  blank: 'Enter your name.',
  most: 200,
  tooLong: 'Enter a name of at most 200 characters.',
})
