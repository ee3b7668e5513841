import {
  listAppointmentsById,
  listAppointmentsOfRecords,
  listDaysOfPlans,
} from '#app/domain/booking/appointments.server.ts'
import { listNamesOnWaitlist } from '#app/domain/booking/waitlist/entries.server.ts'
import { findEntryIds } from '#app/domain/booking/waitlist/person-data.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { listMessagesFrom, listSenders } from '#app/domain/contact/inbox.server.ts'
import { listCustomers, listOrdersTo } from '#app/domain/orders/order-list.server.ts'
import { findPatient, listPatientNames } from '#app/domain/patients/patients.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'

type Db = Services['database']['db']

/** Every record of a patient: 'patient:ID', 'appointment:ID' and more, with the name; undefined if there is nobody. */
export async function findPatientRecords(db: Db, scope: Scope, id: string) {
  const patient = await findPatient(db, id)
  if (!patient) return undefined
  const ids = patient.records.map((record) => record.id)
  const emails = [...new Set(patient.records.map(({ email }) => email))].filter(Boolean)
  const appointments = await listAppointmentsOfRecords(db, scope, ids)
  const [orders, messages, waiting] =
    emails.length > 0
      ? await Promise.all([
          listOrdersTo({ db }, emails),
          listMessagesFrom({ db }, emails),
          Promise.all(emails.map((email) => findEntryIds(db, { email, phoneDigits: '' }))),
        ])
      : [[], [], []]
  const of = (kind: string, all: readonly (string | undefined)[]) =>
    [...new Set(all)].flatMap((one) => (one === undefined ? [] : [`${kind}:${one}`]))
  return {
    name: patient.name,
    records: [
      ...of('patient', ids),
      ...of(
        'appointment',
        appointments.map((one) => one.id),
      ),
      ...of(
        'plan',
        appointments.map(({ planId }) => planId),
      ),
      ...of(
        'order',
        orders.map(({ number }) => number),
      ),
      ...of(
        'message',
        messages.map((one) => one.id),
      ),
      ...of('waitlist', waiting.flat()),
    ],
  }
}

/** Whose record each of these is: 'Ilse Brandt', of an appointment with its time. */
export async function nameRecords(db: Db, records: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const of = (kind: string) =>
    [...new Set(records)]
      .filter((record) => record.startsWith(`${kind}:`))
      .map((record) => record.slice(kind.length + 1))
  const named = async <Row extends { name: string }>(
    kind: string,
    list: (db: Db, ids: string[]) => Promise<Row[]>,
    toId: (row: Row) => string | undefined,
    toText: (row: Row) => string = ({ name }) => name,
  ) => {
    const ids = of(kind)
    const rows = ids.length > 0 ? await list(db, ids) : []
    return rows.map((row) => [`${kind}:${toId(row)}`, toText(row)] as const)
  }
  const found = await Promise.all([
    named('patient', listPatientNames, ({ id }) => id),
    named(
      'appointment',
      listAppointmentsById,
      ({ id }) => id,
      ({ name, startsAt }) => `${name}, ${formatClinicMoment(startsAt, clinicTimeZone)}`,
    ),
    named('plan', listDaysOfPlans, ({ planId }) => planId),
    named('order', listCustomers, ({ number }) => number),
    named('message', listSenders, ({ id }) => id),
    named('waitlist', listNamesOnWaitlist, ({ id }) => id),
  ])
  return new Map(found.flat())
}
