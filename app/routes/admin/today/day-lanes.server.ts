import type { Lists } from '#app/domain/content/content-record.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Block } from '#app/domain/booking/blocks/blocks.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import { assignLanes } from '#app/domain/booking/calendar/calendar-lanes.ts'
import { awaitsPayment } from '#app/domain/booking/money/pay-ahead.ts'
import { type HoursOfPeople, workHours } from '#app/domain/booking/own-hours/own-hours.ts'
import { listPeople, type Person } from '#app/domain/booking/service-needs.ts'
import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, instantsOn } from '#app/domain/shared/clinic-time.ts'
import { toInitials } from '#app/domain/shared/initials.ts'
import { withoutIntervals } from '#app/domain/today/day.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { patientName } from '#app/ui/admin/patient-name.ts'
import { dayLanes as words } from './words.ts'
import { type Moment, toPlace } from './place.ts'
import { toSign } from './sign.server.ts'

type Day = {
  appointments: Appointment[]
  blocks: Block[]
  booking: BookingContent
  content: Lists
  facts: ClinicFacts
  own?: HoursOfPeople
  now: number
}

const hourMs = 3_600_000
/** Shorter gaps fit nothing. */
const shortestGapMs = hourMs / 2

export type Lanes = NonNullable<ReturnType<typeof toLanes>>

/** The day by practitioner, from opening to closing; undefined when the clinic is closed and nobody comes. */
export function toLanes({ appointments, blocks, booking, content, facts, own, now }: Day) {
  const { timeZone } = facts
  const date = clinicDate(now, timeZone)
  const instant = instantsOn(date, timeZone)
  const toHours = ({ opens, closes }: OpenHours) => ({ from: instant(opens), until: instant(closes) })
  const openHours = openHoursOn(facts, date)
  const hours = openHours.map(toHours)
  const hoursOf = (person: Person) => workHours(openHours, person, own?.get(person.resource), date).map(toHours)
  const seen = appointments.filter(({ state }) => state !== 'no-show')
  const all = [...hours, ...seen.map(toInterval)]
  if (all.length === 0) return undefined
  const start = instant('00:00')
  const first = start + Math.floor((Math.min(...all.map(({ from }) => from)) - start) / hourMs) * hourMs
  const last = start + Math.ceil((Math.max(...all.map(({ until }) => until)) - start) / hourMs) * hourMs
  // What ends after midnight is drawn up to the end of the day.
  const frame = { from: first, until: Math.min(last, first + 24 * hourMs) }
  const clock = (moment: number) => formatTimeOfDay(moment, timeZone)
  const toSpan = (interval: Interval) => ({
    from: interval.from,
    place: toPlace(frame, interval),
    time: words.fromTo(clock(interval.from), clock(interval.until)),
  })

  const people = listPeople(booking)
  const known = new Set<string>(people.map(({ resource }) => resource))
  const others = seen.some(({ person }) => !known.has(person)) ? [undefined] : []
  const lanes = [...people, ...others].map((person, index) => {
    const own = assignLanes(
      seen
        .filter((one) => (person ? one.person === person.resource : !known.has(one.person)))
        .map((appointment) => ({ ...toInterval(appointment), appointment })),
    )
    const blocked = person ? blocks.filter(({ resources }) => resources.includes(person.resource)) : []
    const open = person ? hoursOf(person) : [frame]
    const gaps = withoutIntervals(open, [...own, ...blocked, { from: 0, until: now }])
    const items = [
      ...own.map(({ appointment, lane, lanes }) => ({
        key: appointment.id,
        kind: 'appointment' as const,
        ...toSpan(toInterval(appointment)),
        text: patientName(appointment),
        service: nameService(content, appointment.serviceId),
        href: `/admin/appointments/${appointment.id}`,
        sign: awaitsPayment(appointment) ? { kind: appointment.state, text: words.held } : toSign(appointment, now),
        lane,
        lanes,
      })),
      ...blocked.map((block) => ({
        key: `block-${block.id}`,
        kind: 'blocked' as const,
        ...toSpan(block),
        text: block.isBusy ? words.busy : (block.note ?? words.blocked),
      })),
      ...withoutIntervals([frame], open).map((off) => ({
        key: `off-${off.from}`,
        kind: 'blocked' as const,
        ...toSpan(off),
        text: words.off,
      })),
      ...(person ? gaps : [])
        .filter(({ from, until }) => until - from >= shortestGapMs)
        .map((gap) => ({
          key: `gap-${gap.from}`,
          kind: 'gap' as const,
          ...toSpan(gap),
          text: words.free,
        })),
    ]
    const name = person ? (person.name ?? words.unnamed) : words.others
    return {
      key: person?.id ?? 'others',
      name,
      initials: person?.name ? toInitials(person.name) : undefined,
      tone: index % 4,
      lanes: Math.max(1, ...own.map(({ lanes }) => lanes)),
      items: items.filter(({ place }) => place !== undefined).toSorted((one, other) => one.from - other.from),
    }
  })
  const count = Math.round((frame.until - frame.from) / hourMs)
  return {
    count,
    hours: Array.from({ length: count }, (_, index) => clock(frame.from + index * hourMs)),
    now: now >= frame.from && now < frame.until ? toNow(frame, now, clock) : undefined,
    lanes,
  }
}

const toInterval = ({ startsAt, endsAt }: Pick<Appointment, 'startsAt' | 'endsAt'>) => ({
  from: startsAt,
  until: endsAt,
})

function toNow(frame: Interval, now: number, clock: (moment: number) => string): Moment | undefined {
  const minute = Math.floor(now / 60_000) * 60_000
  const place = toPlace(frame, { from: minute, until: minute + 300_000 })
  return place && { ...place, text: clock(minute) }
}
