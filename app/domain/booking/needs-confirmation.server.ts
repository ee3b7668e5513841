import type { Db, Tx } from '#app/database/tables.ts'
import { listJoinedRecords } from '#app/domain/patients/join-patient.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import { activeStates, type Appointment } from './appointment.ts'
import { bookingRules } from './booking-rules.ts'
import type { BookingDeps } from './deps.ts'
import type { Contact } from '#app/domain/patients/patient-fields.ts'
import { needsFor } from './service-needs.ts'

type Wish = {
  serviceIds: readonly string[]
  patient: Contact
  /** One that is there already does not count, nor does its plan. */
  besides?: Pick<Appointment, 'id' | 'planId'> | undefined
  now: number
}

/**
 * Whether the clinic confirms the appointment first: because the service requires it, or because of the limit for one
 * person. The patient sees the same answer in each case, so it does not reveal known addresses or phones.
 */
export async function needsConfirmation(deps: BookingDeps, tx: Tx, wish: Wish) {
  return isConfirmedByClinic(deps, wish) || hasManyUpcoming(deps, tx, wish)
}

/** What a page says beforehand, without locks. */
export async function wouldNeedConfirmation(
  { database: { db }, booking }: Pick<BookingDeps, 'database' | 'booking'>,
  wish: Wish,
) {
  const records = await listJoinedRecords(db, wish.patient)
  return isConfirmedByClinic({ booking }, wish) || hasMost({ booking, db }, records, wish)
}

const isConfirmedByClinic = ({ booking }: Pick<BookingDeps, 'booking'>, { serviceIds }: Wish) =>
  serviceIds.some((id) => needsFor(booking, id).confirmedByClinic)

/** The locks stop simultaneous requests from passing the limit. */
async function hasManyUpcoming({ database, booking }: BookingDeps, tx: Tx, wish: Wish) {
  const { patient } = wish
  await database.takeAdvisoryLock(tx, `upcoming:${patient.email}:${phoneKey(patient.phone)}`)
  const records = await listJoinedRecords(tx, patient)
  if (records[0]) await database.takeAdvisoryLock(tx, `upcoming of person:${records.toSorted()[0]}`)
  return hasMost({ booking, db: tx }, records, wish)
}

/** Counts appointments of the person, and those with the same address and phone; all days of a plan are one. */
async function hasMost(
  { booking, db }: Pick<BookingDeps, 'booking'> & { db: Db },
  records: readonly string[],
  { patient, besides, now }: Wish,
) {
  const { mostUpcoming } = bookingRules(booking).limits
  const own = besides?.planId ?? besides?.id ?? ''
  const upcoming = await db
    .selectFrom('appointments')
    .select((row) => row.fn.coalesce('planId', 'id').as('booked'))
    .distinct()
    .where((row) =>
      row.or([
        row('patientId', 'in', records),
        row.and([row('email', '=', patient.email), row('phoneDigits', '=', phoneKey(patient.phone))]),
      ]),
    )
    .where('startsAt', '>', now)
    .where((row) => row(row.fn.coalesce('planId', 'id'), '!=', own))
    // A canceled one may come back while the cancellation can be undone.
    .where((row) => row.or([row('state', 'in', activeStates), row('undoUntil', '>', now)]))
    .limit(mostUpcoming)
    .execute()
  return upcoming.length >= mostUpcoming
}
