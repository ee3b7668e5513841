import { header } from '#content/site.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'

export const accountLinks = (viewer: Viewer) => [
  ...(viewer.isAdmin ? [{ text: header.dashboard, href: '/admin' }] : []),
  { text: header.profile, href: '/profile' },
]

/** Logging out changes state, so it is a post. */
export function LogoutForm({ className }: { className?: string }) {
  return (
    <form method="post" action="/logout">
      <button className={className} type="submit">
        {header.logout}
      </button>
    </form>
  )
}
