import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import { listAppointmentsById, listDaysOfPlans } from '#app/domain/booking/appointments.server.ts'
import { forgetSoon, listIdleCards } from '#app/domain/payments/cards.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { owesFee } from './fee.ts'

/** How long a card is kept after the last visit: a visit may be marked as missed some days later. */
const keptMs = 14 * 24 * 60 * 60_000

/** Has the provider delete the cards of bookings that are over, were canceled in time, or whose patient was erased. */
export async function forgetCards({ database, queue }: { database: Database; queue: Queue }, now: number) {
  const unneeded = await listUnneeded(database.db, now)
  if (unneeded.length === 0) return
  await database.transaction(async (tx) => {
    for (const { id, days } of unneeded) {
      // Nothing says when a request was declined, and that can be undone for some seconds.
      const mayComeBack = days.some(({ state }) => state === 'declined')
      await forgetSoon(queue, tx, id, mayComeBack ? now + undoOfferMs : now)
    }
  })
}

/** Whether a card that was to be forgotten is needed after all, since its booking is open again. */
export async function isCardNeeded(db: Db, id: string, now: number): Promise<boolean> {
  return !(await listUnneeded(db, now)).some((card) => card.id === id)
}

async function listUnneeded(db: Db, now: number) {
  const cards = await listIdleCards(db)
  const refs = (kind: string) =>
    cards.filter(({ subject }) => subject.startsWith(`${kind}:`)).map(({ subject }) => subject.slice(kind.length + 1))
  const booked = [
    ...(await listAppointmentsById(db, refs('appointment'))),
    ...(await listDaysOfPlans(db, refs('plan'))),
  ]
  return cards
    .map(({ id, subject, isWanted }) => ({ id, isWanted, days: booked.filter((day) => isOfSubject(day, subject)) }))
    .filter(({ isWanted, days }) => !isWanted || !days.some((day) => needsCard(day, now)))
}

const isOfSubject = ({ id, planId }: Appointment, subject: string) =>
  subject === `appointment:${id}` || subject === `plan:${planId}`

function needsCard(day: Appointment, now: number) {
  const isErased = day.name === '' && day.email === ''
  const mayCost = isActive(day) || owesFee(day) || day.state === 'completed' || (day.undoUntil ?? 0) > now
  return !isErased && mayCost && day.endsAt + keptMs > now
}
