import '#app/ui/styles/admin.css'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { pageContext } from '#app/http/context.ts'
import { adminPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { UnavailableView } from '#app/ui/admin/unavailable-view.tsx'

export const handle = adminPage()

/** Shown in place of any page while the database does not answer. Its own URL leads to Today. */
export function loader({ context }: LoaderFunctionArgs) {
  const { rejected, isShownInstead } = context.get(pageContext)
  if (!isShownInstead() || !rejected) throw redirect('/admin')
  return data({ rejected }, { status: 503 })
}

export default function Unavailable() {
  const { clinic, viewer } = useSite()
  return (
    <AdminFrame clinic={clinic} viewer={viewer}>
      <UnavailableView {...useLoaderData<typeof loader>().rejected} />
    </AdminFrame>
  )
}
