import { escapeText } from '#app/domain/markdown/to-markdown.ts'
import { photos } from '#content/pictures.ts'
import { type LibraryPicture, toPictureValue } from './picture.ts'

const mostListed = 48

export type PictureInsert = { label: string; text: string }

/** Pictures that an editor can put into a text, by their descriptions: the newest of the library, then the website's own. */
export const listPictureInserts = (library: readonly LibraryPicture[]): PictureInsert[] => [
  ...library.slice(0, mostListed).flatMap(toPictureInserts),
  ...Object.entries(photos).flatMap(([source, { alt }]) => toInserts(source, alt)),
]

/** Of one picture of the library: none if it is decoration. */
export const toPictureInserts = ({ id, alt }: Pick<LibraryPicture, 'id' | 'alt'>) => toInserts(toPictureValue(id), alt)

/** Decoration has no place among words. */
const toInserts = (source: string, alt: string): PictureInsert[] =>
  alt === '' ? [] : [{ label: alt, text: `![${escapeText(alt)}](${source})` }]
