import { z } from 'zod'

const question = z.object({
  column: z.number(),
  /** What the header calls the column; empty in a file without one. */
  name: z.string(),
  /** Empty for cells with nothing in them; null when there are too many values to ask about one by one. */
  value: z.string().nullable(),
  /** How many people it is about. */
  count: z.number(),
  answer: z.enum(['on', 'off']).nullable(),
})
/** Something that stands in a column about who gets mail, and that only the clinic can read. */
export type Question = z.output<typeof question>

const importReading = z.object({
  /** Whose export it is, where its columns tell. */
  service: z.string().optional(),
  /** The name of the file says that nobody in it is to be mailed. */
  offByName: z.boolean(),
  questions: z.array(question),
})
/** What a file says about who may be mailed. */
export type ImportReading = z.output<typeof importReading>

type Row = { state: string; reading: string | null }

export const readingOf = ({ reading }: Pick<Row, 'reading'>): ImportReading | undefined =>
  reading === null ? undefined : importReading.parse(JSON.parse(reading))

/** Whether the dry run waits for the clinic to say what the file means. */
export const isAsking = (row: Row) =>
  row.state === 'checked' && (readingOf(row)?.questions.some(({ answer }) => answer === null) ?? false)

export const answerField = (index: number) => `value-${index}`

const anAnswer = z.enum(['on', 'off'])

/** The questions with what was chosen for each; undefined where one is left without an answer. */
export function answered(questions: Question[], typed: Record<string, string>): (Question | undefined)[] {
  return questions.map((one, index) => {
    const { data: answer } = anAnswer.safeParse(typed[answerField(index)])
    return answer && { ...one, answer }
  })
}
