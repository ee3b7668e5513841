import '#app/ui/styles/admin.css'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { pageContext } from '#app/http/context.ts'
import { adminPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { UnlockView } from '#app/ui/admin/unlock-view.tsx'

export const handle = adminPage()

/** Shown instead of a page of the dashboard that wants to know again who is there; it has no address of its own. */
export function loader({ context }: LoaderFunctionArgs) {
  const { refused, isShownInstead } = context.get(pageContext)
  if (!isShownInstead() || !refused?.unlock) throw redirect('/admin')
  return data({ ...refused, unlock: refused.unlock }, { status: 403 })
}

export default function Locked() {
  const { clinic, viewer } = useSite()
  return (
    <AdminFrame clinic={clinic} viewer={viewer}>
      <UnlockView {...useLoaderData<typeof loader>()} />
    </AdminFrame>
  )
}
