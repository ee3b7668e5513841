import { type Page, type Words } from '#content/pages/page.ts'
import type { PageSite } from './page-head.tsx'
import { PageTop } from './page-top.tsx'
import { Text } from './words.tsx'

/** For a signed link that is invalid, incomplete or expired. */
export function InvalidLinkPage({ page, path, site }: { page: Page & { help: Words }; path: string; site: PageSite }) {
  return (
    <>
      <PageTop page={page} site={site} path={path} noindex />
      <div className="wrap body">
        <p className="lead">
          <Text words={page.help} clinic={site.clinic} />
        </p>
      </div>
    </>
  )
}
