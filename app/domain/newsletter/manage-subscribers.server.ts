import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { discardDeleted, findDeleted, saveDeleted } from './deleted-subscribers.server.ts'
import {
  changeAddress,
  changeState,
  clearBounce,
  deleteSubscriber,
  insertSubscribers,
  markBounced,
} from './subscriber-rows.server.ts'
import { isSuppressed, liftSuppression, suppress } from './suppressions.server.ts'

type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints'>; vault: Vault }
type InTransaction = { tx: Tx; signer: Deps['signer']; vault: Vault }

type NewSubscriber = { email: string; despiteUnsubscribe?: boolean; now: number }
type Added =
  | { ok: true; news: 'added' | 'known'; id: string }
  | { ok: false; reason: 'unsubscribed' }
  | { ok: false; reason: 'bounced'; id: string }

/**
 * Adds a subscriber by hand, without an email and without a date (specification, section 3). An unsubscribed address is
 * added only with `despiteUnsubscribe`, even if its row was deleted; a bounced one must be reset first.
 */
export const addSubscriber = ({ database, ...deps }: Deps, actor: Actor, input: NewSubscriber) =>
  database.transaction((tx) => add({ tx, ...deps }, actor, input))

async function add(deps: InTransaction, actor: Actor, input: NewSubscriber): Promise<Added> {
  const { email, despiteUnsubscribe = false, now } = input
  const known = await findByEmail(deps.tx, email)
  if (known?.state === 'subscribed') return { ok: true, news: 'known', id: known.id }
  if (known?.state === 'bounced') return { ok: false, reason: 'bounced', id: known.id }
  const left = known?.state === 'unsubscribed' || (await isSuppressed(deps, email))
  if (left && !despiteUnsubscribe) return { ok: false, reason: 'unsubscribed' }
  const subscriber = known
    ? await changeState(deps.tx, known.id, ['pending', 'unsubscribed'], { state: 'subscribed', subscriptionDate: null })
    : await insert(deps.tx, email, now)
  // Another process has changed or added the address meanwhile.
  if (!subscriber) return add(deps, actor, input)
  if (left) await liftSuppression(deps, email)
  await record(deps, actor, 'added', subscriber.id, left ? 'after an unsubscribe' : undefined)
  return { ok: true, news: 'added', id: subscriber.id }
}

type AddressChange = { id: string; was: string; email: string; now: number }
type Edited =
  | { ok: true }
  | { ok: false; reason: 'gone' | 'taken' | 'unsubscribed' }
  /** Another admin or process changed the address, to `email`. */
  | { ok: false; reason: 'changed'; email: string }

/**
 * Corrects an address. `was`: the one that the admin saw. The new address of a bounced subscriber is subscribed. Of two that
 * take an address at once, the second violates its index, runs again, and finds it taken.
 */
export const editSubscriber = ({ database, ...deps }: Deps, actor: Actor, change: AddressChange) =>
  database.transaction((tx) => edit({ tx, ...deps }, actor, change))

async function edit(deps: InTransaction, actor: Actor, change: AddressChange): Promise<Edited> {
  const { id, was, email, now } = change
  const subscriber = await deps.tx.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!subscriber) return { ok: false, reason: 'gone' }
  if (subscriber.email === email) return { ok: true }
  if (subscriber.email !== was) return { ok: false, reason: 'changed', email: subscriber.email }
  if (await findByEmail(deps.tx, email)) return { ok: false, reason: 'taken' }
  const left = subscriber.state === 'unsubscribed'
  if (!left && (await isSuppressed(deps, email))) return { ok: false, reason: 'unsubscribed' }
  // Another process changed the address between the read and the write.
  if (!(await changeAddress(deps.tx, id, { was, email }))) return edit(deps, actor, change)
  if (left) await suppress(deps, email, now)
  const wasBounced = await clearBounce(deps.tx, id)
  // The audit trail never holds addresses.
  await record(deps, actor, 'changed', id, `Changed: the email address${wasBounced ? ', bounced to subscribed' : ''}.`)
  return { ok: true }
}

/** Deletes a subscriber, but remembers an unsubscribe. Can be undone for ten minutes. */
export async function removeSubscriber({ database, ...deps }: Deps, actor: Actor, id: string, now: number) {
  return database.transaction(async (tx) => {
    const removed = await deleteSubscriber(tx, id)
    if (!removed) return false
    await saveDeleted(tx, removed, now)
    if (removed.state === 'unsubscribed') await suppress({ tx, ...deps }, removed.email, now)
    await record({ tx, ...deps }, actor, 'deleted', id)
    return true
  })
}

type Restored = { ok: true } | { ok: false; reason: 'too-late' | 'taken' }

/** Restores the row, unless they subscribed again; an unsubscribe meanwhile stays. */
export async function restoreSubscriber(
  { database, ...deps }: Deps,
  actor: Actor,
  id: string,
  now: number,
): Promise<Restored> {
  return database.transaction(async (tx) => {
    const deleted = await findDeleted({ db: tx }, id, now)
    if (!deleted) {
      // After a second press the subscriber exists.
      const restored = await tx.selectFrom('subscribers').select('id').where('id', '=', id).executeTakeFirst()
      return restored ? { ok: true } : { ok: false, reason: 'too-late' }
    }
    const left = await isSuppressed({ tx, ...deps }, deleted.email)
    const [restored] = await insertSubscribers(tx, [{ ...deleted, ...(left && { state: 'unsubscribed' }) }])
    if (!restored) return { ok: false, reason: 'taken' }
    await discardDeleted(tx, id)
    await record({ tx, ...deps }, actor, 'restored', id)
    return { ok: true }
  })
}

type Several = { ids: string[]; now: number }

/** Deletes several subscribers, each by itself; returns the ids of those that were still there. */
export const removeSubscribers = (deps: Deps, actor: Actor, { ids, now }: Several) =>
  filterInTurn(ids, (id) => removeSubscriber(deps, actor, id, now))

/** Takes `removeSubscribers` back; returns the ids of those that are in the list again. */
export const restoreSubscribers = (deps: Deps, actor: Actor, { ids, now }: Several) =>
  filterInTurn(ids, async (id) => (await restoreSubscriber(deps, actor, id, now)).ok)

async function filterInTurn(ids: string[], act: (id: string) => Promise<boolean>) {
  const done: string[] = []
  for (const id of ids) if (await act(id)) done.push(id)
  return done
}

/** Returns false when the address has not bounced. */
export async function resetBounced({ database, ...deps }: Deps, actor: Actor, id: string) {
  return database.transaction(async (tx) => {
    const reset = await clearBounce(tx, id)
    if (reset) await record({ tx, ...deps }, actor, 'reset', id, 'bounced to subscribed')
    return reset !== undefined
  })
}

/** Resets those of several that have bounced; returns their ids. */
export const resetAllBounced = (deps: Deps, actor: Actor, { ids }: Several) =>
  filterInTurn(ids, (id) => resetBounced(deps, actor, id))

/** Takes `resetAllBounced` back for those who are still subscribed; returns their ids. */
export const undoResets = ({ database, ...deps }: Deps, actor: Actor, { ids }: Several) =>
  filterInTurn(ids, (id) =>
    database.transaction(async (tx) => {
      const marked = await markBounced(tx, id)
      if (marked) await record({ tx, ...deps }, actor, 'reset', id, 'subscribed to bounced, undone')
      return marked !== undefined
    }),
  )

const findByEmail = (db: Db, email: string) =>
  db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()

async function insert(tx: Tx, email: string, now: number) {
  const row = { id: randomUUID(), email, subscriptionDate: null, createdAt: now }
  return (await insertSubscribers(tx, [{ ...row, state: 'subscribed' }]))[0]
}

const record = (
  { tx, vault }: InTransaction,
  actor: Actor,
  act: 'added' | 'changed' | 'deleted' | 'restored' | 'reset',
  id: string,
  detail?: string,
) => recordAct({ tx, vault }, actor, { act: `subscriber.${act}`, record: `subscriber:${id}`, detail })
