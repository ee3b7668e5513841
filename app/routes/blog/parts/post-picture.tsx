import { plates, type PlateName } from '#content/pictures.ts'
import { blogPage } from '#content/pages/blog.ts'
import type { Link } from '#content/pages/page.ts'
import { Plate } from '#app/ui/site/pictures.tsx'

export type PhotoView = { kind: 'photo'; url: string; photographer?: Link | undefined; service: Link }

/** From our server, from the stock-photo service, or a plate if there is no picture. */
export type PostPictureSource = { kind: 'own'; url: string } | PhotoView | { kind: 'plate'; name: string }

export function PostPicture({ picture }: { picture: PostPictureSource }) {
  if (picture.kind === 'plate') return <Plate name={toPlateName(picture.name)} />
  if (picture.kind === 'photo') return <HotlinkedPhoto photo={picture} />
  return <img className="picture" src={picture.url} alt="" width={1200} height={800} loading="lazy" />
}

/**
 * The service's rules require its own address and links to photographer and service. If the photo does not load, a
 * placeholder shows.
 */
function HotlinkedPhoto({ photo: { url, photographer, service } }: { photo: PhotoView }) {
  return (
    <figure className="stock-photo">
      <img className="picture placeholder" src={url} alt="" width={1200} height={800} loading="lazy" />
      <figcaption>
        {photographer ? blogPage.credit.by : blogPage.credit.photo}{' '}
        {photographer && (
          <>
            <a href={photographer.href}>{photographer.text}</a>{' '}
          </>
        )}
        {blogPage.credit.on} <a href={service.href}>{service.text}</a>
      </figcaption>
    </figure>
  )
}

const toPlateName = (name: string): PlateName => (isPlateName(name) ? name : 'general')

const isPlateName = (name: string): name is PlateName => Object.hasOwn(plates, name)
