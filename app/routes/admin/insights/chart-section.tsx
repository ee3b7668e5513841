import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { insightsPage } from './words.ts'

/** `none` says how the first figures come about. */
type ChartWords = { title: string; note?: string; none: string; all?: { text: string; href: string } }

type ChartSectionProps = {
  words: ChartWords
  isEmpty: boolean
  finding?: string | undefined
  /** The same figures. Left out where the picture is a table itself. */
  table?: { columns: string[]; rows: string[][] }
  children: ReactNode
}

/** A picture of figures under the sentence that it shows, with a table of them behind. */
export function ChartSection({
  words: { title, note, none, all },
  isEmpty,
  finding,
  table,
  children,
}: ChartSectionProps) {
  const id = useId()
  return (
    <section className="panel chart" aria-labelledby={id}>
      <div className="ends part-top">
        <h2 id={id}>{title}</h2>
        {all ? <Link to={all.href}>{all.text}</Link> : null}
        {note ? <p className="hint">{note}</p> : null}
      </div>
      {isEmpty ? (
        <p className="muted">{none}</p>
      ) : (
        <figure>
          {finding ? <figcaption>{finding}</figcaption> : null}
          {children}
          {table ? <FigureTable {...table} /> : null}
        </figure>
      )}
    </section>
  )
}

const FigureTable = ({ columns, rows }: NonNullable<ChartSectionProps['table']>) => (
  <details>
    <summary className="tap">{insightsPage.showTable}</summary>
    <table className="figures">
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} className="num">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
