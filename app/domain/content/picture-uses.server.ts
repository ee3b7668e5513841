import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import type { ContentNow } from './content-now.server.ts'
import { type CollectionName, type ContentName, getSource, type RecordName } from './content-record.ts'
import { listPlaces } from './content-schema.ts'
import { listPictures } from './shown-pictures.ts'

/** A page, service or product that shows a picture of the library. */
export type PictureUse = { name: ContentName; title: string }

export function findContentUses(content: Pick<ContentNow, 'template' | 'list' | 'titleOf'>, id: string): PictureUse[] {
  const collections = Object.keys(contentCollections) as CollectionName[]
  const names: ContentName[] = [
    ...(Object.keys(contentRecords) as RecordName[]),
    ...collections.flatMap((name) => content.list(name).map((entry): ContentName => `${name}/${entry.id}`)),
  ]
  return names.flatMap((name) => {
    const places = listPlaces(getSource(name).schema.fields, content.template(name))
    return places.some(({ field, value }) => listPictures(field, value).includes(id))
      ? [{ name, title: content.titleOf(name) }]
      : []
  })
}
