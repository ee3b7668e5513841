import { readContentForm } from '#app/domain/content/content-form.server.ts'
import type { Lookups } from '#app/domain/content/lookups.ts'
import { letterFields } from './letter.ts'
import { findMisplacedName } from './split-letter.ts'

export type Letter = { subject: string; intro: string; body: string }

export const noLetter: Letter = { subject: '', intro: '', body: '' }

/** More than a letter may have, so that one that is too long can be kept while it is shortened. */
export const mostKept = 100_000

/** A sentence for each field that can't be sent as it is. */
export function findLetterProblems(letter: Letter, lookups: Lookups): Partial<Record<keyof Letter, string>> {
  const { errors } = readContentForm(letterFields, noLetter, letter, lookups)
  // What is too long is not read.
  const misplaced = errors.body ? undefined : findMisplacedName(letter.body)
  return misplaced ? { ...errors, body: `Put {${misplaced}} in a paragraph of its own.` } : errors
}
