import { isDeepStrictEqual } from 'node:util'
import { type Fields, isUnedited, type Leaf, listPlaces, type List, type Place, toText } from './content-schema.ts'

/** A field that two values of a record have otherwise; or an item of a list that only one of them has. */
export type Difference = { label: string } & (
  | { field: Leaf; before: string; after: string }
  | { added: Place[] }
  | { removed: Place[] }
)

/** In the order of the schema. Items of lists are compared in the order in which they stand, after those that are alike. */
export function listDifferences(fields: Fields, before: unknown, after: unknown, above: string[] = []): Difference[] {
  return Object.entries(fields).flatMap(([name, field]): Difference[] => {
    if (isUnedited(field)) return []
    const [then, now] = [read(before, name), read(after, name)]
    if (field.kind === 'list') return compareItems(field, toItems(then), toItems(now), above)
    const labels = [...above, field.label]
    if (field.kind === 'group') return listDifferences(field.fields, then, now, labels)
    const [one, other] = [toText(field, then), toText(field, now)]
    return one === other ? [] : [{ label: toLabel(labels), field, before: one, after: other }]
  })
}

function compareItems({ each, fields }: List, before: unknown[], after: unknown[], above: string[]): Difference[] {
  const start = countAlike(before, after)
  const end = countAlike(before.slice(start).toReversed(), after.slice(start).toReversed())
  const then = before.slice(start, before.length - end)
  const now = after.slice(start, after.length - end)
  return Array.from({ length: Math.max(then.length, now.length) }, (_, index): Difference[] => {
    const labels = [...above, `${each} ${start + index + 1}`]
    if (index >= now.length) return [{ label: toLabel(labels), removed: listPlaces(fields, then[index]) }]
    if (index >= then.length) return [{ label: toLabel(labels), added: listPlaces(fields, now[index]) }]
    return listDifferences(fields, then[index], now[index], labels)
  }).flat()
}

function countAlike(one: unknown[], other: unknown[]) {
  const at = one.findIndex((item, index) => index >= other.length || !isDeepStrictEqual(item, other[index]))
  return at < 0 ? one.length : at
}

/** As at the outlines of the page. */
const toLabel = (labels: string[]) => labels.slice(-3).join(' · ')

const toItems = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const read = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
