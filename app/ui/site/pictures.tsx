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

export const plateUrl = (name: PlateName = 'plain') => pictureUrl(plates[name].file)

/** A botanical plate next to its title, so its alt text is empty; a plain one if none was drawn. */
export function Plate({ name = 'plain', priority = false }: { name?: PlateName | undefined; priority?: boolean }) {
  return <Drawing {...plates[name]} lazy={!priority} />
}

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
  name: PhotoName
  sizes: string
  /** For the photo of the first screen. */
  priority?: boolean
  decorative?: boolean
  /** In place of its own, where a text says what matters about it. */
  alt?: string
}

export function Photo({ name, sizes, priority = false, decorative = false, alt }: PhotoProps) {
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

const toSrcSet = (files: [name: string, descriptor: string][]) =>
  files.map(([name, descriptor]) => `${pictureUrl(`${name}.avif`)} ${descriptor}`).join(', ')
