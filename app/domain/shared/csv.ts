import { stringify } from 'csv-stringify/sync'

/** The byte order mark, which spreadsheet programs need to recognize UTF-8. */
export const csvBeginning = '\uFEFF'

type Cell = string | number | undefined

/** RFC 4180. Formulas get an apostrophe, since names and notes are typed by strangers (OWASP, 'CSV Injection'). */
export const csvLines = (rows: Cell[][]) => stringify(rows, { record_delimiter: 'windows', escape_formulas: true })
