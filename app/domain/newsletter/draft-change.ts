import { describeChange } from '#app/domain/audit/describe-change.ts'
import type { DraftWords } from './draft-stamp.server.ts'

const parts = [
  { part: 'url', word: 'Link' },
  { part: 'subject', word: 'Subject' },
  { part: 'intro', word: 'Introduction' },
  { part: 'body', word: 'Text' },
] as const

/** For the audit trail; undefined when nothing changed. */
export function describeDraftChange(before: DraftWords | undefined, now: DraftWords): string | undefined {
  const changes = parts.flatMap(({ part, word }) => {
    const [was, is] = [before?.[part] ?? '', now[part] ?? '']
    return was === is ? [] : [describeChange(excerpt(was), excerpt(is), word)]
  })
  return changes.join(' ') || undefined
}

/** An introduction can be longer than an entry of the audit trail. */
const excerpt = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
