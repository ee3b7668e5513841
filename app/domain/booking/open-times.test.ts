import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { type Weekday, weekdays } from '#app/domain/clinic/clinic.ts'
import type { BusyInterval } from './busy.ts'
import { bookableInterval, openTimesOn } from './open-times.ts'
import type { Person, Resource, ServiceNeeds } from './service-needs.ts'

const timeZone = 'America/Chicago'
const minute = 60_000
const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${timeZone}]`).epochMilliseconds
const weekOf = (...open: { opens: string; closes: string }[]) =>
  Object.fromEntries(weekdays.map((day) => [day, open])) as WeekHours
const rules = { stepMinutes: 30, bufferMinutes: 15, noticeHours: 4, horizonDays: 60 }
const anna: Person = { resource: 'person:anna', id: 'anna', name: 'Anna' }
const ravi: Person = { resource: 'person:ravi', id: 'ravi', name: 'Ravi' }
const hour: ServiceNeeds = {
  minutes: 60,
  together: 1,
  people: [anna],
  rooms: ['room:one'],
  byVideo: false,
  videoOffered: false,
  confirmedByClinic: false,
  preparation: undefined,
}
const tuesday = Temporal.PlainDate.from('2026-05-05')
const dayBefore = at('2026-05-04T08:00')

type OpenTimesInput = Partial<Parameters<typeof openTimesOn>[0]> & { taken?: BusyInterval[]; week?: WeekHours }

/** '09:00 anna', as the clinic's clock has it. */
function timesOn(
  day: Temporal.PlainDate,
  { taken = [], week = weekOf({ opens: '09:00', closes: '12:00' }), ...given }: OpenTimesInput = {},
) {
  const clinic = { timeZone, hours: week }
  const question = {
    clinic,
    rules,
    needs: hour,
    now: dayBefore,
    busy: taken,
    ...given,
  }
  return openTimesOn(question, day).map(({ startsAt, people }) => {
    const clock = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone)
    return `${clock.toPlainTime().toString().slice(0, 5)} ${people.map(({ id }) => id).join('+')}`
  })
}

const busy = (resource: Resource, from: string, minutes = 75): BusyInterval => ({
  resource,
  from: at(from),
  until: at(from) + minutes * minute,
})

describe('the times of a day', () => {
  test('begin at the opening, are a step apart, and end before closing', () => {
    expect(timesOn(tuesday)).toEqual(['09:00 anna', '09:30 anna', '10:00 anna', '10:30 anna', '11:00 anna'])
  })

  test('leave out times that overlap an appointment of the person with its buffer, on both sides', () => {
    expect(timesOn(tuesday, { taken: [busy('person:anna', '2026-05-05T10:00')] })).toEqual([])
    const long = weekOf({ opens: '08:00', closes: '14:00' })
    expect(timesOn(tuesday, { week: long, taken: [busy('person:anna', '2026-05-05T10:00')] })).toEqual([
      '08:00 anna',
      '08:30 anna',
      '11:30 anna',
      '12:00 anna',
      '12:30 anna',
      '13:00 anna',
    ])
  })

  test('need a free room, whichever practitioners are free', () => {
    const needs = { ...hour, people: [anna, ravi] }
    const taken = [busy('room:one', '2026-05-05T09:00', 120)]
    expect(timesOn(tuesday, { needs, taken })).toEqual(['11:00 anna+ravi'])
    expect(timesOn(tuesday, { needs: { ...needs, rooms: ['room:one', 'room:two'] }, taken })).toHaveLength(5)
    expect(timesOn(tuesday, { needs: { ...needs, rooms: [] }, taken })).toHaveLength(5)
  })

  test('name the free practitioners, or only the requested one', () => {
    const needs = { ...hour, people: [anna, ravi] }
    const taken = [busy('person:anna', '2026-05-05T08:30', 75)]
    expect(timesOn(tuesday, { needs, taken })).toEqual([
      '09:00 ravi',
      '09:30 ravi',
      '10:00 anna+ravi',
      '10:30 anna+ravi',
      '11:00 anna+ravi',
    ])
    expect(timesOn(tuesday, { needs, taken, personId: 'anna' })).toEqual(['10:00 anna', '10:30 anna', '11:00 anna'])
  })

  test("keep to a person's own days", () => {
    const on = (...days: Weekday[]) => timesOn(tuesday, { needs: { ...hour, people: [{ ...ravi, days }] } })
    expect(on('monday', 'wednesday')).toEqual([])
    expect(on('tuesday')).toHaveLength(5)
  })

  test('leave one of the people for what was booked before anyone had a name', () => {
    const taken = [busy('person:clinic', '2026-05-05T09:00')]
    const starts = (people: Person[]) => timesOn(tuesday, { needs: { ...hour, people }, taken })
    expect(starts([anna])).toEqual(['10:30 anna', '11:00 anna'])
    expect(starts([anna, ravi])).toHaveLength(5)
  })

  test('begin after the minimum notice and end with the horizon', () => {
    expect(timesOn(tuesday, { now: at('2026-05-05T06:10') })).toEqual(['10:30 anna', '11:00 anna'])
    expect(timesOn(tuesday, { now: at('2026-03-06T23:00') })).toHaveLength(5)
    expect(timesOn(tuesday, { now: at('2026-03-05T23:00') })).toEqual([])
  })

  test('respect closures', () => {
    const clinic = { timeZone, hours: weekOf({ opens: '09:00', closes: '12:00' }) }
    const closed = { id: 'c', firstDay: '2026-05-05', lastDay: '2026-05-05' }
    expect(timesOn(tuesday, { clinic: { ...clinic, closures: [closed] } })).toEqual([])
    const part = { ...closed, part: { opens: '10:00', closes: '10:30' } }
    expect(timesOn(tuesday, { clinic: { ...clinic, closures: [part] } })).toEqual([
      '09:00 anna',
      '10:30 anna',
      '11:00 anna',
    ])
  })

  test('are correct on nights with a clock change', () => {
    const night = weekOf({ opens: '00:00', closes: '05:00' })
    // At 2:00 it is 3:00, so the night has four hours.
    const spring = Temporal.PlainDate.from('2026-03-08')
    expect(timesOn(spring, { week: night, now: at('2026-03-06T08:00') })).toEqual(
      ['00:00', '00:30', '01:00', '01:30', '03:00', '03:30', '04:00'].map((time) => `${time} anna`),
    )
    // At 2:00 it is 1:00 again: six hours.
    const autumn = Temporal.PlainDate.from('2026-11-01')
    expect(timesOn(autumn, { week: night, now: at('2026-10-30T08:00') })).toEqual(
      ['00:00', '00:30', '01:00', '01:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30', '04:00'].map(
        (time) => `${time} anna`,
      ),
    )
  })
})

describe('for any calendar', () => {
  const clock = fc.integer({ min: 0, max: 23 * 12 + 11 }).map((fives) => {
    const [hours, minutes] = [Math.floor(fives / 12), (fives % 12) * 5]
    return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  })
  const open = fc
    .tuple(clock, clock)
    .filter(([a, b]) => a < b)
    .map(([opens, closes]) => ({ opens, closes }))
  // Around both days on which the clocks change.
  const day = fc
    .tuple(fc.constantFrom('2026-03-06', '2026-10-30', '2027-03-12', '2027-11-05'), fc.nat({ max: 4 }))
    .map(([start, ahead]) => Temporal.PlainDate.from(start).add({ days: ahead }))
  const rooms: ServiceNeeds['rooms'] = ['room:one', 'room:two']
  const taken = fc.array(
    fc.record({
      resource: fc.constantFrom<Resource>('person:anna', 'person:ravi', 'room:one', 'room:two'),
      startsIn: fc.nat({ max: 48 * 12 }),
      fives: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 12 },
  )
  const calendar = fc.record({
    day,
    open,
    /** Closed from here until there, such as for lunch. */
    closed: fc.option(open, { nil: undefined }),
    /** The days on which Ravi is there, unless he always is. */
    own: fc.option(fc.subarray([...weekdays]), { nil: undefined }),
    taken,
    minutes: fc.integer({ min: 1, max: 36 }).map((fives) => fives * 5),
    stepMinutes: fc.constantFrom(5, 15, 30, 60),
    bufferMinutes: fc.constantFrom(0, 10, 15),
  })

  test('a time is free exactly when the clinic is open, and a working person and a room are free with the buffer', () => {
    fc.assert(
      fc.property(
        calendar,
        ({ day: on, open: hours, closed, own, taken: some, minutes, stepMinutes, bufferMinutes }) => {
          const midnight = on.toZonedDateTime(timeZone).epochMilliseconds
          const busy = some.map(({ resource, startsIn, fives }) => {
            const from = midnight - 12 * 60 * minute + startsIn * 5 * minute
            return { resource, from, until: from + fives * 5 * minute }
          })
          const people = [anna, { ...ravi, ...(own && { days: own }) }]
          const day = { firstDay: on.toString(), lastDay: on.toString() }
          const question = {
            clinic: { timeZone, hours: weekOf(hours), closures: closed ? [{ id: 'c', ...day, part: closed }] : [] },
            rules: { ...rules, stepMinutes, bufferMinutes },
            needs: { ...hour, minutes, people, rooms },
            now: midnight - 24 * 60 * minute,
            busy,
          }
          const offered = openTimesOn(question, on)

          // The slow way: every start of the grid is looked at by itself.
          const moments = Array.from({ length: 25 * 12 }, (_, fives) => midnight + fives * 5 * minute)
          const clocks = moments.map((at) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone))
          const read = clocks.map((at) => at.toPlainTime().toString().slice(0, 5))
          const instant = (time: string) => moments[read.findIndex((shown) => shown >= time)] ?? Number.NaN
          const bookable = bookableInterval(question)
          const overlaps = closed !== undefined && closed.opens < hours.closes && closed.closes > hours.opens
          const spans = overlaps
            ? [
                { opens: hours.opens, closes: closed.opens },
                { opens: closed.closes, closes: hours.closes },
              ].filter(({ opens, closes }) => opens < closes)
            : [hours]
          const expected: [number, string[]][] = []
          for (const { opens, closes } of spans)
            for (
              let start = instant(opens);
              start + minutes * minute <= instant(closes);
              start += stepMinutes * minute
            ) {
              const end = start + minutes * minute
              const until = end + bufferMinutes * minute
              const isFree = (resource: Resource) =>
                busy.every((other) => other.resource !== resource || other.until <= start || other.from >= until)
              const isThere = ({ id }: Person) => id !== 'ravi' || !own || own.includes(weekdays[on.dayOfWeek - 1]!)
              const free = people.filter((person) => isThere(person) && isFree(person.resource)).map(({ id }) => id)
              if (start >= bookable.from && free.length > 0 && rooms.some(isFree)) expected.push([start, free])
            }
          expect(offered.map(({ startsAt, people: free }) => [startsAt, free.map(({ id }) => id)])).toEqual(expected)
          for (const { startsAt, endsAt } of offered) expect(endsAt - startsAt).toBe(minutes * minute)
        },
      ),
      { numRuns: 500 },
    )
  })
})
