import type { Link } from '#content/pages/page.ts'

export function NavigationLinks({ links, path }: { links: Link[]; path: string }) {
  return (
    <ul className="links">
      {links.map(({ text, href }) => (
        <li key={href}>
          <a href={href} aria-current={toAriaCurrent(href, path)}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** 'page' for the page itself, true for its section: a blog post is within Blog. */
function toAriaCurrent(href: string, path: string) {
  if (path === href) return 'page'
  return href !== '/' && path.startsWith(`${href}/`) ? true : undefined
}
