import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { discardEmail, findWaitingEmail } from '#app/domain/outbox/emails.server.ts'
import { bookingDeps, bookTestAppointment, dayOne as now } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { correctContact, getNewAddress } from './new-address.server.ts'

async function withAppointment() {
  const database = await openTestDatabase()
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  if (!booked.ok) throw new Error(booked.reason)
  const { id } = booked.appointment
  const deps = { ...bookingDeps(database), emailsLeave: true }
  return {
    database,
    /** What the page says after the patient gave this address. */
    async give(email: string) {
      const contact = { name: 'Patient 1', phone: '(205) 555-1001', email }
      await correctContact(deps, id, contact, { now, limitedAs: `fingerprint of ${email}` })
      return getNewAddress(database.db, (await findAppointment(database.db, id))!, now)
    },
  }
}

const emailsTo = ({ db }: Database, recipient: string) =>
  db.selectFrom('emails').select('id').where('recipient', '=', recipient).execute()

/** The one email to an address, as a job reads it. */
async function emailTo(database: Database, recipient: string) {
  const [email] = await emailsTo(database, recipient)
  const found = await findWaitingEmail(database, email?.id ?? '')
  if (!found) throw new Error('there is no email')
  return found
}

test('an email to a new address that is entered again while its job discards the email is still sent', async () => {
  const { database, give } = await withAppointment()
  await give('first@example.com')
  await give('second@example.com')
  const readByItsJob = await emailTo(database, 'first@example.com')
  expect(await give('first@example.com')).toEqual({ email: 'first@example.com', isLinkSent: true })
  expect(await discardEmail(database, readByItsJob), 'it is wanted again').toBe(false)
  expect(await emailsTo(database, 'first@example.com')).toHaveLength(1)
})

test('a discarded email is not sent and does not count as sent', async () => {
  const { database, give } = await withAppointment()
  await give('first@example.com')
  await give('second@example.com')
  expect(await discardEmail(database, await emailTo(database, 'first@example.com'))).toBe(true)
  expect(await emailsTo(database, 'first@example.com')).toHaveLength(0)
  expect(await give('first@example.com'), 'another one goes there').toMatchObject({ isLinkSent: true })
  expect(await emailsTo(database, 'first@example.com')).toHaveLength(1)
})

test('when every email to an address was discarded, the page says that none was sent', async () => {
  const { database, give } = await withAppointment()
  let said: { email: string; isLinkSent: boolean } | undefined
  for (let n = 0; n < 40; n += 1) {
    const email = n % 2 === 0 ? 'second@example.com' : 'first@example.com'
    const other = n % 2 === 0 ? 'first@example.com' : 'second@example.com'
    said = await give(email)
    const [unsent] = await emailsTo(database, other)
    if (unsent) await discardEmail(database, (await findWaitingEmail(database, unsent.id))!)
  }
  expect(await emailsTo(database, 'first@example.com')).toHaveLength(0)
  expect(said).toEqual({ email: 'first@example.com', isLinkSent: false })
})
