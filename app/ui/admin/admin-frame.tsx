import type { ReactNode } from 'react'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { AccountMenu } from '#app/ui/site/account-menu.tsx'
import { Logo } from '#app/ui/site/mark.tsx'
import { SkipLink } from '#app/ui/site/skip-link.tsx'
import { admin } from '#content/pages/admin.ts'

type AdminFrameProps = { clinic: { name: string }; viewer: Viewer | undefined; nav?: ReactNode; children: ReactNode }

/** Around every page of the dashboard: a slim header, the navigation and the page. */
export const AdminFrame = ({ clinic, viewer, nav, children }: AdminFrameProps) => (
  <>
    <SkipLink />
    <header className="head adm-head">
      <div className="head-in wrap">
        <Logo name={clinic.name} />
        <a className="adm-site" href="/">
          {admin.website}
        </a>
        {viewer && <AccountMenu viewer={viewer} />}
      </div>
    </header>
    <div className="adm wrap">
      {nav}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
    <footer className="adm-foot wrap">
      <p>{admin.footer(clinic.name)}</p>
    </footer>
  </>
)
