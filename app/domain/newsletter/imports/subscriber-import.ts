import { z } from 'zod'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'

/** What is or was done with a line of an imported file; in the order in which the report tells of them. */
export const lineOutcomes = [
  'added',
  'known',
  'unsubscribed',
  'bounced',
  'not-subscribed',
  'duplicate',
  'malformed',
] as const
export type LineOutcome = (typeof lineOutcomes)[number]

/** Why a file cannot be imported at all. */
export type FileProblem = 'empty' | 'binary' | 'no-addresses' | 'too-many-lines' | 'quotes' | 'failed'

export type ImportState =
  /** Its file is on the way into the database. */
  | 'receiving'
  /** The dry run reads it. */
  | 'checking'
  /** The dry run is done; the admin decides. */
  | 'checked'
  | 'importing'
  | 'done'
  | 'refused'
  /** The admin changed their mind, or did not decide in time. */
  | 'discarded'

export type OutcomeCounts = Record<LineOutcome, number>

export type ReportLine = { line: number; address: string; outcome: LineOutcome }

/** With what the file says of a person who is added. */
export type CheckedLine = ReportLine & { name: string | null; signedUp: string | null }

/** Room for a hundred thousand addresses with other columns beside them. */
export const mostFileBytes = 20 * 1024 * 1024
export const mostLines = 200_000

export const importsPath = `${subscribersPath}/imports`
export const importPath = (id: string) => `${importsPath}/${id}`
const reportPath = (id: string) => `${importPath(id)}/report`
export const reportFilePath = (id: string) => `${reportPath(id)}/file`

/** What a page of the report shows, as its address says it. */
export const reportView = z.object({
  outcome: z.enum(lineOutcomes).optional().catch(undefined),
  /** The line behind which the page begins. */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0).default(0),
})
export type ReportView = z.output<typeof reportView>

export function reportAddress(id: string, { outcome, after }: Partial<ReportView>) {
  const fields = new URLSearchParams({ ...(outcome && { outcome }), ...(after && { after: String(after) }) })
  return fields.size > 0 ? `${reportPath(id)}?${fields}` : reportPath(id)
}
