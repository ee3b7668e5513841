import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { servicesOnOffer } from '#app/domain/catalogue/services.ts'
import { openContent } from '#app/domain/content/content-now.server.ts'
import type { ContentName } from '#app/domain/content/content-record.ts'
import { publishContent } from '#app/domain/content/publish.server.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { at, bookingDeps, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { findOpenTimes } from './availability.server.ts'
import { liveBooking } from './live-booking.server.ts'
import { toResourceNames } from './service-needs.ts'

const owner = { who: 'account-1', from: '203.0.113.7' }

/** A process of its own on the database, with the people, rooms and services that are published. */
async function newProcess(database: Database) {
  const content = await openContent(database, () => undefined)
  const pages = createPurges(database, { invalidate() {} }, { content: content.reload })
  const booking = liveBooking(content)
  const publish = (name: ContentName, change: object) =>
    publishContent({ database, vault: testVault(database), queue: createQueue(database), pages, content }, owner, {
      name,
      value: { ...content.template(name), ...change },
      over: content.versionOf(name),
      now: dayOne,
    })
  const startsOn = async (day: string, serviceId = 'general') => {
    const date = Temporal.PlainDate.from(day)
    const days = await findOpenTimes(
      { ...bookingDeps(database, booking), db: database.db },
      { serviceId, now: dayOne },
      { first: date, last: date },
    )
    return days.flatMap(({ times }) => times.map(({ startsAt }) => startsAt))
  }
  const book = (n: number, start: string, serviceId?: string) =>
    bookTestAppointment(database, { n, start, booking, ...(serviceId && { serviceId }) })
  return { database, content, pages, booking, publish, startsOn, book }
}

/** With Anna and Ravi, who both give two services. */
async function newClinicOfTwo(database: Database) {
  const process = await newProcess(database)
  for (const [id, name] of Object.entries({ anna: 'Anna', ravi: 'Ravi' }))
    await process.publish(`team/${id}`, { name, services: ['general', 'abhyangam'] })
  return process
}

const readRooms = async ({ db }: Database) =>
  (await db.selectFrom('appointments').select('room').orderBy('room').execute()).map(({ room }) => room)

const readPeople = async ({ db }: Database) =>
  (await db.selectFrom('appointments').select('person').orderBy('person').execute()).map(({ person }) => person)

const ten = '2026-05-05T10:00'

test('who gives every service gives one that is added later, at once, until told otherwise', async () => {
  const process = await newProcess(await openTestDatabase())
  await process.publish('team/anna', { name: 'Anna', everyService: true })
  const known = servicesOnOffer(process.content)
  await process.publish('services/new', { ...process.content.template('services/general'), title: 'New' })
  expect(servicesOnOffer(process.content).map(({ id }) => id)).toEqual([...known.map(({ id }) => id), 'new'])
  expect(await process.startsOn('2026-05-05', 'new')).toContain(at(ten))
  await process.publish('team/anna', { everyService: false, services: ['general'] })
  expect(servicesOnOffer(process.content).map(({ id }) => id)).toEqual(['general'])
  expect(await process.startsOn('2026-05-05', 'new')).toEqual([])
})

test('a second room opens times at which the first one is taken, and closes them when it is removed', async () => {
  const process = await newClinicOfTwo(await openTestDatabase())
  await process.book(1, ten)
  expect(await process.startsOn('2026-05-05')).not.toContain(at(ten))

  await process.publish('rooms/sun', { name: 'Sun room' })
  expect(await process.startsOn('2026-05-05')).toContain(at(ten))
  expect(await process.book(2, ten)).toMatchObject({ ok: true })
  expect(await readRooms(process.database)).toEqual(['room:room', 'room:sun'])

  await process.publish('rooms/sun', { archived: true })
  await process.book(3, '2026-05-05T13:00')
  expect(await process.startsOn('2026-05-05')).not.toContain(at('2026-05-05T13:00'))
  expect(toResourceNames(process.booking, ['room:sun']), 'what was booked there keeps its name').toEqual(['Sun room'])
})

test('a service takes place in its rooms only, for as long as it says', async () => {
  const process = await newClinicOfTwo(await openTestDatabase())
  await process.publish('rooms/sun', { name: 'Sun room' })
  await process.publish('services/abhyangam', { rooms: ['sun'], minutes: 90 })
  expect(await process.book(1, ten, 'abhyangam')).toMatchObject({ ok: true })
  expect(await readRooms(process.database)).toEqual(['room:sun'])
  const [{ startsAt, endsAt } = { startsAt: 0, endsAt: 0 }] = await process.database.db
    .selectFrom('appointments')
    .select(['startsAt', 'endsAt'])
    .execute()
  expect(endsAt - startsAt).toBe(90 * 60_000)
  // Anna is busy, and Ravi finds the other room free.
  expect(await process.startsOn('2026-05-05', 'abhyangam')).not.toContain(at(ten))
  expect(await process.startsOn('2026-05-05', 'general')).toContain(at(ten))
})

test('a service whose only room is gone can’t be booked, not even as if it needed none', async () => {
  const process = await newClinicOfTwo(await openTestDatabase())
  await process.publish('rooms/sun', { name: 'Sun room' })
  await process.publish('services/abhyangam', { rooms: ['sun'] })
  await process.publish('rooms/sun', { archived: true })
  expect(await process.startsOn('2026-05-05', 'abhyangam')).toEqual([])
  expect(await process.book(1, ten, 'abhyangam')).toMatchObject({ ok: false })
})

test('two processes that know other rooms never book one twice', async () => {
  const [one, other] = await openTwice()
  const here = await newClinicOfTwo(one)
  const there = await newProcess(other)
  await here.publish('rooms/sun', { name: 'Sun room' })
  // There, only the first room is known.
  const booked = await Promise.all([here.book(1, ten), there.book(2, ten), here.book(3, ten), there.book(4, ten)])
  expect(booked.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  const rooms = await readRooms(here.database)
  expect(new Set(rooms).size).toBe(rooms.length)
  await there.pages.syncPurges()
  expect(there.booking.rooms.map(({ id }) => id)).toEqual(['room', 'sun'])
})

test('a person who is added can be booked for what they give, on their days, and not once they are removed', async () => {
  const process = await newProcess(await openTestDatabase())
  expect(await process.startsOn('2026-05-05', 'abhyangam'), 'nobody has a name yet').toContain(at(ten))

  await process.publish('team/anna', { name: 'Anna', services: ['general'], days: ['tuesday'] })
  await process.publish('team/meg', { name: 'Meg', role: 'Front desk' })
  expect(process.booking.practitioners.map(({ name }) => name)).toEqual(['Anna'])
  expect(await process.startsOn('2026-05-05')).toContain(at(ten))
  expect(await process.startsOn('2026-05-06')).toEqual([])
  expect(await process.startsOn('2026-05-05', 'abhyangam'), 'nobody gives it').toEqual([])
  expect(await process.book(1, ten, 'abhyangam')).toMatchObject({ ok: false })
  expect(await process.book(2, ten)).toMatchObject({ ok: true })
  expect(await readPeople(process.database)).toEqual(['person:anna'])

  await process.publish('team/ravi', { name: 'Ravi', services: ['general', 'abhyangam'] })
  expect(await process.startsOn('2026-05-06', 'abhyangam')).toContain(at('2026-05-06T10:00'))
  await process.publish('team/anna', { archived: true })
  expect(process.booking.practitioners.map(({ name }) => name)).toEqual(['Ravi'])
  expect(toResourceNames(process.booking, ['person:anna']), 'what was booked with her keeps her name').toEqual(['Anna'])
})

test('an hour that was booked before anyone had a name keeps one of the people busy', async () => {
  const process = await newProcess(await openTestDatabase())
  await process.publish('rooms/sun', { name: 'Sun room' })
  await process.book(1, ten)
  expect(await readPeople(process.database)).toEqual(['person:clinic'])

  await process.publish('team/anna', { name: 'Anna', services: ['general'] })
  expect(await process.startsOn('2026-05-05')).not.toContain(at(ten))
  expect(await process.book(2, ten)).toMatchObject({ ok: false })
  await process.publish('team/ravi', { name: 'Ravi', services: ['general'] })
  expect(await process.book(3, ten)).toMatchObject({ ok: true })
  expect(await process.startsOn('2026-05-05')).not.toContain(at(ten))
})

test('two processes that know other people never book one twice', async () => {
  const [one, other] = await openTwice()
  const here = await newClinicOfTwo(one)
  const there = await newProcess(other)
  await here.publish('rooms/sun', { name: 'Sun room' })
  await here.publish('rooms/moon', { name: 'Moon room' })
  await here.publish('team/mei', { name: 'Mei', services: ['general'] })
  const booked = await Promise.all([here.book(1, ten), there.book(2, ten), here.book(3, ten), there.book(4, ten)])
  expect(booked.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  const people = await readPeople(here.database)
  expect(new Set(people).size).toBe(people.length)
  await there.pages.syncPurges()
  expect(there.booking.practitioners.map(({ id }) => id)).toEqual(['anna', 'mei', 'ravi'])
})
