import type { Db, Tx } from '#app/database/tables.ts'
import type { Person } from '#app/domain/shared/person.ts'
import { type Appointment, isActive } from './appointment.ts'
import { findDraftIds, eraseDraft } from './drafts.server.ts'
import { clearedNewAddress } from './new-address.server.ts'
import { eraseAppointment, type ErasureDeps } from './patient-data.server.ts'

export type PersonAppointment = Pick<
  Appointment,
  'id' | 'name' | 'email' | 'phone' | 'startsAt' | 'state' | 'healthKept'
> & {
  /** Erasing cancels it and releases its slots. */
  isUpcoming: boolean
}

/** The latest first. */
export async function listPersonAppointments(db: Db, person: Person, now: number): Promise<PersonAppointment[]> {
  const rows = await selectOf(db, person)
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

const selectOf = (db: Db, { email, phoneDigits }: Person) =>
  db
    .selectFrom('appointments')
    .where((row) =>
      row.or([
        ...(email ? [row('email', '=', email)] : []),
        ...(phoneDigits ? [row('phoneDigits', '=', phoneDigits)] : []),
      ]),
    )

/** Erases a person's appointments and drafts. */
export async function erasePersonsAppointments(
  deps: ErasureDeps,
  tx: Tx,
  person: Person,
  now: number,
): Promise<{ appointments: string[]; drafts: number }> {
  // Ordered, so that two erasures do not deadlock.
  const found = await selectOf(tx, person).select('id').orderBy('id').execute()
  for (const { id } of found) await eraseAppointment(deps, tx, id, now)
  // An unconfirmed new address of another person's appointment.
  if (person.email)
    await tx.updateTable('appointments').set(clearedNewAddress).where('newEmail', '=', person.email).execute()
  const drafts = await findDraftIds({ db: tx, vault: deps.vault }, person)
  for (const id of drafts) await eraseDraft({ tx, vault: deps.vault }, id)
  return { appointments: found.map(({ id }) => id), drafts: drafts.length }
}

export async function listPeopleInAppointments(db: Db): Promise<Person[]> {
  const rows = await db.selectFrom('appointments').select(['email', 'phoneDigits']).distinct().execute()
  return rows.map(({ email, phoneDigits }) => ({
    ...(email && { email }),
    ...(phoneDigits && { phoneDigits }),
  }))
}
