import type { ReactNode } from 'react'
import type { Page } from '#content/pages/page.ts'

type AdminPageProps = {
  page: Pick<Page, 'title' | 'seo'>
  clinic: { name: string }
  /** Beside the title: how many there are, or a way on. */
  aside?: ReactNode
  children: ReactNode
}

/** One page of the dashboard: its title, kept out of search engines, and what it shows. */
export function AdminPage({ page, clinic, aside, children }: AdminPageProps) {
  const title = `${page.seo.title} | ${clinic.name}`
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="adm-top">
        <h1>{page.title}</h1>
        {aside}
      </div>
      {children}
    </>
  )
}
