import type { ExportItem } from '#app/domain/shared/data-subject.ts'

export const sectionNames = [
  'records',
  'appointments',
  'waitlist',
  'messages',
  'orders',
  'giftCards',
  'newsletter',
  'account',
  'requests',
  'emails',
] as const
export type SectionName = (typeof sectionNames)[number]

export type ExportSection = { name: SectionName; items: ExportItem[] }

/** The file: the sections by name, and when it was made. */
export const toExportFile = (clinic: string, sections: readonly ExportSection[], now: number) =>
  JSON.stringify(
    {
      clinic,
      madeAt: Temporal.Instant.fromEpochMilliseconds(now),
      ...Object.fromEntries(sections.map(({ name, items }) => [name, items])),
    },
    null,
    2,
  )
