import '#app/ui/styles/admin.css'
import { data, redirect } from 'react-router'
import { pageContext } from '#app/http/context.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { readPage } from '#app/http/page-kind.ts'
import type { RejectedRequest } from '#app/http/rejected-request.server.ts'
import { useSite } from '#app/http/site.ts'
import type { Role } from '#app/domain/accounts/roles.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { AdminNav } from '#app/ui/admin/admin-nav.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { UnlockView } from './unlock-view.tsx'
import type { Route } from './+types/rejected.ts'
import { RejectedPost, RejectedView } from './rejected-view.tsx'
import { notAllowedWords as words } from './rejected-words.ts'

export const handle = readPage()

/**
 * Shown in place of a page of the dashboard that needs a confirmation or a sign-in, or while the database does not
 * answer. Its own URL leads home.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { rejected } = context.get(pageContext)
  if (!rejected) throw redirect('/')
  return data(rejected, { status: rejected.isUnread ? 503 : 403 })
}

export default function Rejected({ loaderData: rejected }: Route.ComponentProps) {
  const { clinic, viewer, menu } = useSite()
  const { unlock, allowed } = rejected
  if (allowed)
    return (
      <AdminFrame clinic={clinic} viewer={viewer} menu={menu} nav={<AdminNav menu={menu} path={rejected.address} />}>
        <NotAllowedView rejected={rejected} allowed={allowed} />
      </AdminFrame>
    )
  return (
    <AdminFrame clinic={clinic} viewer={viewer}>
      {unlock ? <UnlockView {...rejected} unlock={unlock} /> : <RejectedView rejected={rejected} />}
    </AdminFrame>
  )
}

type NotAllowedProps = { rejected: RejectedRequest; allowed: readonly Role[] }

/** Inside the dashboard, which somebody may open; not this page of it (product decisions, 'Admin redirect'). */
const NotAllowedView = ({ rejected, allowed }: NotAllowedProps) => (
  <AdminPage title={words.title}>
    <div className="stack">
      <Note kind="error">{words.allowed(allowed, rejected.isPost)}</Note>
      <p>{words.advice}</p>
      <RejectedPost {...rejected} />
    </div>
  </AdminPage>
)
