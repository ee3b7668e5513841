import type { ReactNode } from 'react'
import { resolveWords, type Page } from '#content/pages/page.ts'
import { PageHead, type PageSite, type StructuredData } from './page-head.tsx'
import { breadcrumbs } from './structured-data.ts'
import { PageHeading } from './page-heading.tsx'

type PageTopProps = {
  page: Page
  site: PageSite
  path: string
  jsonLd?: StructuredData[]
  noindex?: boolean
  /** For links that move the focus to the heading. */
  headingId?: string
  /** Instead of the usual heading. */
  heading?: ReactNode
}

export function PageTop({ page, site, path, jsonLd = [], noindex, headingId, heading }: PageTopProps) {
  return (
    <>
      <PageHead
        site={site}
        path={path}
        title={page.seo.title}
        description={resolveWords(page.seo.description, site.clinic)}
        jsonLd={[breadcrumbs(site.origin, [{ name: page.seo.title, path }]), ...jsonLd]}
        noindex={noindex}
      />
      {heading ?? (
        <PageHeading id={headingId} title={page.title} lead={page.lead && resolveWords(page.lead, site.clinic)} />
      )}
    </>
  )
}
