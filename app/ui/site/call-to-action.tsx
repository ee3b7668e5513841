import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { ShownPicture } from '#app/domain/pictures/picture.ts'
import type { PhotoName } from '#content/pictures.ts'
import { Photo } from './pictures.tsx'

type CallToActionProps = {
  heading: string
  link: { text: string; href: string }
  photo: PhotoName | ShownPicture
  /** What the button leads to. */
  children: ReactNode
}

export const CallToAction = ({ heading, link, photo, children }: CallToActionProps) => (
  <section className="cta on-band" aria-labelledby="call-to-action">
    <Photo name={photo} sizes="100vw" decorative />
    <div className="wrap">
      <div className="cta-in">
        <h2 id="call-to-action">{heading}</h2>
        <p>{children}</p>
        <ButtonLink kind="photo" arrow href={link.href}>
          {link.text}
        </ButtonLink>
      </div>
    </div>
  </section>
)
