import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { parseEmailIds, type EmailKind } from './email-kinds.server.ts'
import { resendUnsentTo } from './emails.server.ts'

type EmailSubject = { appointmentId: string } | { orderId: string }

/** The appointment or order whose address an email to a patient or buyer used; undefined for other emails. */
export function findCorrectable(email: { kind: EmailKind; ids: unknown }): EmailSubject | undefined {
  // The address of 'appointment-address' was never confirmed, so the patient gives another one.
  if (['order-notice', 'appointment-notice', 'appointment-address', 'address-replaced'].includes(email.kind))
    return undefined
  const ids = parseEmailIds(email.kind, email)
  if ('orderId' in ids) return { orderId: ids.orderId }
  return 'appointmentId' in ids ? { appointmentId: ids.appointmentId } : undefined
}

export async function hasEmailFailed(tx: Tx, emailId: string) {
  const emails = tx.selectFrom('emails').select('id').where('id', '=', emailId)
  return (await emails.where('state', '=', 'failed').executeTakeFirst()) !== undefined
}

/** Sends everything that did not reach a wrong address to the corrected one, in the transaction of the correction. */
export async function resendToCorrectedAddress(
  { tx, queue, vault }: { tx: Tx; queue: Queue; vault: Vault },
  actor: Actor,
  { emailId, about, email }: { emailId: string; about: EmailSubject; email: string },
) {
  await resendUnsentTo({ tx, queue }, about, email)
  // The addresses themselves are personal data, which the audit trail never holds.
  const detail = `Changed: the email address of the ${'orderId' in about ? 'order' : 'appointment'}.`
  await recordAct({ tx, vault }, actor, { act: 'letter.readdressed', record: `letter:${emailId}`, detail })
}
