import { bookAppointment } from '#app/domain/booking/book.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Draft, findDraft } from '#app/domain/booking/drafts.server.ts'
import { findDue, toShownDue } from '#app/domain/booking/money/pay-ahead.ts'
import { startPayingBooking } from '#app/domain/booking/money/pay-booking.server.ts'
import type { paidBookingDeps } from './paid-booking-deps.ts'

type Deps = ReturnType<typeof paidBookingDeps>

export async function findDraftToBook(deps: BookingDeps, id: string, now: number) {
  const draft = await findDraft({ ...deps, db: deps.database.db }, id, now)
  if (!draft) throw new Error('the draft is gone')
  return draft
}

/** As the button that books: where it is to be paid, or given a card, or why it can't be. */
export async function bookToPay(
  deps: Deps,
  { draft, startsAt, now }: { draft: Draft; startsAt: number; now: number },
): Promise<string> {
  const shownDue = toShownDue(findDue(deps, draft))
  const booked = await bookAppointment(deps, { draft, startsAt, now, shownDue })
  if (!booked.ok) return booked.reason
  const labels = { pay: 'Payment for a booking', card: 'A card for a booking' }
  const { id } = booked.appointment
  const started = await startPayingBooking(deps, {
    day: { id, planId: undefined },
    origin: 'http://clinic.test',
    labels,
    now,
  })
  return started.ok ? started.url : started.reason
}
