/** The head row of a table, a column for each name. */
export function ColumnHeads({ columns }: { columns: Record<string, string> }) {
  return (
    <thead>
      <tr>
        {Object.values(columns).map((column) => (
          <th scope="col" key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
