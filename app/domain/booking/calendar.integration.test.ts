import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { Database } from '#app/database/connection.server.ts'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne as now } from '#tests/support/booking.ts'
import { openTwice } from '#tests/support/test-database.ts'
import { answerRequest } from './answer.server.ts'
import { blockTime, removeBlock } from './blocks.server.ts'
import { bookByTelephone } from './book-by-telephone.server.ts'
import { slotsOf } from './busy.ts'
import type { AppointmentState } from './appointment.ts'
import type { BookingContent } from './booking-schema.ts'
import { cancelAppointment, releaseHour, undoCancellation, undoMs } from './cancel-appointment.server.ts'
import { moveAppointment } from './move-appointment.server.ts'
import { allResources, type Resource } from './plan.ts'

const admin = { who: 'account-1', from: '127.0.0.1' }
const minute = 60_000
/** Many acts on two connections, also on a machine with much else to do. */
const patient = { timeout: 60_000 }

/** Three practitioners, two rooms, and visits of many lengths, in person and by video. */
const busyClinic: BookingContent = {
  ...bookingRules,
  practitioners: ['anna', 'ravi', 'mei'].map((id) => ({ id, name: id })),
  rooms: [...bookingRules.rooms, { id: 'two', name: 'Two' }],
  services: {
    short: { minutes: 30 },
    long: { minutes: 90, rooms: ['two'] },
    odd: { minutes: 100, practitioners: ['anna', 'mei'] },
    far: { minutes: 30, byVideo: true },
    asked: { confirmedByClinic: true },
  },
}

const acts = fc.record({
  what: fc.constantFrom('book', 'book', 'call', 'call', 'move', 'cancel', 'undo', 'release', 'answer', 'block', 'free'),
  serviceId: fc.constantFrom('general', ...Object.keys(busyClinic.services)),
  start: fc
    .tuple(fc.integer({ min: 5, max: 7 }), fc.integer({ min: 18, max: 33 }))
    .map(([day, halves]) => at(`2026-05-0${day}T00:00`) + halves * 30 * minute),
  minutes: fc.integer({ min: 1, max: 40 }).map((fives) => fives * 5),
  resource: fc.constantFrom<Resource | undefined>(undefined, ...allResources(busyClinic)),
  /** Which of all there are. */
  one: fc.double({ min: 0, max: 0.999, noNaN: true }),
  n: fc.nat({ max: 7 }),
  yes: fc.boolean(),
})
type Act = typeof acts extends fc.Arbitrary<infer Value> ? Value : never

/** Blocks that were made without a visit in them; none may come in later. */
const clear = new Set<string>()

async function perform(database: Database, { what, serviceId, start, minutes, resource, one, n, yes }: Act) {
  const deps = bookingDeps(database, busyClinic)
  const oneOf = (rows: { id: string }[]) => rows[Math.floor(one * rows.length)]?.id ?? 'nobody'
  const visit = async (...states: AppointmentState[]) =>
    oneOf(
      await database.db.selectFrom('appointments').select('id').where('state', 'in', states).orderBy('id').execute(),
    )
  const coming = () => visit('requested', 'confirmed')
  const personId = resource?.startsWith('person:') ? resource.slice(7) : undefined
  switch (what) {
    case 'book':
      return bookTestAppointment(database, { n, serviceId, startsAt: start, booking: busyClinic })
    case 'call': {
      const caller = { name: 'Caller', phone: '(205) 555-0100' }
      return bookByTelephone(deps, admin, { serviceId, startsAt: start, personId, patient: caller, now })
    }
    case 'move':
      return moveAppointment(deps, admin, { id: await coming(), startsAt: start, personId, now })
    case 'cancel':
      return cancelAppointment(deps, 'patient', { id: await coming(), now })
    case 'undo':
      return undoCancellation(deps, 'patient', { id: await visit('cancelled'), now })
    case 'release':
      return void (await releaseHour(deps, await visit('cancelled'), now + undoMs))
    case 'answer':
      return answerRequest(deps, admin, {
        id: await visit('requested'),
        answer: yes ? 'accepted' : 'declined',
        now,
      })
    case 'block': {
      const resources = resource ? [resource] : allResources(busyClinic)
      const stretch = { from: start, until: start + minutes * minute }
      const made = await blockTime(deps, admin, { ...stretch, resources, anyway: yes })
      if (made.ok && !yes) clear.add(made.id)
      return made
    }
    default:
      return removeBlock(deps, admin, oneOf(await database.db.selectFrom('blocks').select('id').execute()))
  }
}

/** What each holds, as the appointments and blocks themselves say. */
async function heldByThemselves({ db }: Database) {
  const visits = await db.selectFrom('appointments').selectAll().execute()
  const blocks = await db.selectFrom('blocks').selectAll().execute()
  const held = await db.selectFrom('holds').select(['holder', 'resource']).distinct().execute()
  const takesTime = ({ state, undoUntil }: (typeof visits)[number]) =>
    state === 'requested' || state === 'confirmed' || undoUntil !== null
  return {
    visits: visits.filter(takesTime).map((visit) => ({
      holder: `appointment:${visit.id}`,
      resources: visit.room ? [visit.person, visit.room] : [visit.person],
      quanta: slotsOf({
        from: visit.startsAt,
        until: visit.endsAt + busyClinic.bufferMinutes * minute,
      }),
    })),
    blocks: blocks.map((block) => ({
      holder: `block:${block.id}`,
      resources: held.flatMap(({ holder, resource }) => (holder === `block:${block.id}` ? [resource] : [])),
      quanta: slotsOf({ from: block.fromAt, until: block.untilAt }),
      isClear: clear.has(block.id),
    })),
  }
}

test('simultaneous actions of many people never double-book a practitioner or room', patient, async () => {
  const both = await openTwice()
  const seed = Math.floor(Math.random() * 2 ** 31)
  const done = new Map<string, number>()
  const isWhole = () => ['book', 'call', 'move', 'cancel', 'block'].every((what) => done.has(what))
  // By chance nothing may come of one kind of act; the acts after those then are others.
  for (let batch = 0; batch < 5 && !isWhole(); batch++) {
    const scripts = fc.sample(fc.array(acts, { minLength: 45, maxLength: 45 }), { numRuns: 8, seed: seed + batch })
    await Promise.all(
      scripts.map(async (script, index) => {
        for (const act of script) {
          const outcome = await perform(both[index % 2]!, act)
          if (outcome === undefined || outcome.ok) done.set(act.what, (done.get(act.what) ?? 0) + 1)
        }
      }),
    )
  }
  const [database] = both
  const rows = await database.db.selectFrom('heldQuanta').selectAll().execute()
  const usedResources = new Map(rows.map(({ resource, quantum, holder }) => [`${resource} ${quantum}`, holder]))
  const { visits, blocks } = await heldByThemselves(database)
  const because = `seed ${seed}`

  // Every five minutes of a visit are its own, and are counted once: so no two visits share any.
  const ofVisits = visits.flatMap(({ holder, resources, quanta }) =>
    resources.flatMap((resource) => quanta.map((quantum) => [`${resource} ${quantum}`, holder] as const)),
  )
  for (const [place, holder] of ofVisits) expect(usedResources.get(place), `${because}: ${place}`).toBe(holder)
  expect(new Set(ofVisits.map(([place]) => place)).size, because).toBe(ofVisits.length)
  // Kept time has no hole, and who asked to be told of visits in it has none.
  const holders = new Map(visits.map(({ holder }) => [holder, true]))
  for (const { holder, resources, quanta, isClear } of blocks)
    for (const place of resources.flatMap((resource) => quanta.map((quantum) => `${resource} ${quantum}`))) {
      const by = usedResources.get(place) ?? ''
      expect(by.startsWith('block:') || holders.has(by), `${because}: ${holder} lacks ${place}`).toBe(true)
      if (isClear) expect(by, `${because}: a visit in ${holder}`).toMatch(/^block:/)
    }
  const known = new Set([...visits, ...blocks].map(({ holder }) => holder))
  expect(
    [...usedResources.values()].filter((holder) => !known.has(holder)),
    because,
  ).toEqual([])
  expect(isWhole(), `${because}: of some acts nothing came, but of ${[...done.keys()].join(', ')}`).toBe(true)
})

test('of an appointment and a block made at once for one time, the later one detects the other', patient, async () => {
  const [one, other] = await openTwice()
  for (let round = 0; round < 20; round += 1) {
    const from = at(`2026-05-${String(6 + round).padStart(2, '0')}T10:00`)
    const resources = allResources(bookingRules)
    const [booked, kept] = await Promise.all([
      bookTestAppointment(one, { n: round, startsAt: from }),
      blockTime(bookingDeps(other), admin, { from, until: from + 60 * minute, resources, anyway: false }),
    ])
    expect([booked.ok, kept.ok].filter(Boolean), `round ${round}`).toEqual([true])
  }
})

test('a cancellation undone at its last moment either keeps its time or stays canceled', patient, async () => {
  const [one, other] = await openTwice()
  for (let round = 0; round < 10; round += 1) {
    const startsAt = at(`2026-05-${String(6 + round).padStart(2, '0')}T10:00`)
    const booked = await bookTestAppointment(one, { n: round, startsAt })
    const id = booked.ok ? booked.appointment.id : ''
    await cancelAppointment(bookingDeps(one), 'patient', { id, now })
    const [undone] = await Promise.all([
      undoCancellation(bookingDeps(other), 'patient', { id, now: now + undoMs - 1 }),
      releaseHour(bookingDeps(one), id, now + undoMs),
    ])
    const holds = await one.db
      .selectFrom('holds')
      .select('resource')
      .where('holder', '=', `appointment:${id}`)
      .execute()
    expect(holds.length > 0, `round ${round}`).toBe(undone.ok)
  }
})
