import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from 'react-router'
import { useSite } from '#app/http/site.ts'
import { ErrorView } from '#app/ui/site/error-view.tsx'
import { useKeepText } from '#app/ui/site/kept-text.ts'
import { SiteFooter } from '#app/ui/site/site-footer.tsx'
import { SiteHeader } from '#app/ui/site/site-header.tsx'
import { SkipLink } from '#app/ui/site/skip-link.tsx'

/** Header and footer around every page. Below the root, so that its data is there also when a page's action fails. */
export default function Shell() {
  useKeepText()
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** A page that is not there, or that broke: nothing of the inside, and the id under which the log has it. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { clinic, requestId, texts } = useSite()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <Frame>
      <ErrorView clinic={clinic} id={requestId} status={status} pages={texts.errors} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { clinic, menus, texts, cartLines, viewer, logo } = useSite()
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <SiteHeader {...{ clinic, path: pathname, cartLines, viewer, logo }} links={menus.header} />
      {/* Below the header: menus without anchors hang where the header stands on an unscrolled page. */}
      {clinic.notice && (
        <section className="notice" aria-label={texts.noticeLabel}>
          {/* It may be in any script. */}
          <p className="wrap" dir="auto">
            {clinic.notice}
          </p>
        </section>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter texts={texts.footer} clinic={clinic} links={menus.footer} logo={logo} />
    </>
  )
}
