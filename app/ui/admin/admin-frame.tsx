import type { ReactNode } from 'react'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { SkipLink } from '#app/ui/site/skip-link.tsx'
import { admin } from '#content/pages/admin.ts'
import { AdminHeader } from './admin-header.tsx'

type AdminFrameProps = { clinic: { name: string }; viewer: Viewer | undefined; nav?: ReactNode; children: ReactNode }

/** Around every page of the dashboard: a workplace, so a slim header, its sections and the work. */
export function AdminFrame({ clinic, viewer, nav, children }: AdminFrameProps) {
  return (
    <>
      <SkipLink />
      <AdminHeader name={clinic.name} viewer={viewer} />
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
}
