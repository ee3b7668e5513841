import type { Erasure } from '#app/database/backups/erased-list.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { listAccountAddresses } from '#app/domain/accounts/accounts.server.ts'
import { listPeopleInAppointments } from '#app/domain/booking/erase-person.server.ts'
import { listMessageAddresses } from '#app/domain/contact/erase-person.server.ts'
import { listNewsletterAddresses } from '#app/domain/newsletter/erase-person.server.ts'
import { listOrderContacts } from '#app/domain/orders/erase-person.server.ts'
import { listEmailRecipients } from '#app/domain/outbox/erase-emails.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { erasedEmail, erasedPhone, type ErasureDeps, eraseWithin } from './erase-person.server.ts'
import type { ErasedCounts } from './person-found.ts'

/** `erased`: data that the backup contained of the person; undefined for none. */
export type ErasedAgain = { at: number; erased?: ErasedCounts }

/** Erases people again whom a restored backup brought back, found by the fingerprints of all people in the database. */
export async function eraseAgain(
  deps: ErasureDeps,
  tx: Tx,
  { erasures, now }: { erasures: Erasure[]; now: number },
): Promise<ErasedAgain[]> {
  if (erasures.length === 0) return []
  const { emails, phones } = await fingerprintEveryone(tx, deps.signer)
  const done: ErasedAgain[] = []
  for (const { at, withAccount, ...marks } of erasures) {
    const email = marks.email && emails.get(marks.email)
    const digits = marks.phone && phones.get(marks.phone)
    const person = { ...(email && { email }), ...(digits && { phoneDigits: digits }) }
    const isThere = email !== undefined || digits !== undefined
    done.push({ at, ...(isThere && { erased: await eraseWithin(deps, tx, person, { withAccount, now }) }) })
  }
  return done
}

/** All addresses and phone numbers in the database, by fingerprint. */
async function fingerprintEveryone(db: Db, signer: Pick<Signer, 'fingerprints'>) {
  const inAppointments = await listPeopleInAppointments(db)
  const inOrders = await listOrderContacts(db)
  const all = [
    ...inAppointments.map(({ email }) => email),
    ...inOrders.map(({ email }) => email),
    ...(await listMessageAddresses(db)),
    ...(await listNewsletterAddresses(db)),
    ...(await listAccountAddresses(db)),
    ...(await listEmailRecipients(db)),
  ]
  const emails = new Map<string, string>()
  for (const email of new Set(all)) {
    for (const mark of email ? signer.fingerprints(erasedEmail, email) : []) if (email) emails.set(mark, email)
  }
  const phones = new Map<string, string>()
  const numbers = [
    ...inAppointments.map((person) => person.phoneDigits),
    ...inOrders.map(({ phone }) => (phone === null ? undefined : phoneKey(phone))),
  ]
  for (const digits of new Set(numbers)) {
    for (const mark of digits ? signer.fingerprints(erasedPhone, digits) : []) if (digits) phones.set(mark, digits)
  }
  return { emails, phones }
}
