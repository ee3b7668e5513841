import type { Tx } from '#app/database/tables.ts'
import type { Payload } from '#app/queue/payloads.ts'
import type { Queue } from '#app/queue/queue.server.ts'

/** A job tells the service at AUTH_SYNC_URL (product decisions, 'Token sync'). */
export async function enqueueTokenSync(
  { tx, queue, syncsTokens }: { tx: Tx; queue: Queue; syncsTokens: boolean },
  accountId: string,
  event: Payload<'sync-token'>['event'],
) {
  if (syncsTokens) await queue.enqueue(tx, 'sync-token', { accountId, event })
}
