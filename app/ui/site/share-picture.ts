import type { ShownPicture } from '#app/domain/pictures/picture.ts'
import { type PhotoName, photos, type PlateName } from '#content/pictures.ts'
import { pictureUrl } from './pictures.tsx'

/** What messengers and social networks show beside a link. */
export type SharePicture = { path: string; width: number; height: number; alt?: string }

/** In public/; for pages without a picture of their own. */
export const sharePicture: SharePicture = { path: '/share.jpg', width: 1200, height: 630 }

const urls = import.meta.glob<string>('/content/pictures/share/*.jpg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Of a page with that picture. No such program reads SVG, so a drawing has a JPEG of its own, as large as that in public/. */
export function sharePictureOf(picture: PlateName | PhotoName | ShownPicture | undefined): SharePicture {
  if (typeof picture === 'object') {
    const { src, width, height } = picture.share
    return { path: src, width, height, alt: picture.alt }
  }
  if (picture && isPhoto(picture)) {
    const { width, height, alt } = photos[picture]
    return { path: pictureUrl(`${picture}.jpg`), width, height, alt }
  }
  const path = urls[`/content/pictures/share/${picture}.jpg`]
  return path ? { ...sharePicture, path } : sharePicture
}

const isPhoto = (name: PlateName | PhotoName): name is PhotoName => Object.hasOwn(photos, name)
