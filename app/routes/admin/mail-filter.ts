import { z } from 'zod'
import { letterLists } from '#app/domain/outbox/letter-list.ts'
import { type LetterFilter } from '#app/domain/outbox/letter-list.server.ts'
import { emailKind } from '#app/domain/outbox/email-kinds.ts'
import { searchText } from '#app/domain/shared/search-text.ts'
import { letterNames } from '#content/pages/admin-mail.ts'

const wanted = z.object({
  list: z.enum(letterLists).optional().catch(undefined),
  kind: emailKind.optional().catch(undefined),
  q: searchText,
})

/** Which emails the page's address asks for; what nobody of ours wrote asks for all of them. */
export function mailFilter(query: URLSearchParams) {
  const { list, kind, q } = wanted.parse({ q: '', ...Object.fromEntries(query) })
  const words = q.split(/\s+/).filter(Boolean).slice(0, mostWords)
  const filter: LetterFilter = { kind, words: words.map((text) => ({ text, kinds: kindsCalled(text.toLowerCase()) })) }
  return { list, kind, q, filter }
}

const mostWords = 10

const kindsCalled = (word: string) => emailKind.options.filter((kind) => letterNames[kind].toLowerCase().includes(word))
