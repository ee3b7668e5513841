import { stringify } from 'csv-stringify/sync'

/** Spreadsheet programs take a file for UTF-8 only when it begins so. */
export const csvBeginning = '\uFEFF'

type Cell = string | number | undefined

/**
 * Lines of a CSV file (RFC 4180). A cell that a spreadsheet program would run as a formula begins with an apostrophe,
 * since names and notes are typed by strangers (OWASP, 'CSV Injection').
 */
export const csvLines = (rows: Cell[][]) => stringify(rows, { record_delimiter: 'windows', escape_formulas: true })
