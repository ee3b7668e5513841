import { z } from 'zod'

const question = z.object({
  column: z.number(),
  /** The column's name; empty in a file without a header. */
  name: z.string(),
  /** Empty for blank cells; null for a column with too many values to ask about each. */
  value: z.string().nullable(),
  /** How many lines have this value. */
  count: z.number(),
  answer: z.enum(['on', 'off']).nullable(),
})
/** A value that may say whether a person gets email, and that only the clinic can interpret. */
export type Question = z.output<typeof question>

const importReading = z.object({
  /** The service that exported the file, if its columns tell. */
  service: z.string().optional(),
  /** The file's name says that no address in it may be emailed. */
  offByName: z.boolean(),
  questions: z.array(question),
})
export type ImportReading = z.output<typeof importReading>

type Row = { state: string; reading: string | null }

export const parseReading = ({ reading }: Pick<Row, 'reading'>): ImportReading | undefined =>
  reading === null ? undefined : importReading.parse(JSON.parse(reading))

/** Whether the dry run waits for answers of the clinic. */
export const isAsking = (row: Row) =>
  row.state === 'checked' && (parseReading(row)?.questions.some(({ answer }) => answer === null) ?? false)

export const answerField = (index: number) => `value-${index}`

/** The questions with their answers; undefined for each that has none. */
export function withAnswers(questions: Question[], typed: Record<string, string>): (Question | undefined)[] {
  return questions.map((one, index) => {
    const { data: answer } = question.shape.answer.safeParse(typed[answerField(index)])
    return answer ? { ...one, answer } : undefined
  })
}
