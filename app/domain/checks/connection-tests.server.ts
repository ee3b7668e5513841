import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { countUse } from '#app/domain/limits/limits.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { ConnectionId } from './connections.ts'

/** `reason`: a code; `said`: the service's answer, redacted. */
export type TestResult = { ok: boolean; reason: string; said?: string }

/** The last test of a service; without a result while it runs, or when it was interrupted. */
export type ConnectionTest = { askedAt: number; result?: TestResult & { at: number } }

/** Two presses are one test. Longer than any test, so that no two run at once. */
const onePress = { most: 1, windowMs: 15_000 }

/** Recorded before the test runs. False when the last one was a moment ago. */
export const beginTest = (
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  { service, now }: { service: ConnectionId; now: number },
) =>
  database.transaction(async (tx) => {
    const allowed = await countUse({ tx }, `connection-test:${service}`, onePress, now)
    if (!allowed.ok) return false
    const begun = { askedAt: now, answeredAt: null, ok: null, reason: null, said: null }
    await tx
      .insertInto('connectionTests')
      .values({ service, ...begun })
      .onConflict((conflict) => conflict.column('service').doUpdateSet(begun))
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'connection.tested', record: `connection:${service}` })
    return true
  })

export const saveResult = (
  { database }: { database: Database },
  { service, askedAt, now }: { service: ConnectionId; askedAt: number; now: number },
  { ok, reason, said }: TestResult,
) =>
  database.transaction(async (tx) => {
    await tx
      .updateTable('connectionTests')
      .set({ answeredAt: now, ok: ok ? 1 : 0, reason, said: said ?? null })
      .where('service', '=', service)
      .where('askedAt', '=', askedAt)
      .execute()
  })

export async function findTests({ db }: Pick<Database, 'db'>): Promise<Map<string, ConnectionTest>> {
  const rows = await db.selectFrom('connectionTests').selectAll().execute()
  return new Map(
    rows.map(({ service, askedAt, answeredAt, ok, reason, said }) => [
      service,
      {
        askedAt,
        ...(answeredAt !== null && {
          result: { at: answeredAt, ok: ok === 1, reason: reason ?? '', ...(said !== null && { said }) },
        }),
      },
    ]),
  )
}

export const isUnderWay = ({ askedAt }: ConnectionTest, now: number) => now - askedAt < onePress.windowMs
