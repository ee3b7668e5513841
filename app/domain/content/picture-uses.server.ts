import type { ContentNow } from './content-now.server.ts'
import { type ContentName, getSource } from './content-record.ts'
import { listPlaces } from './content-schema.ts'
import { listNames } from './list-names.ts'
import { listPictures } from './shown-pictures.ts'

/** A page, service or product that shows a picture of the library. */
export type PictureUse = { name: ContentName; title: string }

export function findContentUses(content: Pick<ContentNow, 'template' | 'list' | 'titleOf'>, id: string): PictureUse[] {
  return listNames(content).flatMap((name) => {
    const places = listPlaces(getSource(name).schema.fields, content.template(name))
    return places.some(({ field, value }) => listPictures(field, value).includes(id))
      ? [{ name, title: content.titleOf(name) }]
      : []
  })
}
