import type { Tx } from '#app/database/tables.ts'
import type { Payload } from '#app/queue/payloads.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Deps = { tx: Tx; queue: Queue; syncsTokens: boolean }

/** Tells the service at AUTH_SYNC_URL, later and until it has heard (product decisions, 'Token sync'). */
export async function enqueueTokenSync(
  { tx, queue, syncsTokens }: Deps,
  accountId: string,
  event: Payload<'sync-token'>['event'],
) {
  if (syncsTokens) await queue.enqueue(tx, 'sync-token', { accountId, event })
}
