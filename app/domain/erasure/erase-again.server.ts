import type { Erasure } from '#app/database/backups/erased-list.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { listAccountAddresses } from '#app/domain/accounts/accounts.server.ts'
import { listPeopleInAppointments } from '#app/domain/booking/erase-person.server.ts'
import { listPeopleOnWaitlist } from '#app/domain/booking/waitlist/person-data.server.ts'
import { listMessageAddresses } from '#app/domain/contact/erase-person.server.ts'
import { listCardAddresses } from '#app/domain/gift-cards/person-data.server.ts'
import { listNewsletterAddresses } from '#app/domain/newsletter/erase-person.server.ts'
import { listOrderContacts } from '#app/domain/orders/erase-person.server.ts'
import { listEmailRecipients } from '#app/domain/outbox/erase-emails.server.ts'
import { findSubject, listErasureKeys } from '#app/domain/patients/data-subject.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { erasedEmail, erasedPhone, type ErasureDeps, eraseWithin } from './erase-person.server.ts'
import { erasedPerson, eraseSubject } from './erase-patient.server.ts'
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
  const { emails, phones, people } = await fingerprintEveryone(tx, deps.signer)
  const done: ErasedAgain[] = []
  for (const { at, withAccount, ...marks } of erasures) {
    if (marks.person) {
      const recordId = people.get(marks.person)
      const subject = recordId && (await findSubject(tx, recordId))
      const erased = subject ? await eraseSubject(deps, tx, subject, { withAccount, now }) : undefined
      done.push({ at, erased })
      continue
    }
    const email = marks.email && emails.get(marks.email)
    const phoneDigits = marks.phone && phones.get(marks.phone)
    const isThere = email !== undefined || phoneDigits !== undefined
    const erased = isThere ? await eraseWithin(deps, tx, { email, phoneDigits }, { withAccount, now }) : undefined
    done.push({ at, erased })
  }
  return done
}

/** All addresses and phone numbers in the database, by fingerprint. */
async function fingerprintEveryone(db: Db, signer: Pick<Signer, 'fingerprints'>) {
  const inAppointments = await listPeopleInAppointments(db)
  const onWaitlist = await listPeopleOnWaitlist(db)
  const inOrders = await listOrderContacts(db)
  const addresses = [
    ...inAppointments.map(({ email }) => email),
    ...onWaitlist.map(({ email }) => email),
    ...inOrders.map(({ email }) => email),
    ...(await listCardAddresses(db)),
    ...(await listMessageAddresses(db)),
    ...(await listNewsletterAddresses(db)),
    ...(await listAccountAddresses(db)),
    ...(await listEmailRecipients(db)),
  ]
  const numbers = [
    ...[...inAppointments, ...onWaitlist].map((person) => person.phoneDigits),
    ...inOrders.map(({ phone }) => phone && phoneKey(phone)),
  ]
  const keys = await listErasureKeys(db)
  const people = new Map(
    keys.flatMap(({ id, key }) => signer.fingerprints(erasedPerson, key).map((mark) => [mark, id] as const)),
  )
  const byMark = (purpose: string, texts: (string | null | undefined)[]) =>
    new Map(
      [...new Set(texts)].flatMap((text) =>
        text ? signer.fingerprints(purpose, text).map((mark) => [mark, text] as const) : [],
      ),
    )
  return { emails: byMark(erasedEmail, addresses), phones: byMark(erasedPhone, numbers), people }
}
