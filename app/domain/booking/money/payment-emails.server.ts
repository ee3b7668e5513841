import type { Tx } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { sendEmails } from '#app/domain/outbox/emails.server.ts'

type News =
  | { about: 'to-pay' | 'unpaid' }
  | { about: 'paid'; paymentId: string }
  | { about: 'refunded'; refundId: string }

type Deps = Pick<BookingDeps, 'queue' | 'mailDomain'>
type Told = Pick<Appointment, 'id' | 'email'>

export async function tellOfPayment(deps: Deps, tx: Tx, { id, email }: Told, news: News, limitedAs?: string) {
  if (!email) return
  const ids = { appointmentId: id, ...news }
  await sendEmails({ ...deps, tx }, [{ kind: 'booking-payment', ids, recipient: email, limitedAs }])
}

/** Of what was booked in this transaction and is to be paid online: until it is paid, the clinic hears nothing of it. */
export async function askForPayment(
  deps: Deps & Pick<BookingDeps, 'pages'>,
  tx: Tx,
  day: Told,
  limitedAs: string | undefined,
) {
  await tellOfPayment(deps, tx, day, { about: 'to-pay' }, limitedAs)
  await deps.pages.purge(tx, 'booking')
}
