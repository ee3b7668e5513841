import '#app/ui/styles/admin.css'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { pageContext } from '#app/http/context.ts'
import { adminPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { UnlockView } from '#app/ui/admin/unlock-view.tsx'

export const handle = adminPage()

/** Shown in place of a page that needs a fresh confirmation. Its own URL leads to Today. */
export function loader({ context }: LoaderFunctionArgs) {
  const { rejected, isShownInstead } = context.get(pageContext)
  if (!isShownInstead() || !rejected?.unlock) throw redirect('/admin')
  return data({ ...rejected, unlock: rejected.unlock }, { status: 403 })
}

export default function Locked() {
  const { clinic, viewer } = useSite()
  return (
    <AdminFrame clinic={clinic} viewer={viewer}>
      <UnlockView {...useLoaderData<typeof loader>()} />
    </AdminFrame>
  )
}
