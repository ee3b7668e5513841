import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { paragraphParts, type Part } from './parts.tsx'
import { splitLines } from './plain-text.ts'

/** Of an email, as the clinic edits them (content/schemas/email.ts). */
export type EmailTexts = { subject: string; preview: string; headline: string; text: string; after?: string }

/** With what the email itself knows in place of the names in braces. */
export const fillInTexts = <Texts extends EmailTexts>(texts: Texts, values: Readonly<Record<string, string>>): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillInAlso(text, values)])) as Texts

export const toParagraphs = (text = '') => splitLines(text).filter((line) => line.trim())

export const textParts = (text?: string): Part[] => paragraphParts(toParagraphs(text))
