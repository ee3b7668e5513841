export type Filter = { text: string; href: string; current: boolean; count?: string }

/** Ways to narrow a list, as links with how many each shows. */
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
