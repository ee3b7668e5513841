import { Link } from 'react-router'
import type { AdminSection, MenuGroup } from '#app/admin-sections.ts'
import { admin } from '#content/pages/admin.ts'
import { AdminIcon } from './admin-icon.tsx'

/** How much waits in a section, by its address. */
export type Waiting = Partial<Record<string, number>>

const morePath = '/admin/more'

type AdminNavProps = { menu: readonly MenuGroup[] | undefined; path: string; waiting?: Waiting | undefined }

/** Groups at the side; on a phone, a bar at the bottom whose last entry leads to the page of all sections. */
export function AdminNav({ menu = [], path, waiting = {} }: AdminNavProps) {
  const isOnBar = menu.some(({ sections }) => sections.some(({ href, onBar }) => onBar && isWithin(href, path)))
  return (
    <nav className="adm-nav" aria-label={admin.sections}>
      {menu.map(({ name, sections }) => (
        <div key={name} className="adm-group">
          <p>{name}</p>
          <ul className="adm-links">
            {sections.map((section) => (
              <li key={section.href} className={section.onBar ? undefined : 'adm-other'}>
                <SectionLink {...section} path={path} count={waiting[section.href]} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Link className="adm-more" to={morePath} aria-current={isOnBar ? undefined : path === morePath ? 'page' : true}>
        <AdminIcon name="menu" />
        <span>{admin.more}</span>
      </Link>
    </nav>
  )
}

type SectionLinkProps = Pick<AdminSection, 'text' | 'href' | 'icon'> & { path: string; count: number | undefined }

function SectionLink({ text, href, icon, path, count }: SectionLinkProps) {
  return (
    <Link to={href} aria-current={isWithin(href, path) ? (href === path ? 'page' : true) : undefined}>
      <AdminIcon name={icon} />
      <span className="adm-name">{text}</span>
      <WaitingCount count={count} />
    </Link>
  )
}

export const WaitingCount = ({ count = 0 }: { count: number | undefined }) =>
  count > 0 && (
    <span className="adm-count num">
      {count.toLocaleString('en-US')}
      <span className="vh"> {admin.waiting}</span>
    </span>
  )

const isWithin = (href: string, path: string) => href === path || (href !== '/admin' && path.startsWith(`${href}/`))
