import type { Backups } from '#app/database/backups/backups.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { KnownAct } from './audit.server.ts'
import { type Fault, faults, type TrailState, type Verification } from './trail.ts'
import { verifyTrail } from './verify-trail.server.ts'

/** Verifies the trail, also against the last good head and that of the newest backup, and saves the result. */
export async function verifyAndSave(
  { database, vault, backups }: { database: Database; vault: Pick<Vault, 'readKey'>; backups: WithHead },
  now: number,
): Promise<TrailState> {
  const before = await findLast(database)
  const state = await verifyTrail({ database, vault }, [
    ...(before ? [before] : []),
    ...(await findBackupHead({ database, backups })),
  ])
  const found = state.ok
    ? { at: now, fault: null, entry: null, ...state.head }
    : { at: now, fault: state.fault, entry: state.entry }
  await database.transaction((tx) =>
    tx
      .insertInto('auditVerifications')
      .values({ id: 'last', count: 0, hmac: '', ...found })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(found))
      .execute(),
  )
  return state
}

type WithHead = Pick<Backups, 'newestHead'>

/**
 * The head of the newest backup: a shorter trail was cut off. A backup from before a restore does not count, since the
 * restored trail lacks the entries in between; the entry of the restore cannot be forged.
 */
export async function findBackupHead({ database, backups }: { database: Pick<Database, 'db'>; backups: WithHead }) {
  const head = await backups.newestHead()
  if (!head) return []
  const restored = await database.db
    .selectFrom('auditEntries')
    .select('at')
    .where('act', '=', 'backup.restored' satisfies KnownAct)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return restored && restored.at >= head.takenAt ? [] : [head]
}

/** Undefined before the first verification. */
export async function findLastVerification(database: Pick<Database, 'db'>): Promise<Verification | undefined> {
  const last = await findLast(database)
  if (!last) return undefined
  const fault = faults.find((known) => known === last.fault) satisfies Fault | undefined
  return { at: last.at, state: fault ? { ok: false, fault, entry: last.entry ?? 1 } : { ok: true } }
}

const findLast = ({ db }: Pick<Database, 'db'>) =>
  db.selectFrom('auditVerifications').selectAll().where('id', '=', 'last').executeTakeFirst()
