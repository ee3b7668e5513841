export type WithoutNulls<Row> = {
  [Column in keyof Row]: null extends Row[Column] ? Exclude<Row[Column], null> | undefined : Row[Column]
}

/** A row of the database with undefined in the place of each null. */
export const withoutNulls = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? undefined])) as WithoutNulls<Row>
