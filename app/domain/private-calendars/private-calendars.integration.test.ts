import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { wholeClinic } from '#app/domain/shared/reach.ts'
import { findBusyTimes } from '#app/domain/booking/blocks.server.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import type { CalendarRead } from '#app/integrations/calendars/calendar-work.ts'
import { at, bookingDeps, bookTestAppointment, dayOne as now } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { checkCalendar } from './check-calendar.server.ts'
import { findCollisions } from '#app/domain/booking/collisions.server.ts'
import {
  addCalendar,
  enqueueReading,
  isSilent,
  listCalendars,
  mostCalendars,
  removeCalendar,
} from './private-calendars.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1' }
const source = { kind: 'ics' as const, url: 'https://calendar.example/xylophone.ics', user: 'ann', password: 'sesame' }
const from = (start: string, end: string): Interval => ({
  from: at(`2026-05-07T${start}`),
  until: at(`2026-05-07T${end}`),
})
const lesson = from('10:00', '11:00')

const isOffered = (database: Database, start: string, n = 50) =>
  bookTestAppointment(database, { start: `2026-05-07T${start}`, n }).then(({ ok }) => ok)

const busy = (...times: Interval[]): CalendarRead => ({ ok: true, busy: times, oddities: [] })

/** A calendar of the only practitioner, and what reading it answers. */
async function withCalendar(database: Database) {
  const deps = bookingDeps(database)
  const added = await addCalendar(deps, admin, { person: 'person:clinic', source, now })
  if (!added.ok) throw new Error(added.reason)
  const asked: object[] = []
  const check = (read: CalendarRead, checkedAt = now, other: Partial<typeof deps> = {}) => {
    const calendarReader = { read: async (work: object) => (asked.push(work), read) }
    return checkCalendar({ ...deps, ...other, calendarReader }, added.id, checkedAt)
  }
  return { deps, id: added.id, check, asked }
}

describe('a private calendar', () => {
  test('keeps appointments away from its busy times, until they or it are gone', async () => {
    const database = await openTestDatabase()
    const { deps, id, check } = await withCalendar(database)
    expect(await database.db.selectFrom('jobs').select('kind').execute()).toEqual([{ kind: 'read-calendar' }])
    await check(busy(lesson, from('14:00', '15:00')))
    expect(await isOffered(database, '10:00')).toBe(false)
    expect(await isOffered(database, '09:00'), 'with its buffer it would end after the lesson has begun').toBe(false)
    expect(await isOffered(database, '11:00', 51)).toBe(true)
    await check(busy(from('10:30', '11:00')))
    expect(await isOffered(database, '14:00', 52)).toBe(true)
    expect(await isOffered(database, '10:00', 53)).toBe(false)
    expect(await isOffered(database, '09:00', 54)).toBe(true)
    await removeCalendar(deps, admin, id)
    await removeCalendar(deps, admin, id)
    expect(await findBusyTimes(database.db, wholeClinic, from('00:00', '23:00'))).toEqual([])
    expect(await database.db.selectFrom('recordKeys').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await database.db.selectFrom('auditEntries').select(['act', 'record']).execute()).toEqual([
      { act: 'private-calendar.added', record: `private-calendar:${id}` },
      { act: 'private-calendar.removed', record: `private-calendar:${id}` },
    ])
  })

  test('is stored without its address, credentials and titles', async () => {
    const database = await openTestDatabase()
    const { check } = await withCalendar(database)
    await check(busy(lesson))
    const row = await database.db.selectFrom('privateCalendars').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ host: 'calendar.example', person: 'person:clinic' })
    for (const secret of ['xylophone', 'sesame', 'ann'])
      expect(Buffer.from(row.source).includes(secret), secret).toBe(false)
    const { source: _, ...rest } = row
    expect(JSON.stringify(rest)).not.toMatch(/xylophone|sesame/)
  })

  test('is read from today to the last day that can be booked, and whole again on another day', async () => {
    const database = await openTestDatabase()
    const { check, asked } = await withCalendar(database)
    const read: CalendarRead = { ok: true, busy: [lesson], oddities: [], validator: 'v1' }
    await check(read)
    expect(asked[0]).toMatchObject({ source, within: { from: at('2026-05-04T00:00'), until: at('2026-07-04T00:15') } })
    await check({ ok: true, unchanged: true })
    expect(asked[1]).toMatchObject({ validator: 'v1' })
    expect(await isOffered(database, '10:00')).toBe(false)
    await check(read, now + 24 * 3_600_000)
    expect(asked[2]).not.toHaveProperty('validator')
  })

  test('that fails keeps the times read before, says why, and is silent after a day', async () => {
    const database = await openTestDatabase()
    const { check } = await withCalendar(database)
    await check(busy(lesson))
    const later = now + 25 * 3_600_000
    await check({ ok: false, reason: 'sign-in' }, later)
    const [calendar] = await listCalendars(database, wholeClinic)
    expect(calendar).toMatchObject({ failure: 'sign-in', checkedAt: later, readAt: now })
    expect([isSilent(calendar!, now), isSilent(calendar!, later)]).toEqual([false, true])
    expect(await isOffered(database, '10:00')).toBe(false)
    await check(busy(), later)
    expect((await listCalendars(database, wholeClinic))[0]).toMatchObject({ failure: undefined, readAt: later })
    expect(await isOffered(database, '10:00')).toBe(true)
  })

  test('collides with an appointment, which stays and is listed until one of both is gone', async () => {
    const database = await openTestDatabase()
    const { deps, check } = await withCalendar(database)
    const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
    const id = booked.ok ? booked.appointment.id : ''
    await check(busy(from('10:30', '12:00')))
    expect(await findCollisions(database, wholeClinic, now)).toMatchObject([{ id, person: 'person:clinic' }])
    expect(await findCollisions(database, wholeClinic, at('2026-05-07T10:00')), 'once it has begun').toEqual([])
    await check(busy(from('11:00', '12:00')))
    expect(await findCollisions(database, wholeClinic, now), 'one right after the other').toEqual([])
    await check(busy(from('10:30', '12:00')))
    await cancelAppointment(deps, admin, { id, now })
    expect(await findCollisions(database, wholeClinic, now)).toEqual([])
    expect(await isOffered(database, '10:00', 51), 'the time of the calendar is kept').toBe(false)
  })

  test('that says what another says, too, leaves its time blocked when that is removed', async () => {
    const database = await openTestDatabase()
    const one = await withCalendar(database)
    const other = await withCalendar(database)
    await one.check(busy(lesson))
    await other.check(busy(lesson))
    await removeCalendar(one.deps, admin, one.id)
    expect(await isOffered(database, '10:00')).toBe(false)
    await other.check(busy())
    expect(await isOffered(database, '10:00', 51)).toBe(true)
  })

  test('that is removed while it is read blocks nothing', async () => {
    const database = await openTestDatabase()
    const { deps, id } = await withCalendar(database)
    const calendarReader = {
      async read() {
        await removeCalendar(deps, admin, id)
        return busy(lesson)
      },
    }
    await checkCalendar({ ...deps, calendarReader }, id, now)
    expect(await isOffered(database, '10:00')).toBe(true)
  })

  test('is for someone who is booked here, and nobody has more than five', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    expect(await addCalendar(deps, admin, { person: 'person:stranger', source, now })).toEqual({
      ok: false,
      reason: 'unknown-person',
    })
    const add = () => addCalendar(deps, admin, { person: 'person:clinic', source, now })
    const added = await Promise.all(Array.from({ length: mostCalendars + 2 }, add))
    expect(added.filter(({ ok }) => ok)).toHaveLength(mostCalendars)
    await database.db.deleteFrom('jobs').execute()
    await enqueueReading(deps, wholeClinic)
    await enqueueReading(deps, wholeClinic)
    expect(await database.db.selectFrom('jobs').select('kind').execute()).toHaveLength(mostCalendars)
  })

  test('a booking and a check at the same time: whichever is second sees the other', async () => {
    const database = await openTestDatabase()
    const { check } = await withCalendar(database)
    const [booked] = await Promise.all([isOffered(database, '10:00'), check(busy(lesson))])
    expect(await findCollisions(database, wholeClinic, now)).toHaveLength(booked ? 1 : 0)
    expect(await isOffered(database, '10:00', 51)).toBe(false)
  })
})
