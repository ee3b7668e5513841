import { Link } from 'react-router'

export type Filter = { text: string; href: string; current: boolean; count?: number }

export function FilterLinks({ label, filters }: { label: string; filters: Filter[] }) {
  return (
    <nav aria-label={label}>
      <ul className="row chips filters">
        {filters.map(({ text, href, current, count }) => (
          <li key={href}>
            <Link className="chip" to={href} aria-current={current || undefined}>
              {text} {count !== undefined && <span className="num">{count.toLocaleString('en-US')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
