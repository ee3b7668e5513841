import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'

import { findBusyTimes } from '#app/domain/booking/blocks/blocks.server.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import type { CalendarRead } from '#app/integrations/calendars/calendar-work.ts'
import { at, bookingDeps, bookTestAppointment, dayOne as now, renewals } from '#tests/support/booking.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { allowServer } from './allow-server.server.ts'
import { checkCalendar } from './check-calendar.server.ts'
import { chooseCalendars, findOfferedCalendars } from './choose-calendars.server.ts'
import { findCollisions } from '#app/domain/booking/collisions.server.ts'
import {
  addCalendar,
  calendarLock,
  enqueueReading,
  isSilent,
  listCalendars,
  mostCalendars,
  removeCalendar,
} from './private-calendars.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const source = { kind: 'ics' as const, url: 'https://calendar.example/xylophone.ics', user: 'ann', password: 'sesame' }
const from = (start: string, end: string): Interval => ({
  from: at(`2026-05-07T${start}`),
  until: at(`2026-05-07T${end}`),
})
const lesson = from('10:00', '11:00')

const isOffered = (database: Database, start: string, n = 50) =>
  bookTestAppointment(database, { start: `2026-05-07T${start}`, n }).then(({ ok }) => ok)

const busy = (...times: Interval[]) => ({ ok: true as const, busy: times, oddities: [] })

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

const found = (...names: string[]) => names.map((name) => ({ url: `https://calendar.example/${name}`, name }))

/** What reading an account answers that has these calendars, none of them busy. */
const account = (...names: string[]) => ({ ...busy(), calendars: found(...names) })

type TestDeps = ReturnType<typeof bookingDeps>

const offered = async (deps: TestDeps, id: string) => (await findOfferedCalendars(deps, 'everything')).get(id)

const named = (name: string, isRead = true) => ({ key: expect.any(String) as string, name, isRead })

/** Checks these of an account's calendars, by their names; the page showed `shown`, or all. */
async function choose(
  deps: TestDeps,
  id: string,
  { read, readsNew, shown }: { read: string[]; readsNew: boolean; shown?: string[] },
  actor: ScopedActor = admin,
) {
  const { calendars = [] } = (await offered(deps, id)) ?? {}
  const keys = (names: string[]) => calendars.filter(({ name }) => names.includes(name)).map(({ key }) => key)
  const all = calendars.map(({ name }) => name)
  return chooseCalendars(deps, actor, { id, shown: keys(shown ?? all), read: keys(read), readsNew })
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
    expect(await findBusyTimes(database.db, 'everything', from('00:00', '23:00'))).toEqual([])
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
    const [calendar] = await listCalendars(database, 'everything')
    expect(calendar).toMatchObject({ failure: 'sign-in', checkedAt: later, readAt: now })
    expect([isSilent(calendar!, now), isSilent(calendar!, later)]).toEqual([false, true])
    expect(await isOffered(database, '10:00')).toBe(false)
    await check(busy(), later)
    expect((await listCalendars(database, 'everything'))[0]).toMatchObject({ failure: undefined, readAt: later })
    expect(await renewals(database), 'what was read, and what is free again').toBe(2)
    expect(await isOffered(database, '10:00')).toBe(true)
  })

  test('whose address does not open any more says so, and is silent a day after it was added', async () => {
    const database = await openTestDatabase()
    const { check, asked } = await withCalendar(database)
    const source = Buffer.from('of another key')
    await database.db.updateTable('privateCalendars').set({ source }).execute()
    await check(busy(lesson))
    const [calendar] = await listCalendars(database, 'everything')
    expect([calendar, asked]).toMatchObject([{ failure: 'sealed', checkedAt: now, readAt: undefined }, []])
    expect([23, 25].map((hours) => isSilent(calendar!, now + hours * 3_600_000))).toEqual([false, true])
  })

  test('collides with an appointment, which stays and is listed until one of both is gone', async () => {
    const database = await openTestDatabase()
    const { deps, check } = await withCalendar(database)
    const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
    const id = booked.ok ? booked.appointment.id : ''
    await check(busy(from('10:30', '12:00')))
    expect(await findCollisions(database, 'everything', now)).toMatchObject([{ id, person: 'person:clinic' }])
    expect(await findCollisions(database, 'everything', at('2026-05-07T10:00')), 'once it has begun').toEqual([])
    await check(busy(from('11:00', '12:00')))
    expect(await findCollisions(database, 'everything', now), 'one right after the other').toEqual([])
    await check(busy(from('10:30', '12:00')))
    await cancelAppointment(deps, admin, { id, now })
    expect(await findCollisions(database, 'everything', now)).toEqual([])
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

  test('of an account: what is unchecked blocks nothing at the next check, which comes at once', async () => {
    const database = await openTestDatabase()
    const { deps, id, check, asked } = await withCalendar(database)
    await check({ ...account('work', 'home'), busy: [lesson] })
    expect(asked.at(-1)).not.toHaveProperty('choice')
    expect(await offered(deps, id)).toEqual({ calendars: [named('work'), named('home')], readsNew: true })
    await database.db.deleteFrom('jobs').execute()
    expect(await choose(deps, id, { read: ['work'], readsNew: true })).toEqual({ ok: true })
    expect(await database.db.selectFrom('jobs').select('kind').execute()).toEqual([{ kind: 'read-calendar' }])
    await check(account('work', 'home'))
    expect(asked.at(-1)).toMatchObject({ source, choice: { except: ['https://calendar.example/home'] } })
    expect(await isOffered(database, '10:00')).toBe(true)
    await choose(deps, id, { read: ['work'], readsNew: false })
    await check({ ok: true, unchanged: true, calendars: found('work', 'home', 'club') })
    expect(asked.at(-1)).toMatchObject({ choice: { only: ['https://calendar.example/work'] } })
    expect(await offered(deps, id)).toEqual({
      calendars: [named('work'), named('home', false), named('club', false)],
      readsNew: false,
    })
    const acts = await database.db.selectFrom('auditEntries').select('act').execute()
    expect(acts.filter(({ act }) => act === 'private-calendar.chosen')).toHaveLength(2)
  })

  test('of an account: a calendar that vanishes leaves the page, and comes back as it was chosen', async () => {
    const database = await openTestDatabase()
    const { deps, id, check } = await withCalendar(database)
    await check(account('work', 'home'))
    await choose(deps, id, { read: ['work'], readsNew: true })
    await check(account('work'))
    expect(await offered(deps, id)).toEqual({ calendars: [named('work')], readsNew: true })
    await check(account('work', 'home', 'club'))
    expect(await offered(deps, id)).toMatchObject({ calendars: [named('work'), named('home', false), named('club')] })
  })

  test('of an account: a choice while it is read is not overwritten, and it is read again', async () => {
    const database = await openTestDatabase()
    const { deps, id, check } = await withCalendar(database)
    await check(account('work', 'home'))
    const calendarReader = {
      async read() {
        await choose(deps, id, { read: [], readsNew: true })
        return { ...account('work', 'home'), busy: [lesson] }
      },
    }
    expect(await checkCalendar({ ...deps, calendarReader }, id, now)).toBe('chosen-meanwhile')
    expect(await isOffered(database, '10:00')).toBe(true)
    expect(await offered(deps, id)).toMatchObject({ calendars: [named('work', false), named('home', false)] })
  })

  test('of an account: calendars that the page did not show yet stay as they are', async () => {
    const database = await openTestDatabase()
    const { deps, id, check } = await withCalendar(database)
    expect(await choose(deps, id, { read: [], readsNew: true }), 'before it was read').toEqual({
      ok: false,
      reason: 'not-found',
    })
    await check(account('work', 'home', 'club'))
    await choose(deps, id, { read: [], readsNew: true, shown: ['work', 'gone'] })
    expect(await offered(deps, id)).toMatchObject({ calendars: [named('work', false), named('home'), named('club')] })
  })

  test('of an account: is chosen by nobody out of scope, and its names are sealed', async () => {
    const database = await openTestDatabase()
    const { deps, id, check } = await withCalendar(database)
    await check(account('work', 'zither'))
    const stranger = { ...admin, scope: { person: 'person:lin-wu' as const } }
    expect(await choose(deps, id, { read: [], readsNew: false }, stranger)).toEqual({ ok: false, reason: 'not-found' })
    expect(await findOfferedCalendars(deps, stranger.scope)).toEqual(new Map())
    const row = await database.db.selectFrom('privateCalendars').selectAll().executeTakeFirstOrThrow()
    expect(Buffer.from(row.source).includes('zither')).toBe(false)
    await removeCalendar(deps, stranger, id)
    expect(await listCalendars(database, stranger.scope)).toEqual([])
    expect(await listCalendars(database, 'everything')).toHaveLength(1)
    await removeCalendar(deps, admin, id)
    expect(await database.db.selectFrom('recordKeys').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await renewals(database)).toBe(1)
  })

  test('that leads to another server asks, and only the one asked about gets the password', async () => {
    const database = await openTestDatabase()
    const { deps, id, check, asked } = await withCalendar(database)
    const other = 'https://p42.calendar.example'
    await check({ ok: false, reason: 'other-server', origin: other })
    const [listed] = await listCalendars(database, 'everything')
    expect(listed).toMatchObject({ failure: 'other-server', otherServer: other })
    const refused = { ok: false, reason: 'not-found' }
    const stranger = { ...admin, scope: { person: 'person:lin-wu' as const } }
    expect(await allowServer(deps, admin, { id, origin: 'https://evil.example' })).toEqual(refused)
    expect(await allowServer(deps, stranger, { id, origin: other })).toEqual(refused)
    const second = await withCalendar(database)
    await second.check({ ok: false, reason: 'other-server', origin: other })
    expect(await allowServer(deps, admin, { id, origin: other })).toEqual({ ok: true })
    const asking = (await listCalendars(database, 'everything')).filter(({ failure }) => failure)
    expect(asking, 'another one asks still').toMatchObject([{ id: second.id }])
    await check(busy())
    expect(asked.at(-1)).toMatchObject({ source: { ...source, alsoTo: [other] } })
    expect(await allowServer(deps, admin, { id, origin: other })).toEqual(refused)
  })

  test('a server is allowed after whoever changes a calendar in another process', async () => {
    const [database, other] = await openTwice()
    const order: string[] = []
    const allowed = await other.transaction(async (tx) => {
      await other.takeAdvisoryLock(tx, calendarLock)
      const allowing = allowServer(bookingDeps(database), admin, { id: 'gone', origin: 'https://other.example' })
      const done = allowing.then(() => order.push('allowed'))
      await pause(100)
      order.push('changed')
      return { done }
    })
    await allowed.done
    expect(order).toEqual(['changed', 'allowed'])
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
    await enqueueReading(deps, 'everything')
    await enqueueReading(deps, 'everything')
    expect(await database.db.selectFrom('jobs').select('kind').execute()).toHaveLength(mostCalendars)
    await database.db.deleteFrom('jobs').execute()
    const [one] = await listCalendars(database, 'everything')
    await enqueueReading(deps, { person: 'person:lin-wu' })
    await enqueueReading(deps, 'everything', one!.id)
    expect(await database.db.selectFrom('jobs').select('kind').execute()).toHaveLength(1)
  })

  test('a booking and a check at the same time: whichever is second sees the other', async () => {
    const database = await openTestDatabase()
    const { check } = await withCalendar(database)
    const [booked] = await Promise.all([isOffered(database, '10:00'), check(busy(lesson))])
    expect(await findCollisions(database, 'everything', now)).toHaveLength(booked ? 1 : 0)
    expect(await isOffered(database, '10:00', 51)).toBe(false)
  })
})
