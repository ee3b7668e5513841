import '#app/ui/styles/admin.css'
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from 'react-router'
import { countWaitingMessages } from '#app/domain/contact/inbox.server.ts'
import { countNewOrders } from '#app/domain/orders/order-list.server.ts'
import { requireAdmin } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { adminPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { AdminNav } from '#app/ui/admin/admin-nav.tsx'
import { admin } from '#content/pages/admin.ts'
import { ErrorView } from '#app/ui/site/error-view.tsx'
import type { Route } from './+types/layout.ts'

export const handle = adminPage()

export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

/** Without the counts while the database does not answer; the page itself says so. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, emailsLeave } = context.get(servicesContext)
  const waiting = await tryLoad(context, async () => ({
    '/admin/orders': await countNewOrders(database),
    '/admin/messages': await countWaitingMessages(database),
  }))
  return { mailed: emailsLeave, waiting }
}

export default function AdminLayout({ loaderData: { mailed, waiting } }: Route.ComponentProps) {
  const { clinic, viewer } = useSite()
  const nav = <AdminNav path={useLocation().pathname} waiting={waiting} />
  return (
    <AdminFrame clinic={clinic} viewer={viewer} nav={nav}>
      {!mailed && (
        <p className="adm-alarm">
          {admin.mailNotSetUp.text} <a href="/admin/mail">{admin.mailNotSetUp.link}</a>
        </p>
      )}
      <Outlet />
      <script type="module" src="/admin/idle.js" />
    </AdminFrame>
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
