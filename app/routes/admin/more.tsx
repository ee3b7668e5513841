import { Link, useRouteLoaderData } from 'react-router'
import { AdminPage } from '#app/http/admin-page.tsx'
import { useSite } from '#app/http/site.ts'
import { accountLinks } from '#app/ui/admin/account-links.ts'
import { Initial, LogOut } from '#app/ui/admin/admin-account.tsx'
import { AdminIcon } from '#app/ui/admin/admin-icon.tsx'
import { WaitingCount } from '#app/ui/admin/admin-nav.tsx'
import { admin } from '#content/pages/admin.ts'
import type { loader } from './layout.tsx'

/** The signed-in person and every section on one page, for phones, whose bar has room for four. */
export default function More() {
  const { viewer, menu = [] } = useSite()
  const waiting = useRouteLoaderData<typeof loader>('routes/admin/layout')?.news.waiting ?? {}
  return (
    <AdminPage title={admin.more}>
      {viewer && (
        <div className="panel adm-me">
          <Initial name={viewer.name} />
          <p>{viewer.name}</p>
          <LogOut className="btn btn-line btn-s" />
        </div>
      )}
      <div className="adm-all">
        {menu.map(({ name, sections }) => (
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
        <section aria-labelledby="all-account">
          <h2 id="all-account">{admin.account.heading}</h2>
          <ul className="panel">
            {[...accountLinks, { text: admin.website, href: '/' }].map(({ text, href }) => (
              <li key={href}>
                <a href={href}>
                  {text}
                  <AdminIcon name="next" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </AdminPage>
  )
}
