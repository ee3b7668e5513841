import type { Migration } from '#app/database/migrate.server.ts'

const sections = ['address', 'phones', 'emails', 'holidays', 'reminder', 'notice']
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/**
 * The sections of the Clinic page become versions of their records. The rows of before stay, for a process of the last
 * release that still serves.
 */
export const clinicFacts: Migration['up'] = async (tx) => {
  const save = (section: string, facts: unknown) =>
    tx
      .insertInto('content_versions')
      .values({
        record: `clinic/${section}`,
        version: 1,
        changes: JSON.stringify({ confirmed: true, facts }),
        at: Date.now(),
        who: 'program',
      })
      .execute()

  const rows = await tx.selectFrom('clinic_overlays').select(['section', 'value']).execute()
  for (const { section, value } of rows) {
    const facts = sections.includes(section) ? parse(value) : undefined
    if (facts) await save(section, facts)
    if (section === 'hours' && value !== null) {
      const spans = await tx
        .selectFrom('opening_hours')
        .select(['weekday', 'opens', 'closes'])
        .orderBy('weekday')
        .orderBy('opens')
        .execute()
      const spansOf = (number: number) =>
        spans.filter(({ weekday }) => weekday === number).map(({ opens, closes }) => ({ opens, closes }))
      await save(section, Object.fromEntries(weekdays.map((day, index) => [day, spansOf(index + 1)])))
    }
  }
}

/** What can't be read, or was reset, counted as missing. */
function parse(value: string | null): unknown {
  try {
    return JSON.parse(value ?? 'null')
  } catch {
    return undefined
  }
}
