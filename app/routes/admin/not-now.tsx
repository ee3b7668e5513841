import '#app/ui/styles/admin.css'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { pageContext } from '#app/http/context.ts'
import { adminPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { NotNowView } from '#app/ui/admin/not-now-view.tsx'

export const handle = adminPage()

/** Shown instead of what was asked of the dashboard while the database is in trouble; it has no address of its own. */
export function loader({ context }: LoaderFunctionArgs) {
  const { refused, isShownInstead } = context.get(pageContext)
  if (!isShownInstead() || !refused) throw redirect('/admin')
  return data({ refused }, { status: 503 })
}

export default function NotNow() {
  const { clinic, viewer } = useSite()
  return (
    <AdminFrame clinic={clinic} viewer={viewer}>
      <NotNowView {...useLoaderData<typeof loader>().refused} />
    </AdminFrame>
  )
}
