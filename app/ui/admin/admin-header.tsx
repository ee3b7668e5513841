import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { AccountMenu } from '#app/ui/site/account-menu.tsx'
import { Logo } from '#app/ui/site/mark.tsx'
import { admin } from '#content/pages/admin.ts'

/** Slim: a workplace needs a way back to the website and out, nothing else. */
export function AdminHeader({ name, viewer }: { name: string; viewer: Viewer | undefined }) {
  return (
    <header className="head adm-head">
      <div className="head-in wrap">
        <Logo name={name} />
        <a className="adm-site" href="/">
          {admin.website}
        </a>
        {viewer && <AccountMenu viewer={viewer} />}
      </div>
    </header>
  )
}
