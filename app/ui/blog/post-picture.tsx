import { plates, type PlateName } from '#content/pictures.ts'
import { Plate } from '#app/ui/site/pictures.tsx'

/** A picture fetched by our server, or a plate by position where there is none. */
export type PostPictureSource = { kind: 'own'; url: string } | { kind: 'plate'; name: string }

export function PostPicture({ picture }: { picture: PostPictureSource }) {
  if (picture.kind === 'plate') return <Plate name={plateOf(picture.name)} />
  return <img className="picture" src={picture.url} alt="" width={1200} height={800} loading="lazy" />
}

const plateOf = (name: string): PlateName => (isPlateName(name) ? name : 'general')

const isPlateName = (name: string): name is PlateName => Object.hasOwn(plates, name)
