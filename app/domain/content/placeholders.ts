import { escapeText } from '#app/domain/markdown/to-markdown.ts'
import type { Facts } from '#content/pages/page.ts'
import type { TextField } from './content-schema.ts'
import { placeholder } from './fill-in-also.ts'

/** Facts of the clinic that a text may name: 'Ayurveda in {city}'. */
const facts: Record<string, (clinic: Facts) => string> = {
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  city: ({ city }) => city,
  region: ({ region }) => region,
  phone: ({ phone }) => phone.display,
  email: ({ emails }) => emails.general,
  bookingEmail: ({ emails }) => emails.booking,
  messagingApp: ({ messagingApp }) => messagingApp.name,
}

/** Each with what stands for it now. */
export const listFacts = (clinic: Facts) =>
  Object.fromEntries(Object.entries(facts).map(([name, toFact]) => [`{${name}}`, toFact(clinic)]))

type Named = Pick<TextField, 'plain' | 'also' | 'anyBraces' | 'requires'>

/** The sentence about a name in braces that stands for nothing, or is missing. `plain`: no facts either. */
export function findWrongPlaceholder(text: string, { plain, also = [], anyBraces, requires = [] }: Named = {}) {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name)
  const ofPage = [...also, ...requires]
  const unknown = names.find((name) => (plain || !Object.hasOwn(facts, name)) && !ofPage.includes(name))
  if (unknown !== undefined && !anyBraces) return `{${unknown}} doesn’t stand for anything here.`
  const missing = requires.find((name) => !names.includes(name))
  return missing && `Keep {${missing}} in the text: the website puts there what people need to know.`
}

/** A fact is never formatting, whatever signs it has. */
export const fillInMarkdown = (text: string, clinic: Facts) =>
  replaceFacts(text, (name) => escapeText(facts[name]!(clinic)))

/** Every text of the value with the facts in their places. */
export function fillIn<Value>(value: Value, clinic: Facts): Value {
  const fill = (inner: unknown): unknown => {
    if (typeof inner === 'string') return replaceFacts(inner, (name) => facts[name]!(clinic))
    if (Array.isArray(inner)) return inner.map(fill)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, part]) => [name, fill(part)]))
  }
  return fill(value) as Value
}

const replaceFacts = (text: string, toFact: (name: string) => string) =>
  text.replace(placeholder, (whole, name: string) => (Object.hasOwn(facts, name) ? toFact(name) : whole))
