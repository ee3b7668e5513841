import type { Database } from '#app/database/connection.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Fault, faults, type TrailState, type Verification } from './trail.ts'
import { verifyTrail } from './verify-trail.server.ts'

/** Verifies the trail, also against the last head that was good, and keeps what came out for the admin to see. */
export async function verifyAndKeep(
  { database, vault }: { database: Database; vault: Pick<Vault, 'readKey'> },
  now: number,
): Promise<TrailState> {
  const before = await findLast(database)
  const state = await verifyTrail({ database, vault }, before)
  const found = state.ok
    ? { at: now, fault: null, entry: null, ...state.head }
    : { at: now, fault: state.fault, entry: state.entry }
  await database.transaction((tx) =>
    tx
      .insertInto('audit_verifications')
      .values({ id: 'last', count: 0, hmac: '', ...found })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(found))
      .execute(),
  )
  return state
}

/** When the trail was last verified and what came out; undefined before the first time. */
export async function lastVerification(database: Pick<Database, 'db'>): Promise<Verification | undefined> {
  const last = await findLast(database)
  if (!last) return undefined
  const fault = faults.find((known) => known === last.fault) satisfies Fault | undefined
  return { at: last.at, state: fault ? { ok: false, fault, entry: last.entry ?? 1 } : { ok: true } }
}

const findLast = ({ db }: Pick<Database, 'db'>) =>
  db.selectFrom('audit_verifications').selectAll().where('id', '=', 'last').executeTakeFirst()
