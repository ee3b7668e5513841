import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { dropDeleted, findDeleted, keepDeleted } from './deleted-subscribers.server.ts'
import {
  changeAddress,
  changeState,
  deleteSubscriber,
  insertSubscribers,
  type SubscriberRow,
} from './subscriber-rows.server.ts'
import { isSuppressed, liftSuppression, suppress } from './suppressions.server.ts'

// What the admin does with one subscriber. Each act is in the audit trail.

type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints'>; vault: Vault }
type InTransaction = { tx: Tx; signer: Deps['signer']; vault: Vault }

type Added =
  | { ok: true; news: 'added' | 'known'; id: string }
  | { ok: false; reason: 'unsubscribed' }
  | { ok: false; reason: 'bounced'; id: string }

/**
 * Puts an address on the list as the clinic asks, without an email and without a date (specification, section 3).
 * Who unsubscribed is added only by the explicit choice `despiteUnsubscribe`, also after their row was deleted; a
 * bounced address is first to be reset.
 */
export async function addSubscriber(
  { database, ...deps }: Deps,
  actor: Actor,
  wish: { email: string; despiteUnsubscribe?: boolean; now: number },
): Promise<Added> {
  return database.transaction((tx) => add({ tx, ...deps }, actor, wish))
}

async function add(
  deps: InTransaction,
  actor: Actor,
  wish: { email: string; despiteUnsubscribe?: boolean; now: number },
): Promise<Added> {
  const { email, despiteUnsubscribe = false, now } = wish
  const known = await findByEmail(deps.tx, email)
  if (known?.state === 'subscribed') return { ok: true, news: 'known', id: known.id }
  if (known?.state === 'bounced') return { ok: false, reason: 'bounced', id: known.id }
  const left = known?.state === 'unsubscribed' || (await isSuppressed(deps, email))
  if (left && !despiteUnsubscribe) return { ok: false, reason: 'unsubscribed' }
  const subscriber = known ? await putBack(deps.tx, known) : await insert(deps.tx, email, now)
  // Somebody else changed or added the address at this very moment.
  if (!subscriber) return add(deps, actor, wish)
  if (left) await liftSuppression(deps, email)
  await record(deps, actor, 'added', subscriber.id, left ? 'after an unsubscribe' : undefined)
  return { ok: true, news: 'added', id: subscriber.id }
}

type Edited =
  | { ok: true }
  | { ok: false; reason: 'gone' | 'taken' | 'unsubscribed' }
  /** Somebody else changed the address, to this one. */
  | { ok: false; reason: 'changed'; email: string }

/**
 * Corrects an address. `was`: the one the admin saw, so that nothing is replaced that they did not see. An address
 * that bounced is tried again as another one.
 */
export async function editSubscriber(
  { database, ...deps }: Deps,
  actor: Actor,
  wish: { id: string; was: string; email: string; now: number },
): Promise<Edited> {
  try {
    return await database.transaction((tx) => edit({ tx, ...deps }, actor, wish))
  } catch (error) {
    // Added by somebody else while this transaction ran.
    if (await findByEmail(database.db, wish.email)) return { ok: false, reason: 'taken' }
    throw error
  }
}

async function edit(
  deps: InTransaction,
  actor: Actor,
  wish: { id: string; was: string; email: string; now: number },
): Promise<Edited> {
  const { id, was, email, now } = wish
  const subscriber = await deps.tx.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!subscriber) return { ok: false, reason: 'gone' }
  if (subscriber.email === email) return { ok: true }
  if (subscriber.email !== was) return { ok: false, reason: 'changed', email: subscriber.email }
  if (await findByEmail(deps.tx, email)) return { ok: false, reason: 'taken' }
  const left = subscriber.state === 'unsubscribed'
  if (!left && (await isSuppressed(deps, email))) return { ok: false, reason: 'unsubscribed' }
  // Somebody else got in between reading and writing.
  if (!(await changeAddress(deps.tx, id, { was, email }))) return edit(deps, actor, wish)
  if (left) await suppress(deps, email, now)
  const wasBounced = await changeState(deps.tx, id, ['bounced'], { state: 'subscribed' })
  // Both addresses are a person's, and stay out of the trail.
  await record(deps, actor, 'changed', id, `Changed: the email address${wasBounced ? ', bounced to subscribed' : ''}.`)
  return { ok: true }
}

/**
 * Deletes the subscriber; that they had unsubscribed is remembered. For a while it can be undone. Answers false when
 * there is no such subscriber.
 */
export async function removeSubscriber({ database, ...deps }: Deps, actor: Actor, id: string, now: number) {
  return database.transaction(async (tx) => {
    const removed = await deleteSubscriber(tx, id)
    if (!removed) return false
    await keepDeleted({ tx }, removed, now)
    if (removed.state === 'unsubscribed') await suppress({ tx, ...deps }, removed.email, now)
    await record({ tx, ...deps }, actor, 'deleted', id)
    return true
  })
}

type Restored = { ok: true } | { ok: false; reason: 'too-late' | 'taken' }

/** Brings back the very row, unless they came back by themselves; who left meanwhile has left. */
export async function restoreSubscriber(
  { database, ...deps }: Deps,
  actor: Actor,
  id: string,
  now: number,
): Promise<Restored> {
  return database.transaction(async (tx) => {
    const deleted = await findDeleted({ db: tx }, id, now)
    // A second press finds them back already.
    if (!deleted) return (await isThere(tx, id)) ? { ok: true } : { ok: false, reason: 'too-late' }
    const left = await isSuppressed({ tx, ...deps }, deleted.email)
    const [restored] = await insertSubscribers(tx, [{ ...deleted, ...(left && { state: 'unsubscribed' }) }])
    if (!restored) return { ok: false, reason: 'taken' }
    await dropDeleted({ tx }, id)
    await record({ tx, ...deps }, actor, 'restored', id)
    return { ok: true }
  })
}

/** The address is tried again. Answers false when it has not bounced. */
export async function resetBounced({ database, ...deps }: Deps, actor: Actor, id: string) {
  return database.transaction(async (tx) => {
    const reset = await changeState(tx, id, ['bounced'], { state: 'subscribed' })
    if (reset) await record({ tx, ...deps }, actor, 'reset', id, 'bounced to subscribed')
    return reset !== undefined
  })
}

const findByEmail = (db: Db, email: string) =>
  db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()

async function isThere(tx: Tx, id: string) {
  return (await tx.selectFrom('subscribers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function insert(tx: Tx, email: string, now: number) {
  const row = { id: randomUUID(), email, subscriptionDate: null, createdAt: now }
  return (await insertSubscribers(tx, [{ ...row, state: 'subscribed' }]))[0]
}

const putBack = (tx: Tx, { id }: SubscriberRow) =>
  changeState(tx, id, ['pending', 'unsubscribed'], { state: 'subscribed', subscriptionDate: null })

const record = (
  { tx, vault }: InTransaction,
  actor: Actor,
  act: 'added' | 'changed' | 'deleted' | 'restored' | 'reset',
  id: string,
  detail?: string,
) => recordAct({ tx, vault }, actor, { act: `subscriber.${act}`, record: `subscriber:${id}`, detail })
