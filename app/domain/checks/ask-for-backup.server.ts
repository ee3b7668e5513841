import type { Backups } from '#app/database/backups/backups.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

type Deps = { database: Database; queue: Queue; vault: Vault }

/** What a worker does about backups at the moment. */
export type BackupWork = 'making' | 'testing' | undefined

export async function findBackupWork({ database, queue }: Pick<Deps, 'database' | 'queue'>): Promise<BackupWork> {
  if (await queue.hasDue(database.db, 'make-backup', 1)) return 'making'
  return (await queue.hasDue(database.db, 'drill-backup', 1)) ? 'testing' : undefined
}

/** Has a backup made beside the nightly ones, which is then tested. Of two at once, the queue takes one. */
export async function backUpNow(deps: Deps, actor: Actor) {
  if (await findBackupWork(deps)) return { ok: false as const, reason: 'running' as const }
  const { database, queue, vault } = deps
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, 'make-backup', {}, { uniqueKey: 'backup-now' })
    await recordAct({ tx, vault }, actor, { act: 'backup.asked' })
  })
  return { ok: true as const }
}

/** Has the newest backup tested, as each night: a worker restores it into a temporary database and examines that. */
export async function testNewestBackup(deps: Deps & { backups: Pick<Backups, 'state'> }, actor: Actor) {
  if (await findBackupWork(deps)) return { ok: false as const, reason: 'running' as const }
  const { madeAt } = await deps.backups.state()
  if (madeAt === undefined) return { ok: false as const, reason: 'none' as const }
  const { database, queue, vault } = deps
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, 'drill-backup', {}, { uniqueKey: 'drill-backup' })
    await recordAct({ tx, vault }, actor, { act: 'backup.test-asked' })
  })
  return { ok: true as const }
}
