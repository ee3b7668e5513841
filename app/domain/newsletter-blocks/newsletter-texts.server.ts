import { readContentForm } from '#app/domain/content/content-form.server.ts'
import type { Lookups } from '#app/domain/content/lookups.ts'
import { newsletterFields } from './newsletter-block.ts'
import { findMisplacedName } from './split-blocks.ts'

export type NewsletterTexts = { subject: string; intro: string; body: string }

export const noTexts: NewsletterTexts = { subject: '', intro: '', body: '' }

/** More than a newsletter may have, so that one that is too long can be kept while it is shortened. */
export const mostKept = 100_000

/** A sentence for each field that can't be sent as it is. */
export function findNewsletterProblems(
  texts: NewsletterTexts,
  lookups: Lookups,
): Partial<Record<keyof NewsletterTexts, string>> {
  const { errors } = readContentForm(newsletterFields, noTexts, texts, lookups)
  // What is too long is not read.
  const misplaced = errors.body ? undefined : findMisplacedName(texts.body)
  return misplaced ? { ...errors, body: `Put {${misplaced}} in a paragraph of its own.` } : errors
}
