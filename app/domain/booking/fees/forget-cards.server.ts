import type { Database } from '#app/database/connection.server.ts'
import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import { listAppointmentsById, listDaysOfPlans } from '#app/domain/booking/appointments.server.ts'
import { forgetSoon, listIdleCards } from '#app/domain/payments/cards.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { owesFee } from './fee.ts'

/** How long a card is kept after the last visit: a visit may be marked as missed some days later. */
const keptMs = 14 * 24 * 60 * 60_000

/** Has the provider delete the cards of bookings that are over, were canceled in time, or whose patient was erased. */
export async function forgetCards({ database, queue }: { database: Database; queue: Queue }, now: number) {
  const cards = await listIdleCards(database.db)
  if (cards.length === 0) return
  const refs = (kind: string) =>
    cards.filter(({ subject }) => subject.startsWith(`${kind}:`)).map(({ subject }) => subject.slice(kind.length + 1))
  const days = [
    ...(await listAppointmentsById(database.db, refs('appointment'))),
    ...(await listDaysOfPlans(database.db, refs('plan'))),
  ]
  const idle = cards.filter(({ subject }) => !days.some((day) => isOfSubject(day, subject) && needsCard(day, now)))
  if (idle.length === 0) return
  await database.transaction(async (tx) => {
    for (const { id } of idle) await forgetSoon(queue, tx, id)
  })
}

const isOfSubject = ({ id, planId }: Appointment, subject: string) =>
  subject === `appointment:${id}` || subject === `plan:${planId}`

function needsCard(day: Appointment, now: number) {
  const isErased = day.name === '' && day.email === ''
  const mayCost = isActive(day) || owesFee(day) || day.state === 'completed' || (day.undoUntil ?? 0) > now
  return !isErased && mayCost && day.endsAt + keptMs > now
}
