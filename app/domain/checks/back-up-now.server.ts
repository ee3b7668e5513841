import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

type Deps = { database: Database; queue: Queue; vault: Vault }

/** Has a backup made beside the nightly ones, and tested by restoring it. Once, however often it is asked for. */
export const backUpNow = ({ database, queue, vault }: Deps, actor: Actor) =>
  database.transaction(async (tx) => {
    await queue.enqueue(tx, 'make-backup', {}, { uniqueKey: 'backup-now' })
    await recordAct({ tx, vault }, actor, { act: 'backup.asked' })
  })

/** Whether a backup is being made or tested. */
export const isBackingUp = async ({ database, queue }: Pick<Deps, 'database' | 'queue'>) =>
  (await queue.hasDue(database.db, 'make-backup', 1)) || (await queue.hasDue(database.db, 'drill-backup', 1))
