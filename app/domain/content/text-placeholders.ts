import type { Leaf } from './content-schema.ts'

// A link or picture of Markdown has an address behind its brackets; the editor writes other brackets with backslashes.
const inBrackets = /\\?\[([^[\]\n]+?)\\?\](?!\()/g

/** Words in square brackets, such as '[Name of the practitioner]', stand for a text that nobody has written yet. */
export function findTextPlaceholder({ kind }: Leaf, value: string) {
  if (kind !== 'line' && kind !== 'text' && kind !== 'markdown') return undefined
  const found = [...value.matchAll(inBrackets)].find(([, words = '']) => /\p{L}/u.test(words))
  return found && `[${found[1]}]`
}
