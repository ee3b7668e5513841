import { expect, test } from 'vitest'
import { contentCollections } from '#content/schemas/all.ts'
import { listPlaces } from './content-schema.ts'

test('a picture that a file leaves out is the plain drawing in its field, so that the rest can be published', () => {
  for (const { fields } of [contentCollections.services, contentCollections.products].map(({ schema }) => schema))
    expect(listPlaces(fields, {})).toContainEqual(expect.objectContaining({ path: 'picture', value: 'plain' }))
})
