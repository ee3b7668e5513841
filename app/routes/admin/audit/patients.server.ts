import { listIds, nameOtherRecords } from '#app/domain/audit/record-names.server.ts'
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

/** What the trail names that is about a patient. */
type Kind = 'patient' | 'appointment' | 'plan' | 'order' | 'message' | 'waitlist'

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
  const records: Record<Kind, readonly (string | undefined)[]> = {
    patient: ids,
    appointment: appointments.map((one) => one.id),
    plan: appointments.map(({ planId }) => planId),
    order: orders.map(({ number }) => number),
    message: messages.map((one) => one.id),
    waitlist: waiting.flat(),
  }
  return {
    name: patient.name,
    records: Object.entries(records).flatMap(([kind, all]) =>
      [...new Set(all)].flatMap((one) => (one === undefined ? [] : [`${kind}:${one}`])),
    ),
  }
}

type Named = readonly (readonly [id: string | undefined, name: string])[]

/** The names of some of a kind, whoever gives the appointments. */
const namesOf: Record<Kind, (db: Db, ids: string[]) => Promise<Named>> = {
  patient: async (db, ids) => (await listPatientNames(db, ids)).map(({ id, name }) => [id, name]),
  appointment: async (db, ids) =>
    (await listAppointmentsById(db, ids)).map(({ id, name, startsAt }) => [
      id,
      `${name}, ${formatClinicMoment(startsAt, clinicTimeZone)}`,
    ]),
  plan: async (db, ids) => (await listDaysOfPlans(db, ids)).map(({ planId, name }) => [planId, name]),
  order: async (db, ids) => (await listCustomers(db, ids)).map(({ number, name }) => [number, name]),
  message: async (db, ids) => (await listSenders(db, ids)).map(({ id, name }) => [id, name]),
  waitlist: async (db, ids) => (await listNamesOnWaitlist(db, ids)).map(({ id, name }) => [id, name]),
}

/** Whose record each of these is, or what it is called: 'Ilse Brandt', of an appointment with its time. For those who see every patient. */
export async function nameRecords(
  db: Db,
  scope: Scope,
  records: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (scope !== 'everything') return new Map()
  const found = Object.entries(namesOf).map(async ([kind, listNames]) => {
    const ids = listIds(records, kind)
    const names = ids.length > 0 ? await listNames(db, ids) : []
    return names.map(([id, name]) => [`${kind}:${id}`, name] as const)
  })
  return new Map([...(await Promise.all(found)).flat(), ...(await nameOtherRecords(db, records))])
}
