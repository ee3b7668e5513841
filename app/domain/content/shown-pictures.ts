import { idOfPicture, type LibraryPicture, showPicture } from '#app/domain/pictures/picture.ts'
import type { Fields, Leaf, PictureField } from './content-schema.ts'
import { mapFields } from './map-fields.ts'

/** The library, by the id of a picture. */
export type FindPicture = (id: string) => LibraryPicture | undefined

/** The value with the files of the library's pictures in place of their names. */
export const withPictures = <Value>(fields: Fields, value: Value, find: FindPicture) =>
  mapFields(fields, value, (field, part) => {
    if (field.kind === 'picture') return toShown(field, part as string, find)
    return field.kind === 'markdown' ? withAddresses(part as string, find) : part
  })

/** One that is not in the library any more is the first of the website's own. */
function toShown({ options, shape }: PictureField, value: string, find: FindPicture) {
  const id = idOfPicture(value)
  if (id === undefined) return value
  const picture = find(id)
  return (picture && showPicture(picture, shape)) ?? Object.keys(options)[0]
}

const inText = /\bpicture:([\w-]{1,64})/g

/** The JPEG, since such a text is also sent by email; its size stands behind the address, for pages. */
const withAddresses = (text: string, find: FindPicture) =>
  text.replace(inText, (value, id: string) => {
    const picture = find(id)
    const file = picture && showPicture(picture, 'whole')?.jpeg
    return file ? `${file.src}#${file.width}x${file.height}` : value
  })

/** The pictures of the library that a field names. */
export function listPictures({ kind }: Leaf, value: string): string[] {
  if (kind === 'markdown') return [...value.matchAll(inText)].map(([, id]) => id!)
  const id = kind === 'picture' ? idOfPicture(value) : undefined
  return id === undefined ? [] : [id]
}
