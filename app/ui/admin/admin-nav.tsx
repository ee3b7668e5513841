import { admin, adminSections } from '#content/pages/admin.ts'

const others = adminSections.filter((section) => !section.onBar)

/** A list at the side; on a phone a bar at the bottom with the rest behind 'More', which opens without any script. */
export function AdminNav({ path }: { path: string }) {
  return (
    <nav className="adm-nav" aria-label={admin.sections}>
      <ul className="adm-list">
        {adminSections.map((section) => (
          <li key={section.href} className={section.onBar ? undefined : 'adm-other'}>
            <SectionLink {...section} path={path} />
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

type SectionLinkProps = { text: string; href: string; path: string }

function SectionLink({ text, href, path }: SectionLinkProps) {
  return (
    <a href={href} aria-current={isWithin(href, path) ? (href === path ? 'page' : true) : undefined}>
      {text}
    </a>
  )
}

const isWithin = (href: string, path: string) =>
  href === path || (href !== adminSections[0]?.href && path.startsWith(`${href}/`))
