import '#app/ui/styles/admin.css'
import { isRouteErrorResponse, Link, Outlet, useLocation, useRouteError } from 'react-router'
import { requireAdmin } from '#app/http/admin.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { workPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { AdminNav } from '#app/ui/admin/admin-nav.tsx'
import { DoneToast } from '#app/ui/admin/done-toast.tsx'
import { admin } from '#content/pages/admin.ts'
import { ErrorView } from '#app/ui/site/error-view.tsx'
import type { Route } from './+types/layout.ts'
import { countWaiting } from './count-waiting.server.ts'
import { IdleLock } from './idle-lock.tsx'
import { takeDone } from './last-done.server.ts'
import { useWaiting } from './use-waiting.ts'

export const handle = workPage()

export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

/** Without the counts while the database does not answer; the page itself says so. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { emailsLeave } = context.get(servicesContext)
  // The preview of a newsletter; navigation keeps the policy of the first page.
  context.get(pageContext).allowOwnFrame()
  return { mailed: emailsLeave, waiting: await countWaiting(context), done: takeDone(request, context) }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { mailed, done } = loaderData
  const waiting = useWaiting(loaderData.waiting)
  const { clinic, viewer } = useSite()
  const nav = <AdminNav path={useLocation().pathname} waiting={waiting} />
  return (
    <IdleLock>
      <AdminFrame clinic={clinic} viewer={viewer} nav={nav}>
        <DoneToast done={done} />
        {!mailed && (
          <p className="adm-alarm">
            {admin.mailNotSetUp.text} <Link to="/admin/mail">{admin.mailNotSetUp.link}</Link>
          </p>
        )}
        <Outlet />
      </AdminFrame>
    </IdleLock>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { clinic, viewer, requestId } = useSite()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <AdminFrame clinic={clinic} viewer={viewer} nav={<AdminNav path={useLocation().pathname} />}>
      <ErrorView clinic={clinic} id={requestId} status={status} />
    </AdminFrame>
  )
}
