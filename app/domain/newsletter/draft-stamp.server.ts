import { createHash } from 'node:crypto'

/** What people write of a newsletter. */
export type DraftWords = {
  url: string
  subject?: string | null | undefined
  intro?: string | null | undefined
  body?: string | null | undefined
}

/** Differs for a draft with other words, so that a form knows what it was drawn from, whatever release saved it; '' for none. */
export const stampOf = (words: DraftWords | undefined) =>
  words
    ? createHash('sha256')
        .update(JSON.stringify(toParts(words)))
        .digest('hex')
        .slice(0, 16)
    : ''

const toParts = ({ url, subject, intro, body }: DraftWords) => [url, subject ?? '', intro ?? '', body ?? '']
