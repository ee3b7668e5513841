import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { changeState } from './subscriber-rows.server.ts'
import { findSuppressedSince, liftSuppression, suppress } from './suppressions.server.ts'

type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints'>; vault: Vault }

export const unsubscribableStates = ['pending', 'subscribed', 'bounced'] as const

/** `state`: before the unsubscribe. */
export type Unsubscribed = { id: string; state: (typeof unsubscribableStates)[number] }

/** Unsubscribes people who asked the clinic for it, each by itself; returns those who were on the list. */
export async function unsubscribeSubscribers(
  { database, signer, vault }: Deps,
  actor: Actor,
  { ids, now }: { ids: string[]; now: number },
) {
  const unsubscribed: Unsubscribed[] = []
  for (const id of ids) {
    const one = await database.transaction(async (tx) => {
      const before = await changeState(tx, id, unsubscribableStates, { state: 'unsubscribed' })
      const state = unsubscribableStates.find((one) => one === before?.state)
      if (!before || !state) return
      // Renews the date, which the undo looks at.
      await liftSuppression({ tx, signer }, before.email)
      await suppress({ tx, signer }, before.email, now)
      const detail = `${state} to unsubscribed`
      await recordAct({ tx, vault }, actor, { act: 'subscriber.unsubscribed', record: `subscriber:${id}`, detail })
      return { id, state }
    })
    if (one) unsubscribed.push(one)
  }
  return unsubscribed
}

/** Takes `unsubscribeSubscribers` at `at` back, except for those who have unsubscribed themselves since. */
export async function undoUnsubscribes(
  { database, signer, vault }: Deps,
  actor: Actor,
  { chosen, at }: { chosen: Unsubscribed[]; at: number },
) {
  const undone: Unsubscribed[] = []
  for (const { id, state } of chosen) {
    const one = await database.transaction(async (tx) => {
      const subscriber = await tx.selectFrom('subscribers').select('email').where('id', '=', id).executeTakeFirst()
      if (!subscriber || (await findSuppressedSince({ db: tx, signer }, subscriber.email)) !== at) return
      if (!(await changeState(tx, id, ['unsubscribed'], { state }))) return
      await liftSuppression({ tx, signer }, subscriber.email)
      const detail = `unsubscribed to ${state}, undone`
      await recordAct({ tx, vault }, actor, { act: 'subscriber.unsubscribed', record: `subscriber:${id}`, detail })
      return { id, state }
    })
    if (one) undone.push(one)
  }
  return undone
}
