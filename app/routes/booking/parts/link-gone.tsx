import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { linkGone as words, newLinkPage } from '#content/pages/appointment.ts'
import { NewLinkForm } from './new-link-form.tsx'

/** For a link that is forged, incomplete, revoked or expired. */
export function LinkGone({ site }: { site: PageSite }) {
  return (
    <>
      <PageTop page={words} site={site} path="/appointments" noindex />
      <div className="wrap body stack">
        <p className="lead">
          <NoBreak text={(site.keepsEmails ? newLinkPage.kept : words.help)(site.clinic)} />
        </p>
        {!site.keepsEmails && <NewLinkForm clinic={site.clinic} />}
      </div>
    </>
  )
}
