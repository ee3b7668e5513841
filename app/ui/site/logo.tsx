import type { ShownPicture } from '#app/domain/pictures/picture.ts'
import { Mark } from './mark.tsx'

/** `picture`: the clinic's own, in place of the mark; the name beside it says what it shows. */
export function Logo({ name, picture }: { name: string; picture: ShownPicture | undefined }) {
  return (
    <a className="logo" href="/">
      {picture ? <img {...picture.jpeg} src={picture.webp[0]?.src ?? picture.jpeg.src} alt="" /> : <Mark />}
      <span>{name}</span>
    </a>
  )
}
