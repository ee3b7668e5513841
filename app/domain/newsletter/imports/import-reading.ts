/** What the dry run found out about a file besides its addresses. */
export type ImportReading = {
  /** The service that exported the file, if its columns tell. */
  service?: string | undefined
  /** The file's name says that no address in it may be emailed. */
  offByName: boolean
  /** A list of patients. */
  ofPatients?: boolean | undefined
  /** Names of columns with secrets, which were neither read nor stored. */
  refused?: string[] | undefined
  /** Names of other columns, from cells of which secrets were left out. */
  blanked?: string[] | undefined
  questions: Question[]
}

/** A value that may say whether a person gets email, and that only the clinic can interpret. */
export type Question = {
  /** Or `wholeFile`. */
  column: number
  /** The column's name; empty in a file without a header. */
  name: string
  /** Empty for blank cells; null for a column with too many values to ask about each. */
  value: string | null
  /** How many lines have this value. */
  count: number
  answer: 'on' | 'off' | null
  /** A 'Yes' that nearly everyone has. */
  isNearlyAll?: boolean | undefined
}

export const answerField = (index: number) => `value-${index}`

/** Asks about all people of a file, which says of none whether they may be emailed. */
export const wholeFile = -1
