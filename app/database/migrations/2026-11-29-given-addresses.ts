import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/**
 * Whose address an appointment has: given by its patient, or entered by the clinic and confirmed by somebody who may read
 * what it opens. What a visitor typed when booking online, and nobody changed since, is given. What staff entered is
 * confirmed if the audit trail names a manager or the appointment's own practitioner, as they are now; the owner is no row,
 * so what she entered waits for her click, as all that cannot be told.
 */
export const givenAddresses: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('appointments').addColumn('given_email', text).execute()
  await tx.schema.alterTable('appointments').addColumn('email_confirmed', text).execute()
  await tx.schema
    .alterTable('appointments')
    .addColumn('email_proved', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema
    .alterTable('patients')
    .addColumn('mixed', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema
    .alterTable('waitlist_entries')
    .addColumn('by_patient', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema
    .createTable('patient_openings')
    .addColumn('change_id', text, (column) => column.notNull())
    .addColumn('record_id', text, (column) => column.notNull())
    .addColumn('opens_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('patient_openings_key', ['record_id', 'opens_id', 'change_id'])
    .execute()

  await sql`update waitlist_entries set by_patient = 1 where 'waitlist:' || id in
    (select record from audit_entries where act = 'waitlist.joined' and who = 'patient')`.execute(tx)
  // Every change of an address revoked the links before it.
  await sql`update appointments set given_email = email
    where email <> '' and link_version = 1 and email_by_link = 0
      and (draft_id is not null
        or plan_id in (select plan_id from appointments where draft_id is not null and plan_id is not null)
        or id in (select appointment_id from waitlist_offers join waitlist_entries on waitlist_entries.id = entry_id
          where waitlist_offers.state = 'accepted' and by_patient = 1))`.execute(tx)
  // Of a record that never had another address: staff booked again for a patient who gave it.
  await sql`update appointments set given_email = email
    where email <> '' and given_email is null and patient_id in
      (select patient_id from appointments where patient_id is not null group by patient_id
        having count(distinct email) = 1 and count(given_email) > 0 and max(link_version) = 1)`.execute(tx)
  await sql`update appointments set email_proved = 1 where email <> '' and exists
    (select 1 from patients
      where patients.id = patient_id and patients.email = appointments.email and patients.email_proved = 1)`.execute(tx)
  const booked = sql`select record from audit_entries join staff on account_id = who where act = 'appointment.booked'`
  const entered = sql`email <> '' and link_version = 1 and given_email is null`
  await sql`update appointments set email_confirmed = 'everything'
    where ${entered} and 'appointment:' || id in (${booked} and role = 'manager')`.execute(tx)
  await sql`update appointments set email_confirmed = person
    where ${entered} and 'appointment:' || id || ' ' || person in
      (select record || ' ' || staff.person from audit_entries join staff on account_id = who
        where act = 'appointment.booked' and role = 'practitioner')`.execute(tx)
}
