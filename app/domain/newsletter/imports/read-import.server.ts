import { z } from 'zod'
import { answerField, type ImportReading, type Question } from './import-reading.ts'

const question = z.object({
  column: z.number(),
  name: z.string(),
  value: z.string().nullable(),
  count: z.number(),
  answer: z.enum(['on', 'off']).nullable(),
  isNearlyAll: z.boolean().optional(),
})

const importReading = z.object({
  service: z.string().optional(),
  offByName: z.boolean(),
  ofPatients: z.boolean().optional(),
  refused: z.array(z.string()).optional(),
  blanked: z.array(z.string()).optional(),
  questions: z.array(question),
})

type Row = { state: string; reading: string | null }

export const parseReading = ({ reading }: Pick<Row, 'reading'>): ImportReading | undefined =>
  reading === null ? undefined : importReading.parse(JSON.parse(reading))

/** Whether the dry run waits for answers of the clinic. */
export const isAsking = (row: Row) =>
  row.state === 'checked' && (parseReading(row)?.questions.some(({ answer }) => answer === null) ?? false)

/** The questions with their answers; undefined for each that has none. */
export function withAnswers(questions: Question[], typed: Record<string, string>): (Question | undefined)[] {
  return questions.map((one, index) => {
    const { data: answer } = question.shape.answer.safeParse(typed[answerField(index)])
    return answer ? { ...one, answer } : undefined
  })
}
