/** Stands in the stored file, and wherever it is shown, for what a newsletter must not have. */
export const removedCell = '•••'

/** As if it had not been there. */
export const withoutMarks = (cell: string) =>
  cell.includes(removedCell) ? cell.replaceAll(removedCell, ' ').replace(/^[\s,;|/:]+|[\s,;|/:]+$/g, '') : cell
