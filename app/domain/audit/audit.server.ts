import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { acts, records } from '#content/audit.ts'
import { chainKey, entryHmac } from './chain.server.ts'

export type Actor = {
  /**
   * An account's id, 'operator' for commands, 'program' for jobs, 'patient' for people who open their own data or have the
   * link to an appointment.
   */
  who: string
  /** Network address, or 'here'; of a patient 'online', since an address could not be erased. */
  from: string
  /** Otherwise what they cancel leaves the refund to a manager. */
  mayRefund?: boolean
}

/**
 * Who acts, and whose appointments and patients they see and change. `readsHealth`: also their health answers, by the table of
 * rights, so an address that they enter is confirmed.
 */
export type ScopedActor = Actor & { scope: Scope; readsHealth?: boolean }

export type KnownAct = keyof typeof acts

export type Act = {
  /** 'subscriber.added'. A new act or kind of record needs its words in content/audit.ts. */
  act: KnownAct
  /** 'subscriber:ID'. */
  record?: `${keyof typeof records}:${string}`
  /**
   * Short words or counts, old and new values; never health text, a secret or a person's name. An email address only where
   * somebody's access hangs on it: what staff entered instead of another, and what opened a patient's data.
   */
  detail?: string
}

/**
 * Writes an entry of the audit trail in the act's own transaction. Call it last, since every other act then waits for
 * the commit; but before health text is opened, which must not be seen unrecorded.
 */
export async function recordAct(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'makeKey' | 'cacheKey' | 'witness'> },
  actor: Actor,
  act: Act,
): Promise<void> {
  const head = await tx
    .updateTable('auditHead')
    .set({ count: sql<number>`count + 1` })
    .where('id', '=', 'head')
    .returning(['count', 'hmac', 'keyId'])
    .executeTakeFirstOrThrow()
  const { count } = head
  const keyId = head.keyId ?? randomUUID()
  const key = await (head.keyId ? vault.cacheKey(tx, chainKey(keyId)) : vault.makeKey(tx, chainKey(keyId)))
  if (!key) throw new Error('the key of the audit trail is gone or does not open, so no act can be recorded')

  const entry = {
    sequence: count,
    at: Date.now(),
    who: normalize(actor.who),
    fromWhere: normalize(actor.from),
    act: act.act,
    record: act.record === undefined ? null : checkRecord(act.record),
    detail: act.detail === undefined ? null : normalize(act.detail),
  }
  const hmac = entryHmac(key, entry, head.hmac)
  await tx
    .insertInto('auditEntries')
    .values({ ...entry, hmac })
    .execute()
  await tx.updateTable('auditHead').set({ hmac, keyId }).where('id', '=', 'head').execute()
  vault.witness(tx, { count, hmac })
}

/** False in a database restored with keys that are older than its trail. */
export async function canRecord({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'readKey'> }) {
  const head = await tx.selectFrom('auditHead').select('keyId').where('id', '=', 'head').executeTakeFirstOrThrow()
  return head.keyId === null || (await vault.readKey(tx, chainKey(head.keyId))) !== undefined
}

const knownRecord = /^[a-z][a-z-]*:[\w.:/-]{1,120}$/

/** Anything else, such as an email address, is a bug. */
function checkRecord(record: string) {
  if (!knownRecord.test(record)) throw new Error(`the audit trail takes no record '${record}'`)
  return record
}

/** Both databases return such text unchanged, so that the HMAC matches. */
const normalize = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 1_000)
    .toWellFormed()
