import '#app/ui/styles/admin.css'
import { isRouteErrorResponse, type MiddlewareFunction, Outlet, useLocation, useRouteError } from 'react-router'
import { requireAdmin } from '#app/http/admin.server.ts'
import { adminPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { AdminNav } from '#app/ui/admin/admin-nav.tsx'
import { ErrorView, NotFoundView } from '#app/ui/site/problem-page.tsx'

export const handle = adminPage()

export const middleware: MiddlewareFunction<Response>[] = [requireAdmin]

export default function AdminLayout() {
  const { clinic, viewer } = useSite()
  const nav = <AdminNav path={useLocation().pathname} />
  return (
    <AdminFrame clinic={clinic} viewer={viewer} nav={nav}>
      <Outlet />
    </AdminFrame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { clinic, viewer, requestId } = useSite()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <AdminFrame clinic={clinic} viewer={viewer} nav={<AdminNav path={useLocation().pathname} />}>
      {status === 404 ? <NotFoundView clinic={clinic} /> : <ErrorView clinic={clinic} id={requestId} status={status} />}
    </AdminFrame>
  )
}
