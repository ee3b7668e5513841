import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { idsOf, type EmailKind } from './email-kinds.ts'
import { sendUnsentTo } from './emails.server.ts'

type About = { appointmentId: string } | { orderId: string }

/** What an email to a patient or buyer is about; of others the address is kept elsewhere. */
export function addressedAbout(email: { kind: EmailKind; ids: unknown }): About | undefined {
  if (email.kind === 'order-notice' || email.kind === 'appointment-notice') return undefined
  const ids = idsOf(email.kind, email)
  // Nobody confirmed it; the patient gives another one.
  if (email.kind === 'appointment-address') return undefined
  if ('orderId' in ids) return { orderId: ids.orderId }
  return 'appointmentId' in ids ? { appointmentId: ids.appointmentId } : undefined
}

export async function hasFailed(tx: Tx, emailId: string) {
  const emails = tx.selectFrom('emails').select('id').where('id', '=', emailId)
  return (await emails.where('state', '=', 'failed').executeTakeFirst()) !== undefined
}

/**
 * In the transaction in which an address that a mail server refused is corrected where it is kept: everything that did
 * not reach it is sent to the right one.
 */
export async function sendToCorrected(
  { tx, queue, vault }: { tx: Tx; queue: Queue; vault: Vault },
  actor: Actor,
  { emailId, about, email }: { emailId: string; about: About; email: string },
) {
  await sendUnsentTo({ tx, queue }, about, email)
  // Both addresses are a person's, and stay out of the trail.
  const detail = `Changed: the email address of the ${'orderId' in about ? 'order' : 'appointment'}.`
  await recordAct({ tx, vault }, actor, { act: 'letter.readdressed', record: `letter:${emailId}`, detail })
}
