import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { GiftCard } from './gift-card.ts'
import { findCard, lockCard, openCode, sealCode } from './gift-cards.server.ts'

type Deps = { database: Database; vault: Vault }

type NotUsable = { ok: false; reason: 'not-usable' }
type CodeShown = { ok: true; card: GiftCard; code: string }

/** Shows the code of a card to staff, who can use it like money. */
export const showCode = ({ database, vault }: Deps, actor: Actor, id: string): Promise<CodeShown | NotUsable> =>
  database.transaction(async (tx) => {
    const card = await findCard(tx, id)
    if (card?.state !== 'active') return { ok: false, reason: 'not-usable' }
    // An opened code must not be seen unrecorded.
    await recordAct({ tx, vault }, actor, { act: 'gift-card.code-shown', record: `gift-card:${id}` })
    return { ok: true, card, code: await openCode({ db: tx, vault }, id) }
  })

/** A lost card can't be used any more, until it gets a new code or is unblocked. */
export const blockCard = (deps: Deps, actor: Actor, id: string) => changeState(deps, actor, { id, to: 'blocked' })

/** The same code can be used again. */
export const unblockCard = (deps: Deps, actor: Actor, id: string) => changeState(deps, actor, { id, to: 'active' })

const changeState = (
  { database, vault }: Deps,
  actor: Actor,
  { id, to }: { id: string; to: 'active' | 'blocked' },
): Promise<{ ok: true } | NotUsable> =>
  database.transaction(async (tx) => {
    const card = await lockCard(tx, id)
    if (!card || card.state === 'unpaid') return { ok: false, reason: 'not-usable' }
    if (card.state === to) return { ok: true }
    await tx.updateTable('giftCards').set({ state: to }).where('id', '=', id).execute()
    const act = to === 'blocked' ? 'gift-card.blocked' : 'gift-card.unblocked'
    await recordAct({ tx, vault }, actor, { act, record: `gift-card:${id}` })
    return { ok: true }
  })

/**
 * Gives a card another code, for what is left on it; the earlier code and its links end. `issue`: of the code that the page
 * was about, so that pressing twice makes one.
 */
export const replaceCode = (
  { database, vault }: Deps,
  actor: Actor,
  { id, issue }: { id: string; issue: number },
): Promise<CodeShown | NotUsable | { ok: false; reason: 'changed-meanwhile' }> =>
  database.transaction(async (tx) => {
    const card = await lockCard(tx, id)
    if (!card || card.state === 'unpaid') return { ok: false, reason: 'not-usable' }
    if (card.issue !== issue) return { ok: false, reason: 'changed-meanwhile' }
    const { code, sealed } = await sealCode({ tx, vault }, id)
    const changed = { state: 'active', issue: issue + 1 } as const
    await tx
      .updateTable('giftCards')
      .set({ ...changed, ...sealed })
      .where('id', '=', id)
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'gift-card.reissued', record: `gift-card:${id}` })
    return { ok: true, card: { ...card, ...changed, hint: sealed.hint }, code }
  })
