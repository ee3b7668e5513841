import type { ReactNode } from 'react'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { Photo } from '#app/ui/site/pictures.tsx'

type SplitPageProps = {
  site: PageSite
  path: string
  id: string
  seo: { title: string; description: string }
  title: string
  text?: string
  children: ReactNode
}

/** A form left and a photograph right; on phones the photograph is a strip on top. */
export function SplitPage({ site, path, id, seo, title, text, children }: SplitPageProps) {
  return (
    <>
      <PageHead site={site} path={path} title={seo.title} description={seo.description} noindex />
      <div className="split">
        <div className="split-form">
          <section id={id}>
            <h1>{title}</h1>
            {text && <p className="muted">{text}</p>}
            {children}
          </section>
        </div>
        <div className="split-photo">
          <Photo name="dandelion" sizes="50vw" priority decorative />
        </div>
      </div>
    </>
  )
}
