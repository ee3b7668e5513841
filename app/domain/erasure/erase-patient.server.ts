import type { Tx } from '#app/database/tables.ts'
import { deletePersonsAccount, findPersonsAccount } from '#app/domain/accounts/accounts.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { eraseSubjectsAppointments } from '#app/domain/booking/erase-person.server.ts'
import { listAppointmentsOfRecords } from '#app/domain/booking/appointments.server.ts'
import { eraseEntries, findSubjectsEntries } from '#app/domain/booking/waitlist/person-data.server.ts'
import { deleteSubjectsMessages } from '#app/domain/contact/erase-person.server.ts'
import { anonymizeSubjectsCards } from '#app/domain/gift-cards/person-data.server.ts'
import { erasePersonsSubscription, findPersonsSubscription } from '#app/domain/newsletter/erase-person.server.ts'
import { anonymizeSubjectsOrders } from '#app/domain/orders/erase-person.server.ts'
import { countPersonsEmails, erasePersonsEmails } from '#app/domain/outbox/erase-emails.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { decideWithin } from '#app/domain/patients/data-requests.server.ts'
import { findSubject, type PatientSubject } from '#app/domain/patients/data-subject.server.ts'
import { toJoinKey } from '#app/domain/patients/patient-keys.server.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'

import {
  type EraseDeps,
  type ErasureDeps,
  erasedEmail,
  formatCounts,
  isOwnAddress,
  type PersonErased,
} from './erase-person.server.ts'
import type { ErasedCounts } from './person-found.ts'

type Deps = EraseDeps & { mailDomain: string; emailsLeave: boolean }

/** 'gone': merged, erased or decided since the page was loaded. */
export type PatientErased = PersonErased | { ok: false; reason: 'gone' }

/**
 * Erases one patient because they asked for it, and decides their request, in one transaction. Unlike `erasePerson` it
 * goes by the record, so that people who share an address or phone keep their data. The patient is told by email, as the
 * last thing that is sent to them.
 */
export const erasePatient = (
  deps: Deps,
  actor: Actor,
  { id, requestId, withAccount, now }: { id: string; requestId: string; withAccount: boolean; now: number },
): Promise<PatientErased> =>
  deps.database.transaction(async (tx) => {
    const subject = await findSubject(tx, id)
    if (subject?.patient.id !== id) return { ok: false, reason: 'gone' }
    if (subject.emails.some((email) => isOwnAddress(deps, { email }, now))) return { ok: false, reason: 'own-address' }
    const appointments = await listAppointmentsOfRecords(tx, 'everything', subject.recordIds)
    const kept = appointments.find(({ healthKept }) => healthKept)
    if (kept) return { ok: false, reason: 'kept', appointmentId: kept.id }
    // First: the request loses its record with the last appointment.
    const { recordIds } = subject
    const decision = { id: requestId, kinds: ['erasure' as const], outcome: 'done' as const, now }
    if (!(await decideWithin({ ...deps, tx }, actor, { recordIds, ...decision }))) return { ok: false, reason: 'gone' }
    const erased = await eraseSubject(deps, tx, subject, { withAccount, now })
    for (const mark of markSubject(deps, subject))
      await deps.queue.enqueue(tx, 'note-erasure', { at: now, withAccount, ...mark })
    if (subject.patient.email && deps.emailsLeave)
      await sendEmail({ ...deps, tx }, { kind: 'data-erased', ids: { requestId }, recipient: subject.patient.email })
    await recordAct({ ...deps, tx }, actor, { act: 'person.erased', detail: formatCounts(erased) })
    return { ok: true, erased }
  })

export const erasedPerson = 'erased person'

/** By which a restored backup erases them again: a record by its name and address, an address that is theirs alone. */
const markSubject = ({ signer }: Pick<ErasureDeps, 'signer'>, { patient, addresses }: PatientSubject) => [
  ...patient.records.map((record) => ({ person: signer.fingerprint(erasedPerson, toJoinKey(record)) })),
  ...addresses.map((email) => ({ email: signer.fingerprint(erasedEmail, email) })),
]

/** Everything of one person. Appointments first: other code takes the locks in this order. */
export async function eraseSubject(
  deps: ErasureDeps,
  tx: Tx,
  subject: DataSubject,
  { withAccount, now }: { withAccount: boolean; now: number },
): Promise<ErasedCounts> {
  const { addresses } = subject
  const { appointments, drafts } = await eraseSubjectsAppointments(deps, tx, subject, now)
  const orders = await anonymizeSubjectsOrders(deps, tx, subject, now)
  const cards = await anonymizeSubjectsCards(tx, subject)
  const messages = await deleteSubjectsMessages(tx, subject)
  const entryIds = (await findSubjectsEntries(tx, subject)).map(({ id }) => id)
  await eraseEntries(deps, tx, entryIds, now)
  const recordIds = [...appointments, ...orders, ...cards, ...messages, ...entryIds]
  let [subscriptions, accounts, emails] = [0, 0, 0]
  for (const email of addresses) {
    const subscription = await findPersonsSubscription(tx, email)
    if (subscription?.id) recordIds.push(subscription.id)
    if (subscription) subscriptions += 1
    await erasePersonsSubscription({ tx, signer: deps.signer }, email, now)
    const account = withAccount ? await findPersonsAccount(tx, email) : undefined
    if (account) await deletePersonsAccount(tx, account.id)
    if (account) accounts += 1
    emails += await countPersonsEmails(tx, { email, recordIds: [] })
    await erasePersonsEmails(tx, { email, recordIds: [] })
  }
  emails += await countPersonsEmails(tx, { recordIds })
  await erasePersonsEmails(tx, { recordIds })
  return {
    appointments: appointments.length,
    orders: orders.length,
    messages: messages.length,
    emails,
    drafts,
    waitlist: entryIds.length,
    giftCards: cards.length,
    subscriptions,
    accounts,
  }
}
