import type { ImportState, OutcomeCounts, ReportLine } from '#app/domain/newsletter/imports/subscriber-import.ts'

/** What the page of an import knows of it. */
export type ShownImport = {
  id: string
  state: ImportState
  problem: string | null
  throughLine: number
  lastLine: number
  createdAt: number
  counts: OutcomeCounts
  first: ReportLine[]
}
