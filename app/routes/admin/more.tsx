import { Link, useRouteLoaderData } from 'react-router'
import { adminGroups } from '#app/admin-sections.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { AdminIcon } from '#app/ui/admin/admin-icon.tsx'
import { WaitingCount } from '#app/ui/admin/admin-nav.tsx'
import { admin } from '#content/pages/admin.ts'
import type { loader } from './layout.tsx'

/** Every section on one page, for phones, whose bar has room for four. */
export default function More() {
  const waiting = useRouteLoaderData<typeof loader>('routes/admin/layout')?.waiting ?? {}
  return (
    <AdminPage title={admin.more}>
      <div className="adm-all">
        {adminGroups.map(({ name, sections }) => (
          <section key={name} aria-labelledby={`all-${name}`}>
            <h2 id={`all-${name}`}>{name}</h2>
            <ul className="panel">
              {sections.map(({ href, text, icon }) => (
                <li key={href}>
                  <Link to={href}>
                    <AdminIcon name={icon} />
                    {text}
                    <WaitingCount count={waiting[href]} />
                    <AdminIcon name="next" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </AdminPage>
  )
}
