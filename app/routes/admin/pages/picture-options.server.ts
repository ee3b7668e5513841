import { type Fields, listPlaces, type PictureField } from '#app/domain/content/content-schema.ts'
import { listPictures } from '#app/domain/content/shown-pictures.ts'
import { type PictureOption, toPictureOption } from '#app/domain/pictures/picture-option.ts'
import type { PicturesNow } from '#app/domain/pictures/pictures-now.server.ts'
import { thumbnailUrl } from '#app/ui/site/pictures.tsx'

const mostOfLibrary = 48

/** What the record's picture fields can hold: the newest of the library and those in use, then the website's own. */
export function listPictureOptions(
  fields: Fields,
  value: unknown,
  pictures: Pick<PicturesNow, 'list'>,
): PictureOption[] {
  const own = findPictureFields(fields).map(({ options }) => options)
  if (own.length === 0) return []
  const used = new Set(listPlaces(fields, value).flatMap((place) => listPictures(place.field, place.value)))
  const library = pictures.list().filter(({ id }, index) => index < mostOfLibrary || used.has(id))
  return [
    ...library.map(toPictureOption),
    ...Object.entries(Object.assign({}, ...own) as Record<string, string>).map(([name, label]) => ({
      value: name,
      label,
      src: thumbnailUrl(name),
    })),
  ]
}

const findPictureFields = (fields: Fields): PictureField[] =>
  Object.values(fields).flatMap((field) => {
    if (field.kind === 'picture') return [field]
    return 'fields' in field ? findPictureFields(field.fields) : []
  })
