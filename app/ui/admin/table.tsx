import type { ReactNode } from 'react'

/** `amount`: the column that aligns at the right, as numbers do. */
type TableProps = { columns: Record<string, string>; amount?: string; children: ReactNode }

/** A table with a heading for each of its columns; `children` are the rows. */
export const Table = ({ columns, amount, children }: TableProps) => (
  <table className="table">
    <thead>
      <tr>
        {Object.entries(columns).map(([name, text]) => (
          <th scope="col" key={name} className={name === amount ? 'amount' : undefined}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
