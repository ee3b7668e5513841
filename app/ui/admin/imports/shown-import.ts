import type { ImportReading } from '#app/domain/newsletter/imports/import-reading.ts'
import type { ImportState, OutcomeCounts, ReportLine } from '#app/domain/newsletter/imports/subscriber-import.ts'

export type ShownImport = {
  id: string
  state: ImportState
  problem: string | null
  throughLine: number
  lastLine: number
  createdAt: number
  fileName: string | null
  reading: ImportReading | undefined
  isAsking: boolean
  counts: OutcomeCounts
  first: ReportLine[]
}
