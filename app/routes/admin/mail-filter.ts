import { z } from 'zod'
import { emailLists } from '#app/domain/outbox/email-list.ts'
import { type EmailFilter } from '#app/domain/outbox/email-list.server.ts'
import { emailKind } from '#app/domain/outbox/email-kinds.ts'
import { searchText } from '#app/domain/shared/search-text.ts'
import { emailNames } from '#content/pages/admin-mail.ts'

const querySchema = z.object({
  list: z.enum(emailLists).optional().catch(undefined),
  kind: emailKind.optional().catch(undefined),
  q: searchText,
})

/** The filter in the URL. Unknown values count as no filter. */
export function mailFilter(query: URLSearchParams) {
  const { list, kind, q } = querySchema.parse({ q: '', ...Object.fromEntries(query) })
  const words = q.split(/\s+/).filter(Boolean).slice(0, mostWords)
  const filter: EmailFilter = { kind, words: words.map((text) => ({ text, kinds: kindsCalled(text.toLowerCase()) })) }
  return { list, kind, q, filter }
}

const mostWords = 10

const kindsCalled = (word: string) => emailKind.options.filter((kind) => emailNames[kind].toLowerCase().includes(word))
