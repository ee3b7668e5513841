import type { ShownRow } from './export-view.ts'

/** The items of one section of a person's copy. What people wrote keeps its lines. */
export const ExportItems = ({ items }: { items: ShownRow[][] }) => (
  <ul className="copy">
    {items.map((rows, index) => (
      <li key={index}>
        <ExportRows rows={rows} />
      </li>
    ))}
  </ul>
)

const ExportRows = ({ rows }: { rows: ShownRow[] }) => (
  <dl>
    {rows.map((row) => (
      <div key={row.name}>
        <dt>{row.name}</dt>
        <dd dir="auto">{row.items ? <ExportItems items={row.items} /> : row.text}</dd>
      </div>
    ))}
  </dl>
)
