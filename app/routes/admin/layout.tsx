import '#app/ui/styles/admin.css'
import { isRouteErrorResponse, Link, Outlet, useLocation, useRouteError } from 'react-router'
import { getStaff, requireStaff } from '#app/http/admin.server.ts'
import { pageContext, releaseContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { workPage } from '#app/http/page-kind.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { useSite } from '#app/http/site.ts'
import { AdminAccount } from '#app/ui/admin/admin-account.tsx'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { AdminNav } from '#app/ui/admin/admin-nav.tsx'
import { DoneToast } from '#app/ui/admin/done-toast.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminErrorPages } from './error-words.ts'
import { ErrorView } from '#app/ui/site/error-view.tsx'
import { useKeepText } from '#app/ui/site/kept-text.ts'
import type { Route } from './+types/layout.ts'
import { countWaiting } from './count-waiting.server.ts'
import { NewRelease } from './frame/new-release.tsx'
import { SearchLink } from './frame/search-link.tsx'
import { useFrameDialog } from './frame/use-frame-dialog.tsx'
import { useFrameKeys } from './frame/use-frame-keys.ts'
import { IdleLock } from './idle-lock.tsx'
import { useNews } from './use-news.ts'

export const handle = workPage()

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** Without the counts while the database does not answer; the page itself says so. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { emailsLeave } = context.get(servicesContext)
  // The preview of a newsletter; navigation keeps the policy of the first page.
  context.get(pageContext).allowOwnFrame()
  return {
    /** Or somebody else looks after it. */
    mailed: emailsLeave || !mayOpen(getStaff(context).role, '/admin/mail'),
    news: { waiting: await countWaiting(context), release: context.get(releaseContext) },
    done: takeFlash(request, context),
  }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { mailed, done } = loaderData
  const { waiting, release } = useNews(loaderData.news)
  const { clinic, viewer, menu } = useSite()
  const [dialog, open] = useFrameDialog()
  useFrameKeys(open)
  useKeepText()
  const parts = {
    nav: <AdminNav menu={menu} path={useLocation().pathname} waiting={waiting} />,
    search: <SearchLink onOpen={() => void open('search')} />,
    account: viewer && <AdminAccount viewer={viewer} onShortcuts={() => void open('shortcuts')} />,
  }
  return (
    <IdleLock>
      <AdminFrame clinic={clinic} viewer={viewer} menu={menu} {...parts}>
        <DoneToast done={done} />
        <NewRelease latest={release} />
        {!mailed && (
          <p className="adm-alarm">
            {admin.mailNotSetUp.text} <Link to="/admin/mail">{admin.mailNotSetUp.link}</Link>
          </p>
        )}
        <Outlet />
      </AdminFrame>
      {dialog}
    </IdleLock>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { clinic, viewer, menu, requestId } = useSite()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <AdminFrame
      clinic={clinic}
      viewer={viewer}
      menu={menu}
      nav={<AdminNav menu={menu} path={useLocation().pathname} />}
    >
      <ErrorView clinic={clinic} id={requestId} status={status} pages={adminErrorPages} />
    </AdminFrame>
  )
}
