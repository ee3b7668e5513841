import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { Database } from '#app/database/connection.server.ts'
import {
  at,
  bookingDeps,
  bookingRules,
  bookTestAppointment,
  dayOne as now,
  joinTestWaitlist,
} from '#tests/support/booking.ts'
import { openTwice } from '#tests/support/test-database.ts'
import { answerRequest } from './answer.server.ts'
import { blockTime, removeBlock } from '#app/domain/booking/blocks/blocks.server.ts'
import { bookByTelephone } from './book-by-telephone.server.ts'
import { slotsOf } from './busy.ts'
import type { AppointmentState } from './appointment.ts'
import type { BookingContent } from './booking-content.ts'
import { cancelAppointment, releaseHour, undoCancellation, undoMs } from './cancel-appointment.server.ts'
import { moveAppointment } from './move-appointment.server.ts'
import { acceptOffer, listOpenOffers, offerOpenHour, passOn } from './waitlist/offers.server.ts'
import { allResources, type Resource } from './service-needs.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const minute = 60_000

/** Three practitioners, two rooms, and appointments of many lengths, in person and by video. */
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

/** Blocks that were made without an appointment in them; none may be booked into them later. */
const clear = new Set<string>()

async function perform(database: Database, { what, serviceId, start, minutes, resource, one, n, yes }: Act) {
  const deps = bookingDeps(database, busyClinic)
  const oneOf = (rows: { id: string }[]) => rows[Math.floor(one * rows.length)]?.id ?? 'unknown'
  const anAppointment = async (...states: AppointmentState[]) =>
    oneOf(
      await database.db.selectFrom('appointments').select('id').where('state', 'in', states).orderBy('id').execute(),
    )
  const upcoming = () => anAppointment('requested', 'confirmed')
  const personId = resource?.startsWith('person:') ? resource.slice(7) : undefined
  switch (what) {
    case 'book':
      return bookTestAppointment(database, { n, serviceId, startsAt: start, booking: busyClinic })
    case 'call': {
      const caller = { name: 'Caller', phone: '(205) 555-0100' }
      return bookByTelephone(deps, admin, { serviceId, startsAt: start, personId, patient: caller, now })
    }
    case 'move':
      return moveAppointment(deps, admin, { id: await upcoming(), startsAt: start, personId, now })
    case 'cancel':
      return cancelAppointment(deps, 'patient', { id: await upcoming(), now })
    case 'undo':
      return undoCancellation(deps, 'patient', { id: await anAppointment('cancelled'), now })
    case 'release':
      return void (await releaseHour(deps, await anAppointment('cancelled'), now + undoMs))
    case 'answer':
      return answerRequest(deps, admin, {
        id: await anAppointment('requested'),
        answer: yes ? 'accepted' : 'declined',
        now,
      })
    case 'block': {
      const resources = resource ? [resource] : allResources(busyClinic)
      const interval = { from: start, until: start + minutes * minute }
      const made = await blockTime(deps, admin, { ...interval, resources, anyway: yes, now })
      if (made.ok && !yes) clear.add(made.id)
      return made
    }
    default:
      return removeBlock(deps, admin, {
        id: oneOf(await database.db.selectFrom('blocks').select('id').execute()),
        now,
      })
  }
}

/** The slots that each appointment and block must hold. */
async function expectedHolds({ db }: Database) {
  const appointments = await db.selectFrom('appointments').selectAll().execute()
  const blocks = await db.selectFrom('blocks').selectAll().execute()
  const held = await db.selectFrom('holds').select(['holder', 'resource']).distinct().execute()
  const takesTime = ({ state, undoUntil }: (typeof appointments)[number]) =>
    state === 'requested' || state === 'confirmed' || undoUntil !== null
  return {
    appointments: appointments.filter(takesTime).map((appointment) => ({
      holder: `appointment:${appointment.id}`,
      resources: appointment.room ? [appointment.person, appointment.room] : [appointment.person],
      slots: slotsOf({
        from: appointment.startsAt,
        until: appointment.endsAt + busyClinic.bufferMinutes * minute,
      }),
    })),
    blocks: blocks.map((block) => ({
      holder: `block:${block.id}`,
      resources: held.flatMap(({ holder, resource }) => (holder === `block:${block.id}` ? [resource] : [])),
      slots: slotsOf({ from: block.fromAt, until: block.untilAt }),
      isClear: clear.has(block.id),
    })),
  }
}

test('simultaneous actions of many people never double-book a practitioner or room', async () => {
  const both = await openTwice()
  const seed = Math.floor(Math.random() * 2 ** 31)
  const done = new Map<string, number>()
  const isWhole = () => ['book', 'call', 'move', 'cancel', 'block'].every((what) => done.has(what))
  // By chance one kind of act may never succeed; then another batch is tried.
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
  const { appointments, blocks } = await expectedHolds(database)
  const because = `seed ${seed}`

  // No two appointments share a slot.
  const appointmentSlots = appointments.flatMap(({ holder, resources, slots }) =>
    resources.flatMap((resource) => slots.map((slot) => [`${resource} ${slot}`, holder] as const)),
  )
  for (const [slot, holder] of appointmentSlots) expect(usedResources.get(slot), `${because}: ${slot}`).toBe(holder)
  expect(new Set(appointmentSlots.map(([slot]) => slot)).size, because).toBe(appointmentSlots.length)
  // Blocked time has no gap, and a block made without overlaps holds no appointment.
  const holders = new Map(appointments.map(({ holder }) => [holder, true]))
  for (const { holder, resources, slots, isClear } of blocks)
    for (const slot of resources.flatMap((resource) => slots.map((slot) => `${resource} ${slot}`))) {
      const by = usedResources.get(slot) ?? ''
      expect(by.startsWith('block:') || holders.has(by), `${because}: ${holder} lacks ${slot}`).toBe(true)
      if (isClear) expect(by, `${because}: an appointment in ${holder}`).toMatch(/^block:/)
    }
  const known = new Set([...appointments, ...blocks].map(({ holder }) => holder))
  expect(
    [...usedResources.values()].filter((holder) => !known.has(holder)),
    because,
  ).toEqual([])
  expect(isWhole(), `${because}: only these kinds of acts succeeded: ${[...done.keys()].join(', ')}`).toBe(true)
})

test('of an appointment and a block made at once for one time, the later one detects the other', async () => {
  const [one, other] = await openTwice()
  for (let round = 0; round < 20; round += 1) {
    const from = at(`2026-05-${String(6 + round).padStart(2, '0')}T10:00`)
    const resources = allResources(bookingRules)
    const [booked, blocked] = await Promise.all([
      bookTestAppointment(one, { n: round, startsAt: from }),
      blockTime(bookingDeps(other), admin, { from, until: from + 60 * minute, resources, anyway: false, now }),
    ])
    expect([booked.ok, blocked.ok].filter(Boolean), `round ${round}`).toEqual([true])
  }
})

test('a cancellation undone at its last moment either keeps its time or stays canceled', async () => {
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

test('an offer that its person accepts while the clinic passes it on is theirs or is passed on, never both', async () => {
  const [one, other] = await openTwice()
  for (let round = 0; round < 3; round += 1) {
    await joinTestWaitlist(one, { n: round })
    const startsAt = at(`2026-05-${11 + round}T10:00`)
    await offerOpenHour(bookingDeps(one), admin, { person: 'person:clinic', startsAt, now })
    const [offer] = await listOpenOffers(one.db)
    const skip = { by: admin, why: 'away', now }
    const both = [acceptOffer(bookingDeps(one), offer!.id, now), passOn(bookingDeps(other), offer!.id, skip)]
    expect(
      (await Promise.all<{ ok: boolean }>(both)).filter(({ ok }) => ok),
      `round ${round}`,
    ).toHaveLength(1)
  }
})
