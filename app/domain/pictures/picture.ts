import type { Focus, PictureShape } from '#app/integrations/picture-maker/picture-shapes.ts'

export type { Focus, PictureShape }

/** A picture of the library, as pages need it. */
export type LibraryPicture = {
  id: string
  /** Empty if it is decoration. */
  alt: string
  /** Of the original, upright. */
  width: number
  height: number
  files: ShownFile[]
}

/** `name` has a hash of the bytes in it, so that what an address shows never changes. */
export type ShownFile = { name: string; shape: PictureShape | 'original'; width: number; height: number }

export const picturesPath = '/admin/pictures'
export const picturePath = (id: string) => `${picturesPath}/${id}`

/**
 * The library, and the editor of a record, whose picture fields take one: browsers would have to load the library's page
 * before they post to its address.
 */
export const takesPictures = (path: string) =>
  path === picturesPath || /^\/admin\/(pages|services|products|team|posts)\/[\w-]+$/.test(path)

/** More than any phone's JPEG. */
export const mostPictureBytes = 20 * 1024 * 1024
export const mostAltLength = 250

export const middle: Focus = { x: 50, y: 50 }

export const fileAddress = ({ id }: Pick<LibraryPicture, 'id'>, { name }: Pick<ShownFile, 'name'>) =>
  `/pictures/${id}/${name}`

const valueStart = 'picture:'

/** One shape of a picture of the library, as a page shows it. */
export type ShownPicture = {
  alt: string
  webp: { src: string; width: number }[]
  /** For browsers without WebP, feeds and emails. */
  jpeg: JpegFile
  /** Beside a link to the page, in messengers and social networks. */
  share: JpegFile
}

type JpegFile = { src: string; width: number; height: number }

/** How a text of the website names a picture of the library. */
export const toPictureValue = (id: string) => `${valueStart}${id}`

const valuePattern = /^picture:([\w-]{1,64})$/

/** The picture that a value names; undefined for everything else. */
export const idOfPicture = (value: string) => valuePattern.exec(value)?.[1]

export function showPicture(picture: LibraryPicture, shape: PictureShape): ShownPicture | undefined {
  const jpeg = jpegOf(picture, shape)
  if (!jpeg) return undefined
  return {
    alt: picture.alt,
    webp: webpOf(picture, shape).map((file) => ({ src: fileAddress(picture, file), width: file.width })),
    jpeg: toJpegFile(picture, jpeg),
    share: toJpegFile(picture, jpegOf(picture, 'wide') ?? jpeg),
  }
}

const toJpegFile = (picture: LibraryPicture, file: ShownFile): JpegFile => ({
  src: fileAddress(picture, file),
  width: file.width,
  height: file.height,
})

export const webpOf = ({ files }: LibraryPicture, shape: PictureShape) =>
  files.filter((file) => file.shape === shape && file.name.endsWith('.webp'))

export const jpegOf = ({ files }: LibraryPicture, shape: PictureShape) =>
  files.find((file) => file.shape === shape && file.name.endsWith('.jpg'))
