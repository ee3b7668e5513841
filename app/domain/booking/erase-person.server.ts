import type { Db, Tx } from '#app/database/tables.ts'
import type { Person } from '#app/domain/shared/person.ts'
import { type AppointmentState, isActive } from './appointment.ts'
import { findDraftIds, eraseDraft } from './drafts.server.ts'
import { clearedNewAddress } from './new-address.server.ts'
import { eraseAppointment, type ErasureDeps } from './patient-data.server.ts'

export type PersonAppointment = {
  id: string
  name: string
  email: string
  phone: string
  startsAt: number
  state: AppointmentState
  /** Erasing cancels it, and its time is free again. */
  isUpcoming: boolean
  /** The clinic keeps its health answer beyond its time, for instance for a court. */
  healthKept: boolean
}

/** Every appointment of a person, the latest first. */
export async function listPersonAppointments(db: Db, person: Person, now: number): Promise<PersonAppointment[]> {
  const rows = await ofPerson(db, person)
    .select(['id', 'name', 'email', 'phone', 'startsAt', 'endsAt', 'state', 'healthKept'])
    .orderBy('startsAt', 'desc')
    .execute()
  return rows.map(({ startsAt, endsAt, healthKept, ...row }) => ({
    ...row,
    startsAt,
    isUpcoming: isActive(row) && endsAt > now,
    healthKept: healthKept === 1,
  }))
}

const ofPerson = (db: Db, { email, phoneDigits }: Person) =>
  db
    .selectFrom('appointments')
    .where((row) =>
      row.or([
        ...(email ? [row('email', '=', email)] : []),
        ...(phoneDigits ? [row('phoneDigits', '=', phoneDigits)] : []),
      ]),
    )

/** Erases all of them and what the person typed for a booking that they did not finish. Answers how many there were. */
export async function erasePersonsAppointments(
  deps: ErasureDeps,
  tx: Tx,
  person: Person,
  now: number,
): Promise<{ appointments: string[]; drafts: number }> {
  // In one order, so that two erasures wait for each other instead of locking each other out.
  const found = await ofPerson(tx, person).select('id').orderBy('id').execute()
  for (const { id } of found) await eraseAppointment(deps, tx, id, now)
  // Given for another person's appointment and not confirmed.
  if (person.email)
    await tx.updateTable('appointments').set(clearedNewAddress).where('newEmail', '=', person.email).execute()
  const drafts = await findDraftIds({ db: tx, vault: deps.vault }, person)
  for (const id of drafts) await eraseDraft({ tx, vault: deps.vault }, id)
  return { appointments: found.map(({ id }) => id), drafts: drafts.length }
}

/** Everyone whom appointments name. */
export async function listPeopleInAppointments(db: Db): Promise<Person[]> {
  const rows = await db.selectFrom('appointments').select(['email', 'phoneDigits']).distinct().execute()
  return rows.map(({ email, phoneDigits }) => ({
    ...(email && { email }),
    ...(phoneDigits && { phoneDigits }),
  }))
}
