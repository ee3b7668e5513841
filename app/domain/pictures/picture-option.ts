import { picturesWords } from '#content/pages/admin-pictures.ts'
import { type PictureInsert, toPictureInserts } from './picture-inserts.ts'
import { fileAddress, type LibraryPicture, toPictureValue, webpOf } from './picture.ts'

/** What a picture field can hold. `src`: of its thumbnail. */
export type PictureOption = { value: string; label: string; src: string | undefined }

export function toPictureOption(picture: LibraryPicture): PictureOption {
  const [thumbnail] = webpOf(picture, 'square')
  const label = picture.alt || picturesWords.decoration
  return { value: toPictureValue(picture.id), label, src: thumbnail && fileAddress(picture, thumbnail) }
}

/** A new picture, for the fields and texts of an editor that is open. */
export type AddedPicture = { option: PictureOption; inserts: PictureInsert[] }

export const toAddedPicture = (picture: LibraryPicture): AddedPicture => ({
  option: toPictureOption(picture),
  inserts: toPictureInserts(picture),
})
