import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne as now, renewals } from '#tests/support/booking.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { findOpenTimes, findSoonestDays } from '#app/domain/booking/availability.server.ts'
import { addOwnDays, allowOwn, removeOwnDays, saveOwnWeek, undoOwnHours } from './change-own-hours.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { findHoursOf } from './own-hours.server.ts'

const owner = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const person = 'person:anna' as const
const anna = { ...owner, who: 'account-2', scope: { person } }
const booking = {
  ...bookingRules,
  rooms: [...bookingRules.rooms, { id: 'two', name: 'Two' }],
  practitioners: [
    { id: 'anna', name: 'Anna', days: ['monday', 'tuesday', 'thursday', 'sunday'] as const },
    { id: 'ben', name: 'Ben' },
  ],
}
const deps = (database: Database) => bookingDeps(database, booking)
const change = { person, anyway: false, now }
const every = (hours: WeekHours['monday']) => Object.fromEntries(weekdays.map((day) => [day, hours])) as WeekHours
const mornings = every([{ opens: '09:00', closes: '12:00' }])

/** The clock times that are offered with Anna on a day. */
async function offered(database: Database, day: string, serviceId = 'general', time = now) {
  const date = Temporal.PlainDate.from(day)
  const [open] = await findOpenTimes(
    { ...deps(database), db: database.db },
    { serviceId, personId: 'anna', now: time },
    { first: date, last: date },
  )
  return open!.times.map(({ startsAt }) =>
    Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO('America/Chicago').toPlainTime().toString(),
  )
}

describe('a person’s own hours', () => {
  test('bound every offer with her, and the clinic’s bound them', async () => {
    const database = await openTestDatabase()
    const week = {
      ...every([]),
      thursday: [
        { opens: '07:00', closes: '10:30' },
        { opens: '14:00', closes: '20:00' },
      ],
    }
    expect(await saveOwnWeek(deps(database), anna, { ...change, week, over: 0 })).toMatchObject({ ok: true })
    const times = ['09:00', '09:30', '14:00', '14:30', '15:00', '15:30', '16:00'].map((time) => `${time}:00`)
    expect(await offered(database, '2026-05-07')).toEqual(times)
    expect(await offered(database, '2026-05-07', 'long')).toEqual(['14:00:00', '14:30:00', '15:00:00'])
    expect(await offered(database, '2026-05-05')).toEqual([])
    const soonest = await findSoonestDays(
      { ...deps(database), db: database.db },
      { serviceId: 'general', personId: 'anna', now },
      2,
    )
    expect(soonest.map(({ day }) => day.toString())).toEqual(['2026-05-07', '2026-05-14'])
    const book = (start: string, n: number) => bookTestAppointment(database, { start, n, booking, personId: 'anna' })
    expect(await book('2026-05-07T12:00', 1)).toMatchObject({ ok: false, reason: 'not-offered' })
    expect(await book('2026-05-07T09:30', 2)).toMatchObject({ ok: true })
    // Whoever is at work takes it.
    expect(await bookTestAppointment(database, { start: '2026-05-07T12:00', n: 3, booking })).toMatchObject({
      ok: true,
    })
    expect(await saveOwnWeek(deps(database), owner, { ...change, week: undefined, over: 1 })).toMatchObject({
      ok: true,
    })
    expect(await offered(database, '2026-05-05')).toHaveLength(15)
  })

  test('are left on days away and on days with other hours, which may be days on which she is usually not there', async () => {
    const database = await openTestDatabase()
    const vacation = { firstDay: '2026-05-11', lastDay: '2026-05-14', hours: [] }
    expect(await addOwnDays(deps(database), anna, { ...change, days: vacation })).toMatchObject({ ok: true })
    expect(await renewals(database)).toBe(1)
    for (const day of ['2026-05-11', '2026-05-12', '2026-05-14']) expect(await offered(database, day)).toEqual([])
    const hours = [
      { opens: '09:00', closes: '10:30' },
      { opens: '16:00', closes: '19:00' },
    ]
    const other = { firstDay: '2026-05-08', lastDay: '2026-05-08', hours }
    expect(await offered(database, '2026-05-08'), 'a Friday').toEqual([])
    expect(await addOwnDays(deps(database), anna, { ...change, days: other })).toMatchObject({ ok: true })
    expect(await offered(database, '2026-05-08')).toEqual(['09:00:00', '09:30:00', '16:00:00'])
    const twice = await addOwnDays(deps(database), anna, { ...change, days: { ...vacation, lastDay: '2026-06-01' } })
    expect(twice).toEqual({ ok: false, reason: 'overlapping-days' })
    const { days } = await findHoursOf(database.db, person, Temporal.PlainDate.from('2026-05-04'))
    expect(days.map(({ firstDay }) => firstDay)).toEqual(['2026-05-08', '2026-05-11'])
    const remove = () => removeOwnDays(deps(database), anna, { ...change, id: days[1]!.id })
    expect([await remove(), await remove()]).toMatchObject([{ revision: 3 }, { ok: true, revision: undefined }])
    expect(await offered(database, '2026-05-11')).toHaveLength(15)
  })

  test('are those of the clock, also on the days on which it changes', async () => {
    const database = await openTestDatabase()
    const week = every([{ opens: '09:00', closes: '11:00' }])
    await saveOwnWeek(deps(database), anna, { ...change, week, over: 0 })
    const before = at('2026-10-25T08:00')
    for (const day of ['2026-10-29', '2026-11-01', '2026-11-02'])
      expect(await offered(database, day, 'general', before)).toEqual(['09:00:00', '09:30:00', '10:00:00'])
  })

  test('that leave appointments outside are saved only when asked again, and the appointments stay', async () => {
    const database = await openTestDatabase()
    const booked = await bookTestAppointment(database, { start: '2026-05-07T14:00', booking, personId: 'anna' })
    const id = booked.ok ? booked.appointment.id : ''
    const save = (anyway: boolean) => saveOwnWeek(deps(database), anna, { ...change, week: mornings, over: 0, anyway })
    expect(await save(false)).toMatchObject({ ok: false, reason: 'overlap', appointments: [{ id }] })
    expect(await offered(database, '2026-05-12')).toHaveLength(15)
    expect(await save(true)).toMatchObject({ ok: true })
    const { startsAt } = await database.db
      .selectFrom('appointments')
      .select('startsAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(startsAt).toBe(at('2026-05-07T14:00'))
    // It was outside before, so nothing is asked.
    const away = { firstDay: '2026-05-07', lastDay: '2026-05-07', hours: [] }
    expect(await addOwnDays(deps(database), anna, { ...change, days: away })).toMatchObject({ ok: true })
    const moved = await moveAppointment(deps(database), owner, {
      id,
      startsAt: at('2026-05-12T14:00'),
      personId: 'anna',
      now,
    })
    expect(moved).toMatchObject({ ok: false, reason: 'not-offered' })
  })

  test('are changed back, unless they were changed again since; a patient who booked meanwhile is asked about', async () => {
    const database = await openTestDatabase()
    const find = () => findHoursOf(database.db, person, Temporal.PlainDate.from('2026-05-04'))
    const undo = (revision: number, anyway = false) =>
      undoOwnHours(deps(database), anna, { ...change, anyway, revision })
    await saveOwnWeek(deps(database), anna, { ...change, week: mornings, over: 0 })
    expect(await undo(1)).toEqual({ ok: true, revision: 2 })
    expect(await find()).toMatchObject({ week: undefined, days: [] })
    expect(await undo(1)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    const away = { firstDay: '2026-05-11', lastDay: '2026-05-14', hours: [] }
    await addOwnDays(deps(database), anna, { ...change, days: away })
    const { days } = await find()
    expect(await undo(3)).toMatchObject({ ok: true })
    expect(await find()).toMatchObject({ days: [] })
    await addOwnDays(deps(database), anna, { ...change, days: away })
    const added = (await find()).days
    expect(added[0]?.id).not.toBe(days[0]?.id)
    await removeOwnDays(deps(database), anna, { ...change, id: added[0]!.id })
    const booked = await bookTestAppointment(database, { start: '2026-05-12T14:00', booking, personId: 'anna' })
    expect(await undo(6)).toMatchObject({
      ...{ ok: false, reason: 'overlap' },
      appointments: [{ id: booked.ok && booked.appointment.id }],
    })
    expect(await undo(6, true)).toMatchObject({ ok: true })
    expect(await find()).toMatchObject({ days: added })
    const { detail } = await database.db
      .selectFrom('auditEntries')
      .select('detail')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(detail).toBe('Anna. Undone: Removed: Monday, May 11, 2026 to Thursday, May 14, 2026: away')
  })

  test('that the clinic took over are not changed back by her', async () => {
    const database = await openTestDatabase()
    await saveOwnWeek(deps(database), anna, { ...change, week: mornings, over: 0 })
    await allowOwn(deps(database), owner, { person, isTheirs: false, allowed: [], now })
    for (const revision of [1, 2])
      expect(await undoOwnHours(deps(database), anna, { ...change, revision })).toMatchObject({ ok: false })
  })

  test('are hers alone, and the clinic’s when it keeps them', async () => {
    const database = await openTestDatabase()
    const save = (actor: typeof owner | typeof anna, of: `person:${string}`, over = 0) =>
      saveOwnWeek(deps(database), actor, { ...change, person: of, week: mornings, over })
    expect(await save(anna, 'person:ben')).toEqual({ ok: false, reason: 'not-found' })
    expect(await save(owner, 'person:nobody')).toEqual({ ok: false, reason: 'not-found' })
    const allow = { person, isTheirs: false, allowed: [], now }
    expect(await allowOwn(deps(database), anna, allow)).toEqual({ ok: false, reason: 'not-found' })
    expect(await allowOwn(deps(database), owner, allow)).toMatchObject({ ok: true })
    expect(await save(anna, person, 1)).toEqual({ ok: false, reason: 'not-allowed' })
    expect(await save(owner, person, 0)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    expect(await save(owner, person, 1)).toMatchObject({ ok: true })
    const entries = await database.db.selectFrom('auditEntries').select(['act', 'record', 'detail']).execute()
    expect(entries).toEqual([
      { act: 'hours.allowed', record: 'hours:anna', detail: 'Anna. May change: nothing.' },
      {
        act: 'hours.changed',
        record: 'hours:anna',
        detail: expect.stringMatching(/^Anna\. Was: as the clinic\. Now: Monday 9 am to 12 pm,/),
      },
    ])
  })
})

test('of new hours and a booking outside them at the same moment, the second one knows of the first', async () => {
  const [one, two] = await openTwice()
  for (let round = 0; round < 8; round += 1) {
    const day = Temporal.PlainDate.from('2026-05-05').add({ weeks: round }).toString()
    const days = { firstDay: day, lastDay: day, hours: [] }
    const [booked, saved] = await Promise.all([
      bookTestAppointment(one, { start: `${day}T14:00`, n: round, booking, personId: 'anna' }),
      addOwnDays(deps(two), anna, { ...change, days }),
    ])
    expect([booked.ok, saved.ok].filter(Boolean), day).toHaveLength(1)
  }
})
