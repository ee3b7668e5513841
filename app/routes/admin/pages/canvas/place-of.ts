import { type Fields, isUnedited, type Leaf } from '#app/domain/content/content-schema.ts'

/** The field at 'teasers.items.0.heading', with its name: 'Before you come · Teaser 1 · Heading'. `labels`: all of it. */
export function placeOf(fields: Fields, path: string): { field: Leaf; label: string; labels: string[] } | undefined {
  const names = path.split('.')
  const labels: string[] = []
  let inside = fields
  for (;;) {
    const field = inside[names.shift() ?? '']
    if (field === undefined || isUnedited(field)) return undefined
    if (field.kind === 'list') labels.push(`${field.each} ${Number(names.shift()) + 1}`)
    else labels.push(field.label)
    if (field.kind !== 'group' && field.kind !== 'list') return { field, label: labels.slice(-3).join(' · '), labels }
    inside = field.fields
  }
}
