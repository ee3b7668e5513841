import type { Scope } from '#app/domain/shared/scope.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import { needsFor } from '#app/domain/booking/service-needs.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { clinicDate, weekStart } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { adminNewPlan as words, planWords } from '#content/pages/admin-plans.ts'
import type { CalendarBlock, CalendarColumn, CalendarEntry } from './calendar-grid.server.ts'
import { readCalendar } from './calendar-view.server.ts'
import type { Draft } from './plan-draft.server.ts'

/**
 * A week of the calendar in which nothing but the chosen days of a new plan can be moved; what else is there is taken
 * time. Undefined while no day is chosen.
 */
export async function readPlanWeek(
  services: Services,
  scope: Scope,
  { template, days }: Draft,
  wanted: Temporal.PlainDate | undefined,
  now: number,
) {
  const { booking, content, clinic } = services
  const { timeZone } = clinic.facts(now)
  const [soonest] = days
  if (!soonest) return undefined
  const day = wanted ?? clinicDate(soonest.startsAt, timeZone)
  const first = weekStart(day)
  const query = {
    view: 'week',
    day: first,
    by: 'person',
    person: undefined,
    room: undefined,
    state: undefined,
  } as const
  const { grid } = await readCalendar(services, scope, first, query, now)
  if (!grid) return undefined
  const chosen = days.map(({ startsAt, personId, serviceId }, index): CalendarEntry & { key: string } => {
    const time = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone)
    const from = time.hour * 60 + time.minute
    const { minutes } = needsFor(booking, serviceId, false, template.days[index]!.needs)
    const start = formatTimeOfDay(startsAt, timeZone)
    return {
      key: `${time.toPlainDate().toString()} person:${personId}`,
      id: `day-${index + 1}`,
      time: `${start} to ${formatTimeOfDay(startsAt + minutes * 60_000, timeZone)}`,
      name: planWords.day(index + 1),
      service: nameService(content, serviceId),
      place: '',
      state: 'confirmed',
      cancelledLate: false,
      payBy: undefined,
      heldBack: undefined,
      late: undefined,
      start,
      canMove: true,
      startsAt,
      person: `person:${personId}`,
      room: undefined,
      tone: 0,
      from,
      until: from + minutes,
      lane: 0,
      lanes: 1,
    }
  })
  const toColumn = (column: CalendarColumn): CalendarColumn => ({
    ...column,
    blocks: [
      ...column.blocks.map((block) => ({ ...block, edges: [] })),
      ...column.entries.filter(takesTime).map((entry) => toTaken(entry, booking.bufferMinutes)),
    ],
    entries: chosen.filter(({ key }) => key === column.key),
  })
  return {
    grid: {
      ...grid,
      hasPlans: false,
      groups: grid.groups.map((group) => {
        const columns = group.columns.map(toColumn)
        const count = columns.reduce((sum, { entries }) => sum + entries.length, 0)
        // A link to the day would lose what is chosen.
        return { ...group, href: undefined, plans: [], count, columns }
      }),
    },
    title: words.week(first.toLocaleString('en-US', { month: 'long', day: 'numeric' })),
    shown: first.toString(),
    previous: first.subtract({ days: 7 }).toString(),
    next: first.add({ days: 7 }).toString(),
  }
}

const takesTime = ({ state }: CalendarEntry) => state !== 'cancelled' && state !== 'declined'

/** With the time after it, which is kept free. */
const toTaken = ({ id, from, until, time }: CalendarEntry, bufferMinutes: number): CalendarBlock => ({
  id,
  from,
  until: until + bufferMinutes,
  fromAt: 0,
  untilAt: 0,
  time,
  word: words.taken,
  what: '',
  isOwn: true,
  isRepeated: undefined,
  isHeld: false,
  edges: [],
})
