import { describe, expect, it } from 'vitest'
import { toChanges } from '#app/domain/content/changes.server.ts'
import { type CollectionSchema, type ContentSchema, listPlaces } from '#app/domain/content/content-schema.ts'
import { toRule } from '#app/domain/content/field-rules.server.ts'
import { contentCollections, contentRecords } from './all.ts'

const records = Object.entries<{ schema: ContentSchema; file: unknown }>(contentRecords)

describe.each(records)('%s', (_name, { schema: { fields }, file }) => {
  it('fits its schema', () => {
    const { error, data } = toRule({ kind: 'group', label: '', fields }).safeParse(file)
    expect(error?.issues ?? []).toEqual([])
    expect(data, 'it has no text without a field').toEqual(file)
    expect(toChanges(fields, file, data)).toEqual({})
  })

  it('has a label for every text', () => {
    for (const { path, field } of listPlaces(fields, file)) expect(field.label, path).not.toBe('')
  })
})

it('has in each list the fields that the collection has', () => {
  for (const [name, { schema }] of Object.entries<{ schema: CollectionSchema }>(contentCollections))
    for (const field of [schema.named, ...schema.list.about.fields]) expect(schema.fields, name).toHaveProperty(field)
})
