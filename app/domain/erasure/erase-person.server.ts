import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { deletePersonsAccount, findPersonsAccount } from '#app/domain/accounts/accounts.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { findDraftIds } from '#app/domain/booking/drafts.server.ts'
import { eraseEntries, findEntryIds } from '#app/domain/booking/waitlist/person-data.server.ts'
import { erasePersonsAppointments, listPersonAppointments } from '#app/domain/booking/erase-person.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { deletePersonsMessages, findPersonsMessages } from '#app/domain/contact/erase-person.server.ts'
import { anonymizeCards, findPersonsCards } from '#app/domain/gift-cards/person-data.server.ts'
import { erasePersonsSubscription, findPersonsSubscription } from '#app/domain/newsletter/erase-person.server.ts'
import { anonymizeOrders, findOrdersOfCustomer } from '#app/domain/orders/erase-person.server.ts'
import { countPersonsEmails, erasePersonsEmails } from '#app/domain/outbox/erase-emails.server.ts'
import type { Person } from '#app/domain/shared/person.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { PersonQuery } from './person-form.server.ts'
import { type ErasedCounts, isNothing, type PersonFound } from './person-found.ts'

/** The deps of an erasure within a transaction, on a running site or in a restored database. */
export type ErasureDeps = {
  database: Pick<Database, 'takeAdvisoryLock'>
  vault: Vault
  signer: Pick<Signer, 'fingerprint' | 'fingerprints'>
  pages: Pick<Purges, 'purge'>
  queue: Queue
  booking: BookingContent
}

export type EraseDeps = ErasureDeps & {
  database: Database
  clinic: Pick<ClinicNow, 'facts'>
  config: { admin: { email: string } }
}

const toPerson = ({ email, phone }: PersonQuery): Person => ({ email, phoneDigits: phone && phoneKey(phone) })

const toBuyer = ({ email, phoneDigits: digits }: Person) => ({
  email,
  isPhone: (phone: string) => digits !== undefined && phoneKey(phone) === digits,
})

/** The dry run of `erasePerson`. */
export const findPerson = (
  { database, vault }: { database: Pick<Database, 'db'>; vault: Pick<Vault, 'tryOpen'> },
  sought: PersonQuery,
  now: number,
) => findData(database.db, vault, toPerson(sought), now)

async function findData(db: Db, vault: Pick<Vault, 'tryOpen'>, person: Person, now: number): Promise<PersonFound> {
  const { email } = person
  const appointments = await listPersonAppointments(db, person, now)
  const orders = await findOrdersOfCustomer(db, toBuyer(person))
  const messages = email ? await findPersonsMessages(db, email) : []
  const subscription = email ? await findPersonsSubscription(db, email) : undefined
  const account = email ? await findPersonsAccount(db, email) : undefined
  const recordIds = [...appointments.map(({ id }) => id), ...orders.map(({ id }) => id), ...messages]
  const giftCards = email ? await findPersonsCards(db, email) : []
  recordIds.push(...(await findEntryIds(db, person)), ...giftCards)
  if (subscription?.id) recordIds.push(subscription.id)
  return {
    appointments,
    orders,
    messages: messages.length,
    emails: await countPersonsEmails(db, { email, recordIds }),
    drafts: (await findDraftIds({ db, vault }, person)).length,
    waitlist: (await findEntryIds(db, person)).length,
    giftCards: giftCards.length,
    subscription,
    hasAccount: account !== undefined,
  }
}

export type PersonErased =
  | { ok: true; erased: ErasedCounts }
  /** No data, or only an account that the clinic did not choose to delete. */
  | { ok: false; reason: 'nothing' }
  /** The address of the admin or of the clinic, which gets all notices. */
  | { ok: false; reason: 'own-address' }
  /** A health answer is exempt from deletion; the clinic has to release it first. */
  | { ok: false; reason: 'kept'; appointmentId: string }

/**
 * Erases a person everywhere, in one transaction: orders and appointments stay without personal data, and everything
 * else is deleted. The audit trail does not say who it was. A job notes the fingerprints beside the backups, so that a
 * restore does not bring the person back.
 */
export async function erasePerson(
  deps: EraseDeps,
  actor: Actor,
  { sought, withAccount, now }: { sought: PersonQuery; withAccount: boolean; now: number },
): Promise<PersonErased> {
  const person = toPerson(sought)
  if (isOwnAddress(deps, person, now)) return { ok: false, reason: 'own-address' }
  return deps.database.transaction(async (tx) => {
    const found = await findData(tx, deps.vault, person, now)
    const hasOnlyAccount = isNothing({ ...found, hasAccount: false })
    if (hasOnlyAccount && !(withAccount && found.hasAccount)) return { ok: false, reason: 'nothing' }
    const kept = found.appointments.find(({ healthKept }) => healthKept)
    if (kept) return { ok: false, reason: 'kept', appointmentId: kept.id }
    const erased = await eraseWithin(deps, tx, person, { withAccount, now })
    await deps.queue.enqueue(tx, 'note-erasure', { at: now, withAccount, ...fingerprintPerson(deps, person) })
    await recordAct({ ...deps, tx }, actor, { act: 'person.erased', detail: formatCounts(erased) })
    return { ok: true, erased }
  })
}

export const erasedEmail = 'erased email'
export const erasedPhone = 'erased phone'

const fingerprintPerson = ({ signer }: Pick<ErasureDeps, 'signer'>, { email, phoneDigits }: Person) => ({
  email: email && signer.fingerprint(erasedEmail, email),
  phone: phoneDigits && signer.fingerprint(erasedPhone, phoneDigits),
})

export function isOwnAddress({ clinic, config }: EraseDeps, { email }: Person, now: number) {
  const { general, booking } = clinic.facts(now).emails
  return email !== undefined && [config.admin.email, general, booking].some((own) => own.toLowerCase() === email)
}

/** Appointments first: other code takes the locks in this order. */
export async function eraseWithin(
  deps: ErasureDeps,
  tx: Tx,
  person: Person,
  { withAccount, now }: { withAccount: boolean; now: number },
): Promise<ErasedCounts> {
  const { email } = person
  const { messages, emails, subscription } = await findData(tx, deps.vault, person, now)
  const { appointments, drafts } = await erasePersonsAppointments(deps, tx, person, now)
  const orders = await anonymizeOrders(deps, tx, toBuyer(person), now)
  const cards = email ? await anonymizeCards(tx, email) : []
  const messageIds = email ? await deletePersonsMessages(tx, email) : []
  if (email) await erasePersonsSubscription({ tx, signer: deps.signer }, email, now)
  const account = email && withAccount ? await findPersonsAccount(tx, email) : undefined
  if (account) await deletePersonsAccount(tx, account.id)
  const entryIds = await findEntryIds(tx, person)
  await eraseEntries(deps, tx, entryIds, now)
  const recordIds = [...appointments, ...orders, ...cards, ...messageIds, ...entryIds]
  if (subscription?.id) recordIds.push(subscription.id)
  await erasePersonsEmails(tx, { email, recordIds })
  return {
    appointments: appointments.length,
    orders: orders.length,
    messages,
    emails,
    drafts,
    waitlist: entryIds.length,
    giftCards: cards.length,
    subscriptions: subscription ? 1 : 0,
    accounts: account ? 1 : 0,
  }
}

export const formatCounts = (erased: ErasedCounts) =>
  Object.entries(erased)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ')
