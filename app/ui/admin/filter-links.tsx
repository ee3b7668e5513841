export type Filter = { text: string; href: string; current: boolean; count?: string }

export function FilterLinks({ label, filters }: { label: string; filters: Filter[] }) {
  return (
    <nav aria-label={label}>
      <ul className="jump filters">
        {filters.map(({ text, href, current, count }) => (
          <li key={href}>
            <a href={href} aria-current={current || undefined}>
              {text} {count && <span className="num">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
