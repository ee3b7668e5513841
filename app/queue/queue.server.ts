import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type JobKind, type Payload, payloads } from './payloads.ts'

export type Queue = {
  /**
   * Adds a job in the caller's transaction: job and data commit or roll back together.
   * `uniqueKey`: nothing is added while a job with the same key is waiting or running.
   */
  enqueue<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: Payload<Kind>,
    options?: { runAt?: number; uniqueKey?: string },
  ): Promise<void>
  /** Calls back whenever this process committed a new job; answers how to stop listening. */
  onEnqueued(listener: () => void): () => void
}

export function createQueue(database: Database): Queue {
  const listeners = new Set<() => void>()
  return {
    async enqueue(tx, kind, payload, { runAt = Date.now(), uniqueKey } = {}) {
      await tx
        .insertInto('jobs')
        .values({
          id: randomUUID(),
          kind,
          payload: JSON.stringify(payloads[kind].parse(payload)),
          state: 'waiting',
          run_at: runAt,
          attempts: 0,
          leased_until: 0,
          unique_key: uniqueKey ?? null,
          created_at: Date.now(),
        })
        .onConflict((conflict) => conflict.column('unique_key').doNothing())
        .execute()
      database.afterCommit(tx, () => listeners.forEach((listener) => listener()))
    },
    onEnqueued(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
