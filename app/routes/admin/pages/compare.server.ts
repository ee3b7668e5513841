import type { ContentName } from '#app/domain/content/content-record.ts'
import { getSource } from '#app/domain/content/content-record.ts'
import type { Fields, Leaf, Place } from '#app/domain/content/content-schema.ts'
import { type Difference, listDifferences } from '#app/domain/content/differences.server.ts'
import { findVersion } from '#app/domain/content/versions.server.ts'
import type { Services } from '#app/services.server.ts'
import { historyWords } from '#content/pages/admin-history.ts'
import { listPictureOptions } from './picture-options.server.ts'
import { pagesWords } from './words.ts'

const words = pagesWords.compare

/** What one side of a comparison says; `change`: where the part that the other one has otherwise begins and ends. */
export type Said = { text: string; change?: { from: number; to: number }; src?: string | undefined }

export type Comparison = {
  title: string
  before: string
  after: string
  rows: { label: string; before?: Said; after?: Said }[]
}

type Edited = { name: ContentName; fields: Fields; published: unknown; draft: unknown }

/** `asked`: the number of a version, 0 for the original text, or 'draft'. Undefined if there is no such one. */
export async function compare(services: Services, asked: string, edited: Edited): Promise<Comparison | undefined> {
  const { name, fields, published, draft } = edited
  if (asked === 'draft') {
    const sides = { before: words.published, after: words.draft }
    return draft === undefined
      ? undefined
      : { title: words.ofDraft, ...sides, rows: toRows(services, fields, published, draft) }
  }
  const version = /^\d{1,9}$/.test(asked) ? Number(asked) : undefined
  // What began in the browser has no original text.
  if (version === undefined || (version === 0 && !getSource(name).isDelivered)) return undefined
  const then = await findVersion(services.database.db, name, version)
  const before = version === 0 ? historyWords.delivered : historyWords.number(version)
  return (
    then && {
      title: words.of(before),
      before,
      after: words.published,
      rows: toRows(services, fields, then, published),
    }
  )
}

function toRows(services: Services, fields: Fields, before: unknown, after: unknown) {
  const pictures = [before, after].flatMap((value) => listPictureOptions(fields, value, services.pictures))
  const say = (field: Leaf, value: string): Said => {
    if (field.kind !== 'picture') return { text: toWords(field, value) }
    const { label, src } = pictures.find((option) => option.value === value) ?? { label: pagesWords.picture.gone }
    return { text: label, src }
  }
  const list = (places: Place[]): Said => ({
    text: places.map(({ field, value }) => `${field.label}: ${say(field, value).text}`).join('\n'),
  })
  return listDifferences(fields, before, after).map((difference: Difference): Comparison['rows'][number] => {
    const { label } = difference
    if ('added' in difference) return { label, after: list(difference.added) }
    if ('removed' in difference) return { label, before: list(difference.removed) }
    const { field } = difference
    return { label, ...markChange(say(field, difference.before), say(field, difference.after)) }
  })
}

function toWords(field: Leaf, value: string) {
  if (field.kind === 'switch') return value === 'on' ? words.on : words.off
  if (field.kind === 'money' && value !== '') return `$${value}`
  if (field.kind === 'percent' && value !== '') return `${value}%`
  const options: Readonly<Record<string, string>> = ('options' in field && field.options) || {}
  if (field.kind === 'choice') return options[value] ?? value
  if (field.kind !== 'choices' || value === '') return value === '' ? words.empty : value
  return value
    .split(',')
    .map((option) => options[option] ?? option)
    .join(', ')
}

/** Of both, from the first word that differs to the last. */
function markChange(before: Said, after: Said) {
  const [then, now] = [before, after].map(({ text }) => text.split(/(?<=\s)/)) as [string[], string[]]
  const start = countAlike(then, now)
  const end = countAlike(then.slice(start).toReversed(), now.slice(start).toReversed())
  const mark = (said: Said, parts: string[]): Said => {
    const from = parts.slice(0, start).join('').length
    return { ...said, change: { from, to: said.text.length - parts.slice(parts.length - end).join('').length } }
  }
  return { before: mark(before, then), after: mark(after, now) }
}

function countAlike(one: string[], other: string[]) {
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? one.length : at
}
