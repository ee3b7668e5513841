import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { deletePersonsAccount, findPersonsAccount } from '#app/domain/accounts/accounts.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-schema.ts'
import { findDraftIds } from '#app/domain/booking/drafts.server.ts'
import { erasePersonsAppointments, listPersonAppointments } from '#app/domain/booking/erase-person.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { deletePersonsMessages, findPersonsMessages } from '#app/domain/contact/erase-person.server.ts'
import { erasePersonsSubscription, findPersonsSubscription } from '#app/domain/newsletter/erase-person.server.ts'
import { anonymizeOrders, findOrdersOfCustomer } from '#app/domain/orders/erase-person.server.ts'
import { countPersonsEmails, erasePersonsEmails } from '#app/domain/outbox/erase-emails.server.ts'
import type { Person } from '#app/domain/shared/person.ts'
import { phoneKey } from '#app/domain/shared/phone-number.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { fingerprintsOf } from './fingerprints.server.ts'
import { type ErasedCounts, isNothing, type PersonFound, type PersonQuery } from './person-found.ts'

/** What erasing takes within a transaction, on a running site or in a database that was just restored. */
export type ErasureDeps = {
  database: Pick<Database, 'takeAdvisoryLock'>
  vault: Pick<Vault, 'destroy' | 'tryOpen'>
  signer: Pick<Signer, 'fingerprint' | 'fingerprints'>
  pages: Pick<Purges, 'purge'>
  booking: BookingContent
}

type Deps = ErasureDeps & {
  database: Database
  vault: Vault
  queue: Queue
  clinic: Pick<ClinicNow, 'facts'>
  config: { admin: { email: string } }
}

const toPerson = ({ email, phone }: PersonQuery): Person => ({
  ...(email && { email }),
  ...(phone && { phoneDigits: phoneKey(phone) }),
})

const buyerOf = ({ email, phoneDigits: digits }: Person) => ({
  ...(email && { email }),
  isPhone: (phone: string) => digits !== undefined && phoneKey(phone) === digits,
})

/** The dry run: everything that `erasePerson` would erase. */
export async function findPerson(
  { database: { db }, vault }: { database: Pick<Database, 'db'>; vault: Pick<Vault, 'tryOpen'> },
  sought: PersonQuery,
  now: number,
): Promise<PersonFound> {
  return lookFor(db, vault, toPerson(sought), now)
}

async function lookFor(db: Db, vault: Pick<Vault, 'tryOpen'>, person: Person, now: number): Promise<PersonFound> {
  const { email } = person
  const appointments = await listPersonAppointments(db, person, now)
  const orders = await findOrdersOfCustomer(db, buyerOf(person))
  const messages = email ? await findPersonsMessages(db, email) : []
  const subscription = email ? await findPersonsSubscription(db, email) : undefined
  const account = email ? await findPersonsAccount(db, email) : undefined
  const recordIds = [...appointments.map(({ id }) => id), ...orders.map(({ id }) => id), ...messages]
  if (subscription?.id) recordIds.push(subscription.id)
  return {
    appointments,
    orders,
    messages: messages.length,
    emails: await countPersonsEmails(db, { ...(email && { email }), recordIds }),
    drafts: (await findDraftIds({ db, vault }, person)).length,
    ...(subscription && { subscription }),
    hasAccount: account !== undefined,
  }
}

export type PersonErased =
  | { ok: true; erased: ErasedCounts }
  /** Nothing is there; or only an account, which the clinic did not choose to delete. */
  | { ok: false; reason: 'nothing' }
  /** It is the address of the admin or of the clinic itself, to which all its notices go. */
  | { ok: false; reason: 'own-address' }
  /** A health answer is kept beyond its time; the clinic releases it first. */
  | { ok: false; reason: 'kept'; appointmentId: string }

/**
 * Erases a person everywhere, in one transaction: orders stay without their name, appointments as an hour that was
 * taken, and everything else is gone. The audit trail says that somebody was erased, and not who. That a restored
 * backup does not bring them back, a job notes it down beside the backups, by fingerprint.
 */
export async function erasePerson(
  deps: Deps,
  actor: Actor,
  { sought, withAccount, now }: { sought: PersonQuery; withAccount: boolean; now: number },
): Promise<PersonErased> {
  const person = toPerson(sought)
  if (isOwnAddress(deps, person, now)) return { ok: false, reason: 'own-address' }
  return deps.database.transaction(async (tx) => {
    const found = await lookFor(tx, deps.vault, person, now)
    const hasOnlyAccount = isNothing({ ...found, hasAccount: false })
    if (hasOnlyAccount && !(withAccount && found.hasAccount)) return { ok: false, reason: 'nothing' }
    const kept = found.appointments.find(({ healthKept }) => healthKept)
    if (kept) return { ok: false, reason: 'kept', appointmentId: kept.id }
    const erased = await eraseWithin(deps, tx, person, { withAccount, now })
    await deps.queue.enqueue(tx, 'note-erasure', { at: now, withAccount, ...fingerprintsOf(deps.signer, person) })
    await recordAct({ ...deps, tx }, actor, { act: 'person.erased', detail: detailOf(erased) })
    return { ok: true, erased }
  })
}

function isOwnAddress({ clinic, config }: Deps, { email }: Person, now: number) {
  const { general, booking } = clinic.facts(now).emails
  return email !== undefined && [config.admin.email, general, booking].some((own) => own.toLowerCase() === email)
}

/** The order is that of the locks that others take: appointments first. */
export async function eraseWithin(
  deps: ErasureDeps,
  tx: Tx,
  person: Person,
  { withAccount, now }: { withAccount: boolean; now: number },
): Promise<ErasedCounts> {
  const { email } = person
  const { messages, emails, subscription } = await lookFor(tx, deps.vault, person, now)
  const { appointments, drafts } = await erasePersonsAppointments(deps, tx, person, now)
  const orders = await anonymizeOrders(tx, buyerOf(person), now)
  const messageIds = email ? await deletePersonsMessages(tx, email) : []
  if (email) await erasePersonsSubscription({ tx, signer: deps.signer }, email, now)
  const account = email && withAccount ? await findPersonsAccount(tx, email) : undefined
  if (account) await deletePersonsAccount(tx, account.id)
  const recordIds = [...appointments, ...orders, ...messageIds]
  if (subscription?.id) recordIds.push(subscription.id)
  await erasePersonsEmails(tx, { ...(email && { email }), recordIds })
  return {
    appointments: appointments.length,
    orders: orders.length,
    messages,
    emails,
    drafts,
    subscriptions: subscription ? 1 : 0,
    accounts: account ? 1 : 0,
  }
}

const detailOf = (erased: ErasedCounts) =>
  Object.entries(erased)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ')
