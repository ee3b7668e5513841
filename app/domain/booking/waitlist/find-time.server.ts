import type { Tx } from '#app/database/tables.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { openTimes } from '#app/domain/booking/availability.server.ts'
import { slotMinutes } from '#app/domain/booking/booking-content.ts'
import { type BusyInterval, overlaps } from '#app/domain/booking/busy.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { heldWithin } from '#app/domain/booking/holds.server.ts'
import { type OpenTime, withBuffer } from '#app/domain/booking/open-times.ts'
import { lockOwnHours, readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { listPeople, type Resource, unnamed } from '#app/domain/booking/service-needs.ts'
import type { Entry } from './entries.server.ts'
import { lastMoment } from './offer-until.ts'
import type { Passed } from './passed.ts'
import { wantsDay, wantsHours } from './wishes.ts'

type Deps = Pick<BookingDeps, 'database' | 'clinic' | 'booking' | 'content'> & { tx: Tx }

export type OfferedTime = Pick<OpenTime, 'startsAt' | 'endsAt' | 'room'> & {
  serviceId: string
  person: `person:${string}`
}

/** `byHours`: longer hours opened it. They bound appointments without the buffer after them. */
export type Freed = BusyInterval & { byHours?: true | undefined }

type Found = { ok: true; time: OfferedTime } | { ok: false; reason: Passed['reason'] }

/** Reads once what decides whether freed time suits somebody; `take` counts a time that was just given away. */
export async function openFreedTime(deps: Deps, freed: readonly Freed[], now: number) {
  const { tx, clinic, booking, content } = deps
  const { timeZone } = clinic.facts(now)
  const from = Math.min(...freed.map((interval) => interval.from))
  const day = clinicDate(from, timeZone)
  const days = { first: day, last: day }
  await lockOwnHours(deps, { shared: true })
  const resources: Resource[] = [
    ...listPeople(booking).map(({ resource }) => resource),
    ...booking.rooms.map(({ id }) => `room:${id}` as const),
    unnamed.resource,
  ]
  const bounds = clinicDayBounds(day.toString(), timeZone)
  const busy: BusyInterval[] = await heldWithin(tx, [...new Set(resources)], bounds)
  const own = await readOwnHours(tx, resources, days)
  const noticeHours = (from - lastMoment(from, bookingRules(booking).times)) / 3_600_000

  function timesFor({ person }: Entry, serviceId: string, stepMinutes: number) {
    const rules = { ...booking, noticeHours, stepMinutes }
    const query = { serviceId, personId: person?.replace('person:', ''), now }
    return openTimes({ clinic, booking: rules }, query, days, busy, own).flatMap(({ times }) => times)
  }

  /** The time with the person or in the room that was freed; undefined for one that was open before. */
  function asFreed(serviceId: string, { people, ...time }: OpenTime): OfferedTime | undefined {
    const used = { from: time.startsAt, until: time.endsAt }
    const touched = freed.filter((interval) => overlaps(interval, interval.byHours ? used : withBuffer(time, booking)))
    const isTouched = (resource: Resource) => touched.some((interval) => interval.resource === resource)
    const person = people.find(({ resource }) => isTouched(resource)) ?? people[0]!
    if (!isTouched(person.resource) && !(time.room && isTouched(time.room))) return undefined
    return { ...time, serviceId, person: person.resource }
  }

  return {
    find(entry: Entry): Found {
      if (!wantsDay(entry, day)) return { ok: false, reason: 'day' }
      const fitting = entry.serviceIds
        .filter((serviceId) => findService(content, serviceId)?.available !== false)
        .flatMap((serviceId) => {
          const onGrid = new Set(timesFor(entry, serviceId, booking.stepMinutes).map(({ startsAt }) => startsAt))
          return timesFor(entry, serviceId, slotMinutes)
            .filter(({ startsAt }) => startsAt === from || onGrid.has(startsAt))
            .flatMap((time) => asFreed(serviceId, time) ?? [])
            .toSorted((one, other) => Number(other.startsAt === from) - Number(one.startsAt === from))
        })
      const wanted = fitting.filter((time) => wantsHours(entry, time, timeZone))
      const [time] = wanted
      if (time) return { ok: true, time }
      return { ok: false, reason: fitting.length > 0 ? 'hours' : 'fit' }
    },
    take({ person, room, ...time }: OfferedTime) {
      const interval = withBuffer(time, booking)
      for (const resource of room ? [person, room] : [person]) busy.push({ resource, ...interval })
    },
  }
}
