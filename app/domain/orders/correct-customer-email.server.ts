import type { Database } from '#app/database/connection.server.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { hasEmailFailed, resendToCorrectedAddress } from '#app/domain/outbox/correct-address.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

/** Corrects the address of an order after its email bounced; false if that email is no longer failed. */
export function correctCustomerEmail(
  { database, ...deps }: { database: Database; queue: Queue; vault: Vault },
  actor: Actor,
  { emailId, orderId, email }: { emailId: string; orderId: string; email: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await hasEmailFailed(tx, emailId))) return false
    await tx.updateTable('orders').set({ email }).where('id', '=', orderId).execute()
    await resendToCorrectedAddress({ ...deps, tx }, actor, { emailId, about: { orderId }, email })
    return true
  })
}
