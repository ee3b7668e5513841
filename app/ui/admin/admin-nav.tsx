import { adminSections } from '#app/admin-sections.ts'
import { admin } from '#content/pages/admin.ts'

const others = adminSections.filter((section) => !section.onBar)

/** A list at the side; on a phone, a bar at the bottom with the rest under "More", which needs no script. */
export function AdminNav({ path, waiting = {} }: { path: string; waiting?: Record<string, number> }) {
  return (
    <nav className="adm-nav" aria-label={admin.sections}>
      <ul className="adm-list">
        {adminSections.map((section) => (
          <li key={section.href} className={section.onBar ? undefined : 'adm-other'}>
            <SectionLink {...section} path={path} count={waiting[section.href]} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <details className="adm-more">
          <summary aria-current={others.some(({ href }) => isWithin(href, path)) || undefined}>{admin.more}</summary>
          <ul className="adm-list">
            {others.map((section) => (
              <li key={section.href}>
                <SectionLink {...section} path={path} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  )
}

function SectionLink({ text, href, path, count }: { text: string; href: string; path: string; count?: number }) {
  return (
    <a href={href} aria-current={isWithin(href, path) ? (href === path ? 'page' : true) : undefined}>
      {text}
      {count !== undefined && count > 0 && (
        <>
          {' '}
          <span className="num" id={`waiting-${text.toLowerCase()}`} data-live="">
            {count.toLocaleString('en-US')}
          </span>
        </>
      )}
    </a>
  )
}

const isWithin = (href: string, path: string) =>
  href === path || (href !== adminSections[0]?.href && path.startsWith(`${href}/`))
