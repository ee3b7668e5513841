import type { CalendarWork } from './calendar-work.ts'
import { readCalendar } from './read-calendar.ts'

// A process for one calendar, so that reading it takes nothing from the pages.

// Its parent is gone, and nobody waits for the answer.
process.once('disconnect', () => process.exit())
process.once('message', async (work: CalendarWork) => {
  const read = await readCalendar(work)
  process.send?.(read, () => process.exit())
})
