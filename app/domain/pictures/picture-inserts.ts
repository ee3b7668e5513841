import { escapeText } from '#app/domain/markdown/to-markdown.ts'
import { photos } from '#content/pictures.ts'
import { type LibraryPicture, toPictureValue } from './picture.ts'

const mostListed = 48

/** Pictures that an editor can put into a text, by their descriptions: the newest of the library, then the website's own. */
export function listPictureInserts(library: readonly LibraryPicture[]) {
  const named = [
    ...library.slice(0, mostListed).map(({ id, alt }) => ({ source: toPictureValue(id), alt })),
    ...Object.entries(photos).map(([source, { alt }]) => ({ source, alt })),
  ]
  // Decoration has no place among words.
  return named
    .filter(({ alt }) => alt !== '')
    .map(({ source, alt }) => ({ label: alt, text: `![${escapeText(alt)}](${source})` }))
}
