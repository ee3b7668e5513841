import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { acts, records } from '#content/audit.ts'
import { chainKey, entryHmac } from './chain.server.ts'

export type Actor = {
  /** An account's id, 'operator' for commands, 'program' for jobs. */
  who: string
  /** Network address, or 'here'. */
  from: string
}

export type KnownAct = keyof typeof acts

export type Act = {
  /** What was done: 'subscriber.added'. A new one needs words in content/audit.ts, and so does a new kind of record. */
  act: KnownAct
  /** To which record: 'subscriber:ID'. */
  record?: `${keyof typeof records}:${string}`
  /** Short words or counts, old and new values; never health text, a secret, or a person's name or address. */
  detail?: string
}

/**
 * Writes an entry of the audit trail in the act's own transaction: both are there or neither. Call it last, since every
 * other act waits from here on for the commit; but before health text is opened, so that nobody sees it unrecorded.
 */
export async function recordAct(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'makeKey' | 'cacheKey' | 'witness'> },
  actor: Actor,
  act: Act,
): Promise<void> {
  const {
    count,
    hmac: before,
    keyId: knownKey,
  } = await tx
    .updateTable('auditHead')
    .set({ count: sql<number>`count + 1` })
    .where('id', '=', 'head')
    .returning(['count', 'hmac', 'keyId'])
    .executeTakeFirstOrThrow()
  const keyId = knownKey ?? randomUUID()
  const key = knownKey ? await vault.cacheKey(tx, chainKey(keyId)) : await vault.makeKey(tx, chainKey(keyId))
  if (!key) throw new Error('the key of the audit trail is gone or does not open, so no act can be recorded')

  const entry = {
    sequence: count,
    at: Date.now(),
    who: fit(actor.who),
    fromWhere: fit(actor.from),
    act: act.act,
    record: act.record === undefined ? null : checked(act.record),
    detail: act.detail === undefined ? null : fit(act.detail),
  }
  const hmac = entryHmac(key, entry, before)
  await tx
    .insertInto('auditEntries')
    .values({ ...entry, hmac })
    .execute()
  await tx.updateTable('auditHead').set({ hmac, keyId }).where('id', '=', 'head').execute()
  vault.witness(tx, { count, hmac })
}

/** Whether acts can be recorded: not in a database restored with keys that are older than its trail. */
export async function canRecord({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'readKey'> }) {
  const head = await tx.selectFrom('auditHead').select('keyId').where('id', '=', 'head').executeTakeFirstOrThrow()
  return head.keyId === null || (await vault.readKey(tx, chainKey(head.keyId))) !== undefined
}

const knownRecord = /^[a-z][a-z-]*:[\w.:-]{1,120}$/

/** Any other would not be found again, or be a person's address; it is our own fault, never the admin's. */
function checked(record: string) {
  if (!knownRecord.test(record)) throw new Error(`the audit trail takes no record '${record}'`)
  return record
}

/** What the databases give back exactly as it was put in, so that the HMAC stays true. */
const fit = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 1_000)
    .toWellFormed()
