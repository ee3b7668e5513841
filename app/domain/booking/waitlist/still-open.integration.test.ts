import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import { cancelAppointment, releaseHour } from '#app/domain/booking/cancel-appointment.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { replaceBlocked } from '#app/domain/booking/holds.server.ts'
import { saveOwnWeek } from '#app/domain/booking/own-hours/change-own-hours.server.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import {
  at,
  bookingDeps,
  bookingRules,
  bookTestAppointment,
  renewals,
  dayOne as now,
  joinTestWaitlist as join,
} from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { findEntry } from './entries.server.ts'
import { acceptOffer, listOpenOffers } from './offers.server.ts'

const desk = { who: 'desk', from: 'here', scope: 'everything' as const }
const booking = { ...bookingRules, practitioners: [{ id: 'anna', name: 'Anna' }] }
const hour = at('2026-05-07T10:00')

const afternoons = Object.fromEntries(weekdays.map((day) => [day, [{ opens: '13:00', closes: '17:00' }]])) as WeekHours

/** What happens to the hour; returns the `deps` of then. */
const obstacles: [string, (deps: BookingDeps) => Promise<BookingDeps>][] = [
  [
    'on a day that the clinic has just closed',
    async (deps) => {
      const closures = [{ id: 'closed', firstDay: '2026-05-07', lastDay: '2026-05-07', text: '' }]
      return { ...deps, clinic: { facts: (moment) => ({ ...deps.clinic.facts(moment), closures }) } }
    },
  ],
  [
    'in hours that its person has just given up',
    async (deps) => {
      await saveOwnWeek(deps, desk, { person: 'person:anna', week: afternoons, over: 0, anyway: true, now })
      return deps
    },
  ],
  [
    'of a service that its person has just given up',
    async (deps) => ({ ...deps, booking: { ...booking, services: { general: { practitioners: [] } } } }),
  ],
  [
    'while its person is busy in a calendar of her own',
    async (deps) => {
      const { database } = deps
      await database.transaction((tx) =>
        replaceBlocked({ database, tx }, 'calendar:anna', 'person:anna', [
          { from: hour, until: at('2026-05-07T17:00') },
        ]),
      )
      return deps
    },
  ],
  [
    'of a service that the clinic does not offer any more',
    async (deps) => {
      const list = (name: Parameters<typeof deps.content.list>[0]) =>
        deps.content.list(name).map((entry) => ({ ...entry, available: false }))
      return { ...deps, content: { ...deps.content, list } as BookingDeps['content'] }
    },
  ],
  [
    'into which the clinic squeezed somebody',
    async (deps) => {
      const patient = { name: 'Somebody', phone: '(205) 555-0142', email: undefined, health: undefined }
      const squeezed = { patient, serviceId: 'general', startsAt: hour, anyway: true, now }
      expect((await bookByTelephone(deps, desk, squeezed)).ok).toBe(true)
      return deps
    },
  ],
]

/** An hour that somebody canceled is offered, and its email was sent. */
async function offerHour(database: Database, deps: BookingDeps) {
  const booked = await bookTestAppointment(database, { booking })
  const id = booked.ok ? booked.appointment.id : ''
  await cancelAppointment(deps, 'patient', { id, now })
  await releaseHour(deps, id, now + 180_000)
  await database.db.deleteFrom('jobs').execute()
  const [offer] = await listOpenOffers(database.db)
  return offer!.id
}

test.each(obstacles)('nobody accepts an offer %s, and who tries keeps their place', async (_, change) => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database, booking)
  const entryId = await join(database, { booking })
  const offerId = await offerHour(database, deps)
  const after = await change(deps)
  const before = await renewals(database)
  for (let times = 0; times < 2; times += 1)
    expect(await acceptOffer(after, offerId, now)).toEqual({ ok: false, reason: 'over' })
  const made = database.db.selectFrom('appointments').select('id').where('name', '=', 'Wanda 1')
  expect(await made.execute()).toEqual([])
  expect(await findEntry(database.db, entryId)).toMatchObject({ state: 'waiting', silent: 0 })
  expect(await listOpenOffers(database.db)).toEqual([])
  expect(await renewals(database)).toBe(before + 1)
  const told = database.db.selectFrom('emails').select('recipient').where('kind', '=', 'waitlist-withdrawn')
  expect(await told.execute()).toEqual([{ recipient: 'wanda1@example.com' }])
})
