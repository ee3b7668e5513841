import type { ShownPicture } from '#app/domain/pictures/picture.ts'
import {
  photos,
  plates,
  spots,
  type Photo as PhotoContent,
  type PhotoName,
  type PlateName,
  type SpotName,
} from '#content/pictures.ts'

const urls = import.meta.glob<string>('/content/pictures/*.{svg,avif,jpg}', {
  eager: true,
  query: '?url',
  import: 'default',
})

export function pictureUrl(file: string) {
  const url = urls[`/content/pictures/${file}`]
  if (!url) throw new Error(`There is no picture ${file} in content/pictures`)
  return url
}

/** For choosing one of content/. */
export function thumbnailUrl(name: string) {
  if (name === 'mark') return '/icon.svg'
  if (name === 'none') return plateUrl()
  return isPlate(name) ? plateUrl(name) : pictureUrl(`${name}-${photos[name as PhotoName].widths[0]}.avif`)
}

const isPlate = (name: string): name is PlateName => Object.hasOwn(plates, name)

export const plateUrl = (picture: PlateName | ShownPicture = 'plain') =>
  typeof picture === 'string' ? pictureUrl(plates[picture].file) : picture.jpeg.src

type PlateProps = {
  name?: PlateName | ShownPicture | undefined
  priority?: boolean
  /** How wide a photograph of the library is shown. */
  sizes?: string
}

/** A botanical plate next to its title, so its alt text is empty; a plain one if none was drawn. */
export const Plate = ({ name = 'plain', priority = false, sizes = '15rem' }: PlateProps) =>
  typeof name === 'string' ? (
    <Drawing {...plates[name]} lazy={!priority} />
  ) : (
    <LibraryPhoto picture={name} sizes={sizes} priority={priority} alt="" />
  )

export function Spot({ name }: { name: SpotName }) {
  return <Drawing {...spots[name]} lazy={false} />
}

/** Low priority keeps React from preloading drawings ahead of the photo that matters. */
function Drawing({ file, width, height, lazy }: { file: string; width: number; height: number; lazy: boolean }) {
  return (
    <img
      className="picture"
      src={pictureUrl(file)}
      alt=""
      width={width}
      height={height}
      loading={lazy ? 'lazy' : undefined}
      fetchPriority={lazy ? undefined : 'low'}
    />
  )
}

type PhotoProps = {
  name: PhotoName | ShownPicture
  sizes: string
  /** For the photo of the first screen. */
  priority?: boolean
  decorative?: boolean
  /** In place of its own, where a text says what matters about it. */
  alt?: string
}

export function Photo({ name, sizes, priority = false, decorative = false, alt }: PhotoProps) {
  if (typeof name !== 'string')
    return <LibraryPhoto picture={name} sizes={sizes} priority={priority} alt={decorative ? '' : (alt ?? name.alt)} />
  const photo: PhotoContent = photos[name]
  return (
    <picture>
      {photo.phone && (
        <source
          media="(max-width: 40rem)"
          type="image/avif"
          srcSet={toSrcSet(
            Object.entries(photo.phone.densities).map(([width, density]) => [`${name}-phone-${width}`, `${density}x`]),
          )}
          width={photo.phone.width}
          height={photo.phone.height}
        />
      )}
      <source
        type="image/avif"
        srcSet={toSrcSet(photo.widths.map((width) => [`${name}-${width}`, `${width}w`]))}
        sizes={sizes}
      />
      <img
        className="picture"
        src={pictureUrl(`${name}.jpg`)}
        alt={decorative ? '' : (alt ?? photo.alt)}
        width={photo.width}
        height={photo.height}
        loading={priority ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
}

type LibraryPhotoProps = { picture: ShownPicture; sizes: string; priority: boolean; alt: string }

const LibraryPhoto = ({ picture: { webp, jpeg }, sizes, priority, alt }: LibraryPhotoProps) => (
  <picture>
    {webp.length > 0 && (
      <source type="image/webp" srcSet={webp.map(({ src, width }) => `${src} ${width}w`).join(', ')} sizes={sizes} />
    )}
    <img
      className="picture"
      {...jpeg}
      alt={alt}
      loading={priority ? undefined : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
    />
  </picture>
)

const toSrcSet = (files: [name: string, descriptor: string][]) =>
  files.map(([name, descriptor]) => `${pictureUrl(`${name}.avif`)} ${descriptor}`).join(', ')
