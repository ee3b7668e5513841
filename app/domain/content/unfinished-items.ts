import { type Fields, type Leaf, listPlaces } from './content-schema.ts'
import type { Parts } from './changes.server.ts'

/** A list without the items that lack a text. `places`: where the others stand in the draft. */
type Shortened = { items: unknown[]; places: number[] }

/** A draft without unfinished items of its lists, such as one that was just added, and those lists by their path. */
export function leaveOutUnfinished(fields: Fields, draft: Parts, path = ''): [Parts, Map<string, Shortened>] {
  const lists = new Map<string, Shortened>()
  const entries = Object.entries(fields).map(([name, field]) => {
    const part = draft[name]
    if (field.kind === 'group') {
      const [inner, innerLists] = leaveOutUnfinished(field.fields, part as Parts, `${path}${name}.`)
      for (const [at, list] of innerLists) lists.set(at, list)
      return [name, inner]
    }
    if (field.kind !== 'list' || !Array.isArray(part)) return [name, part]
    const places = part.flatMap((item, place) => (isFinished(field.fields, item) ? [place] : []))
    const items = places.map((place): unknown => part[place])
    lists.set(path + name, { items, places })
    return [name, items]
  })
  return [{ ...draft, ...Object.fromEntries(entries) }, lists]
}

const isFinished = (fields: Fields, item: unknown) =>
  listPlaces(fields, item).every(({ field, value }) => value !== '' || !isRequired(field))

const isRequired = (field: Leaf) => 'max' in field && !('optional' in field && field.optional)
