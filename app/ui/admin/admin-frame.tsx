import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { MenuGroup } from '#app/admin-sections.ts'
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
  menu?: readonly MenuGroup[] | undefined
  nav?: ReactNode
  search?: ReactNode
  account?: ReactNode
  children: ReactNode
}

/** Around every page of the dashboard: the navigation at the side, tools above the page. */
export const AdminFrame = ({ clinic, viewer, menu = [], nav, search, account, children }: AdminFrameProps) => (
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
        <a className="tap adm-website" href="/">
          {admin.website}
        </a>
        {!account && viewer && <AccountMenu viewer={viewer} />}
        <NewAppointment menu={menu} />
      </section>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  </div>
)

/** For those who may open the calendar; filled where nothing else on the page is to be done first. */
function NewAppointment({ menu }: { menu: readonly MenuGroup[] }) {
  const path = useLocation().pathname
  const [day] = menu
  if (!day?.sections.some(({ href }) => href === calendar)) return null
  const isOfTheDay = day.sections.some(({ href }) => href === path)
  return (
    <ButtonLink small kind={isOfTheDay ? 'primary' : 'line'} to={`${calendar}/new`}>
      <AdminIcon name="plus" />
      <span>{admin.newAppointment}</span>
    </ButtonLink>
  )
}

const calendar = '/admin/appointments'
