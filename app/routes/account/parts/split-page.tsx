import type { ReactNode } from 'react'
import { Photo } from '#app/ui/site/pictures.tsx'

/** A form left and a photograph right; on phones the photograph is a strip on top. */
export function SplitPage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className="split">
      <div className="split-form">
        <section id={id} data-swap>
          {children}
        </section>
      </div>
      <div className="split-photo">
        <Photo name="dandelion" sizes="50vw" priority decorative />
      </div>
    </div>
  )
}
