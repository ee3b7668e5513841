import { z } from 'zod'
import { multiLine, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { type Field, type Fields, type Leaf, toText } from './content-schema.ts'
import { findUnknownPlaceholder } from './placeholders.ts'

/** What a field may hold; the messages are for the editor. */
export function toRule(field: Field): z.ZodType {
  if (field.kind === 'group') return toObject(field.fields)
  if (field.kind === 'list') return z.array(toObject(field.fields))
  if (field.kind === 'anchor') return z.string()
  if (field.kind === 'paragraphs') return z.array(z.string()).transform(toText).pipe(toLeafRule(field))
  return toLeafRule(field)
}

const toObject = (fields: Fields) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toRule(field)])))

/** Of the text that is typed into the field; paragraphs become a list. */
export function toLeafRule(field: Leaf): z.ZodType<string | string[], string> {
  const { label } = field
  const name = label.toLowerCase()
  if (field.kind === 'choice') return z.enum(Object.keys(field.options), `Choose one for ‘${label}’.`)
  const { min = 1, max } = field
  const rule = {
    blank: `Enter the ${name}.`,
    most: max,
    tooLong: `Use at most ${max} characters, so that it fits its place.`,
  }
  const text = (field.kind === 'text' || field.kind === 'paragraphs' ? multiLine(rule) : singleLine(rule))
    .refine((typed) => typed.length >= min, `Use at least ${min} characters.`)
    .superRefine((typed, context) => {
      const unknown = findUnknownPlaceholder(typed, field.also)
      if (unknown) context.addIssue({ code: 'custom', message: `${unknown} doesn’t stand for anything here.` })
    })
  if (field.kind === 'paragraphs') return text.transform((typed) => typed.split(/\n\s*\n/).map((one) => one.trim()))
  return field.kind === 'address'
    ? text.refine(
        isAddress,
        'Enter a page of this website, such as /services, or an address that begins with https://.',
      )
    : text
}

/** A path of this site, not another host as in '//evil.example', or https. */
function isAddress(typed: string) {
  if (/^\/(?![/\\])[^\s\\]*$/.test(typed)) return true
  return URL.canParse(typed) && new URL(typed).protocol === 'https:'
}
