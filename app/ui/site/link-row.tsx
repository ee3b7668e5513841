import type { ReactNode } from 'react'
import type { Link } from '#content/pages/page.ts'

export function LinkRow({ links, children }: { links: readonly Link[]; children?: ReactNode }) {
  return (
    <ul className="row links">
      {links.map(({ text, href }) => (
        <li key={href}>
          <a className="btn-text" href={href}>
            {text}
          </a>
        </li>
      ))}
      {children}
    </ul>
  )
}
