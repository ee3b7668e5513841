import { Link } from 'react-router'
import { admin } from '#content/pages/admin.ts'

export type Sort = { text: string; href: string; current: boolean }

/** The orders that a list can be in. */
export const SortLinks = ({ sorts }: { sorts: Sort[] }) => (
  <nav className="row sorts" aria-label={admin.sort.label}>
    {sorts.map(({ text, href, current }) => (
      <Link key={href} className="tap" to={href} aria-current={current || undefined}>
        {text}
      </Link>
    ))}
  </nav>
)
