import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { idsOf, type LetterKind, sendUnsentTo } from './letters.server.ts'

type Means = { database: Database; queue: Queue; vault: Vault }

type About = { appointmentId: string } | { orderId: string }

/** What a letter to a patient or buyer is about; of others the address is kept elsewhere. */
export function addressedAbout(letter: { kind: LetterKind; ids: unknown }): About | undefined {
  if (letter.kind === 'order-notice' || letter.kind === 'appointment-notice') return undefined
  const ids = idsOf(letter.kind, letter)
  // Nobody confirmed it; the patient gives another one.
  if (letter.kind === 'appointment-address') return undefined
  if ('orderId' in ids) return { orderId: ids.orderId }
  return 'appointmentId' in ids ? { appointmentId: ids.appointmentId } : undefined
}

/**
 * An address that a mail server refused is corrected where it is kept, and everything that did not reach it is sent to
 * the right one. Whoever has the wrong address opens the appointment no more.
 */
export function correctRefusedAddress(
  { database, queue, vault }: Means,
  actor: Actor,
  { letterId, about, email }: { letterId: string; about: About; email: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const failed = await tx
      .selectFrom('letters')
      .select('id')
      .where('id', '=', letterId)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    if (!failed) return false
    if ('orderId' in about) await tx.updateTable('orders').set({ email }).where('id', '=', about.orderId).execute()
    else
      await tx
        .updateTable('appointments')
        .set(({ eb }) => ({ email, link_version: eb('link_version', '+', 1), new_email: null }))
        .where('id', '=', about.appointmentId)
        .execute()
    await sendUnsentTo({ tx, queue }, about, email)
    await recordAct({ tx, vault }, actor, { act: 'letter.readdressed', record: `letter:${letterId}` })
    return true
  })
}
