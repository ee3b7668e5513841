import { toBlank } from './blank.ts'
import type { Fields, List } from './content-schema.ts'

/**
 * 'add teasers.items', 'remove teasers.items.1', also 'up' and 'down': the record with that list changed. Undefined if the list or item isn't there, or the list
 * would be too long or short.
 */
export function editList<Value>(fields: Fields, value: Value, command: string): Value | undefined {
  const [act = '', path = ''] = command.split(' ')
  const changed = structuredClone(value)
  const steps = path.split('.')
  const index = act === 'add' ? undefined : Number(steps.pop())
  const found = findList(fields, changed, steps)
  if (!found) return undefined
  const { field, items } = found
  const { least = 0, most } = field
  if (act === 'add') {
    if (most === undefined || items.length >= most) return undefined
    items.push({ ...toBlank(field.fields), ...nameAnchor(field, items) })
    return changed
  }
  if (index === undefined || items[index] === undefined) return undefined
  if (act === 'remove') {
    if (most === undefined || items.length <= least) return undefined
    items.splice(index, 1)
    return changed
  }
  const to = index + ({ up: -1, down: 1 }[act] ?? Number.NaN)
  if (items[to] === undefined) return undefined
  items.splice(to, 0, ...items.splice(index, 1))
  return changed
}

/** Follows the schema, never what was typed alone. */
function findList(
  fields: Fields,
  value: unknown,
  [name = '', ...rest]: string[],
): { field: List; items: unknown[] } | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  const inner = (value as Record<string, unknown>)[name]
  if (field?.kind === 'group') return findList(field.fields, inner, rest)
  if (field?.kind !== 'list') return undefined
  const items = inner as unknown[]
  if (rest.length === 0) return { field, items }
  const item = items[Number(rest[0])]
  return item === undefined ? undefined : findList(field.fields, item, rest.slice(1))
}

/** An item that links or orders lead to has an id from the start. */
function nameAnchor({ each, fields }: List, items: unknown[]) {
  if (fields.id?.kind !== 'anchor') return {}
  const taken = new Set(items.map((item) => (item as { id?: unknown }).id))
  let number = items.length + 1
  const toId = () => `${each.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${number}`
  while (taken.has(toId())) number += 1
  return { id: toId() }
}
