import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { blogPage } from '#content/pages/blog.ts'
import { clinic } from '#content/clinic.ts'
import type { PlateName } from '#content/pictures.ts'
import { Photo, Plate } from '#app/ui/site/pictures.tsx'

/** The clinic's own choice, from the stock-photo service, from our server, or a plate if there is no picture. */
export function PostPicture({ post: { picture, photo, pictureId, position = 0 } }: { post: PostTeaser }) {
  // Beside its title in lists, above its text on its page.
  if (picture) return <Photo name={picture} sizes="(max-width: 60rem) 92vw, 44rem" decorative />
  if (photo) return <HotlinkedPhoto photo={photo} />
  if (!pictureId) return <Plate name={plateOrder[position % plateOrder.length]} />
  return <img className="picture" src={picturePath(pictureId)} alt="" width={1200} height={800} loading="lazy" />
}

export const picturePath = (id: string) => `/blog/pictures/${id}`

/** Plates by position on the blog page. */
const plateOrder: PlateName[] = [
  'skin-care',
  'general',
  'abhyangam',
  'shirodhara',
  'nadi-pareeksha',
  'panchakarma',
  'gastritis',
]

/**
 * The service's rules require its own address and links to photographer and service. If the photo does not load, a
 * placeholder shows.
 */
function HotlinkedPhoto({ photo: { url, photographer, service } }: { photo: NonNullable<PostTeaser['photo']> }) {
  const { credit } = blogPage
  return (
    <figure className="stock-photo">
      <img className="picture placeholder" src={url} alt="" width={1200} height={800} loading="lazy" />
      <figcaption>
        {photographer ? credit.by : credit.photo}{' '}
        {photographer && (
          <>
            <a href={addUtmSource(photographer.url)}>{photographer.name}</a>{' '}
          </>
        )}
        {credit.on} <a href={addUtmSource(service.url)}>{service.name}</a>
      </figcaption>
    </figure>
  )
}

/** The service's rules require that its links name the referring site. */
function addUtmSource(address: string) {
  const url = new URL(address)
  url.searchParams.set('utm_source', clinic.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'))
  url.searchParams.set('utm_medium', 'referral')
  return url.href
}
