/** What the dry run found out about a file besides its addresses. */
export type ImportReading = {
  /** The service that exported the file, if its columns tell. */
  service?: string | undefined
  /** The file's name says that no address in it may be emailed. */
  offByName: boolean
  questions: Question[]
}

/** A value that may say whether a person gets email, and that only the clinic can interpret. */
export type Question = {
  column: number
  /** The column's name; empty in a file without a header. */
  name: string
  /** Empty for blank cells; null for a column with too many values to ask about each. */
  value: string | null
  /** How many lines have this value. */
  count: number
  answer: 'on' | 'off' | null
}

export const answerField = (index: number) => `value-${index}`
