import type { ReactNode } from 'react'

/** A table with a heading for each of its columns; `children` are the rows. */
export const Table = ({ columns, children }: { columns: Record<string, string>; children: ReactNode }) => (
  <table className="table">
    <thead>
      <tr>
        {Object.values(columns).map((column) => (
          <th scope="col" key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
