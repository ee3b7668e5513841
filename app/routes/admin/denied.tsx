import '#app/ui/styles/admin.css'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { pageContext } from '#app/http/context.ts'
import { adminPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { DeniedView } from '#app/ui/admin/denied-view.tsx'

export const handle = adminPage()

/** Shown in response to a post or a script's request after the sign-in has ended. Its own URL leads home. */
export function loader({ context }: LoaderFunctionArgs) {
  const { rejected, isShownInstead } = context.get(pageContext)
  if (!isShownInstead() || !rejected) throw redirect('/')
  return data({ rejected }, { status: 403 })
}

export default function Denied() {
  const { clinic, viewer } = useSite()
  return (
    <AdminFrame clinic={clinic} viewer={viewer}>
      <DeniedView {...useLoaderData<typeof loader>().rejected} />
    </AdminFrame>
  )
}
