import type { ReactNode } from 'react'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { type Page, resolveWords } from '#content/pages/page.ts'

/** A page with one short form, for people who lost their way back to a booking. */
export function CenterCard({ page, site, path, children }: CenterCardProps) {
  const { title, lead, seo } = page
  return (
    <>
      <PageHead
        site={site}
        path={path}
        title={seo.title}
        description={resolveWords(seo.description, site.clinic)}
        noindex
      />
      <div className="wrap">
        <div className="center-card">
          <h1>{title}</h1>
          {lead && (
            <p className="lead">
              <NoBreak text={resolveWords(lead, site.clinic)} />
            </p>
          )}
          {children}
        </div>
      </div>
    </>
  )
}

type CenterCardProps = { page: Page; site: PageSite; path: string; children?: ReactNode }
