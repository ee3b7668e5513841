import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { adminSections } from '#app/admin-sections.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { AccountMenu } from '#app/ui/site/account-menu.tsx'
import { Mark } from '#app/ui/site/mark.tsx'
import { SkipLink } from '#app/ui/site/skip-link.tsx'
import { admin } from '#content/pages/admin.ts'
import { AdminIcon } from './admin-icon.tsx'

type AdminFrameProps = {
  clinic: { name: string }
  viewer: Viewer | undefined
  nav?: ReactNode
  search?: ReactNode
  account?: ReactNode
  children: ReactNode
}

/** Around every page of the dashboard: the navigation at the side, tools above the page. */
export const AdminFrame = ({ clinic, viewer, nav, search, account, children }: AdminFrameProps) => (
  <div className="adm">
    <SkipLink />
    <header className="adm-side">
      {/* As a document: shown in place of a page of the dashboard, this frame is not hydrated. */}
      <a className="adm-brand" href="/admin">
        <Mark />
        <span className="adm-name">{clinic.name}</span>
      </a>
      {nav}
      {account}
    </header>
    <div className="adm-page">
      <section className="adm-tools" aria-label={admin.tools}>
        {search}
        <a className="adm-website" href="/">
          {admin.website}
        </a>
        {!account && viewer && <AccountMenu viewer={viewer} />}
        {nav && (
          <ButtonLink small kind={isOfTheDay(useLocation().pathname) ? 'primary' : 'line'} to="/admin/appointments/new">
            <AdminIcon name="plus" />
            <span>{admin.newAppointment}</span>
          </ButtonLink>
        )}
      </section>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  </div>
)

/** Where nothing else on the page is to be done first. */
const isOfTheDay = (path: string) => adminSections.some(({ href, onBar }) => onBar && href === path)
