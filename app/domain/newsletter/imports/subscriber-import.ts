import type { z } from 'zod'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import type { reportView } from './report-view.server.ts'

/** In the order of the report. */
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
export type FileProblem = 'empty' | 'binary' | 'no-addresses' | 'appointments' | 'too-many-lines' | 'failed'

export type ImportState =
  /** The file is being saved. */
  | 'receiving'
  /** The dry run is reading it. */
  | 'checking'
  /** The dry run is done, and the admin decides. */
  | 'checked'
  | 'importing'
  | 'done'
  | 'refused'
  /** By the admin, or because the decision took too long. */
  | 'discarded'

export type OutcomeCounts = Record<LineOutcome, number>

/** `position` counts the addresses: a line may have several. */
export type ReportLine = { line: number; position: number; address: string; outcome: LineOutcome }

export type CheckedLine = ReportLine & { name: string | null; signedUp: string | null }

/** Enough for a hundred thousand addresses with other columns. */
export const mostFileBytes = 20 * 1024 * 1024
export const mostLines = 200_000

export const importsPath = `${subscribersPath}/imports`
export const importPath = (id: string) => `${importsPath}/${id}`
const reportPath = (id: string) => `${importPath(id)}/report`
export const reportFilePath = (id: string) => `${reportPath(id)}/file`

export type ReportView = z.output<typeof reportView>

export const reportUrl = (id: string, view: Partial<ReportView>) => withQuery(reportPath(id), view)
