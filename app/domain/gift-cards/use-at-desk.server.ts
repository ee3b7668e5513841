import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { post } from '#app/domain/ledger/ledger.server.ts'
import { mayTakeBack } from '#app/domain/ledger/take-back.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { cardSubject } from './gift-card.ts'
import { listCardLines, lockCard, readBalance } from './gift-cards.server.ts'

type Deps = { database: Database; vault: Vault }

/** `key`: of the form, so that pressing twice takes the money off once. `note`: what it was for. */
type DeskUse = { id: string; key: string; cents: number; note: string; now: number }

/** 'not-usable': it is blocked, was never paid for, or is gone. 'used-form': the form took money off another card. */
export type UseResult =
  | { ok: true }
  | { ok: false; reason: 'not-usable' | 'used-form' }
  | { ok: false; reason: 'too-much'; leftCents: number }

/** Takes off a card what a visit cost. */
export const useAtDesk = (
  { database, vault }: Deps,
  actor: Actor,
  { id, key, cents, note, now }: DeskUse,
): Promise<UseResult> =>
  database.transaction(async (tx) => {
    const card = await lockCard(tx, id)
    if (card?.state !== 'active') return { ok: false, reason: 'not-usable' }
    const transactionKey = toUseKey(key)
    if (await hasLine(tx, id, transactionKey)) return { ok: true }
    const leftCents = await readBalance(tx, id)
    if (cents > leftCents) return { ok: false, reason: 'too-much', leftCents }
    const entry = { key: transactionKey, subject: cardSubject(id), at: now, lines: toLines(id, cents) }
    if (!(await post(tx, entry))) return { ok: false, reason: 'used-form' }
    await tx.insertInto('giftCardNotes').values({ transactionKey, giftCardId: id, note }).execute()
    const detail = formatCents(cents)
    await recordAct({ tx, vault }, actor, { act: 'gift-card.used', record: `gift-card:${id}`, detail })
    return { ok: true }
  })

/** Gives it back to the card, once: 'managers', unless it was taken off just now. */
export const undoUse = (
  { database, vault }: Deps,
  actor: Actor,
  { id, key, now }: { id: string; key: string; now: number },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'managers' }> =>
  database.transaction(async (tx) => {
    await lockCard(tx, id)
    const used = (await listCardLines(tx, id)).find((line) => line.key === toUseKey(key))
    if (!used) return { ok: false, reason: 'not-found' }
    if (!mayTakeBack(actor, used.at, now)) return { ok: false, reason: 'managers' }
    const entry = { key: toUndoneKey(key), subject: cardSubject(id), at: now, lines: toLines(id, used.cents) }
    if (!(await post(tx, entry))) return { ok: true }
    const detail = formatCents(-used.cents)
    await recordAct({ tx, vault }, actor, { act: 'gift-card.use-undone', record: `gift-card:${id}`, detail })
    return { ok: true }
  })

const useKind = 'card-visit:'
const toUseKey = (key: string) => `${useKind}${key}`
const toUndoneKey = (key: string) => `card-visit-undone:${key}`

type Line = { key: string; at: number }

/** Of the lines of a card, those that this person can give back: by the key of the line, that of the form. */
export function listUndoable(by: Pick<Actor, 'mayRefund'>, lines: readonly Line[], now: number): Map<string, string> {
  const keys = new Set(lines.map(({ key }) => key))
  return new Map(
    lines
      .filter((line) => line.key.startsWith(useKind) && mayTakeBack(by, line.at, now))
      .map(({ key: line }) => [line, line.slice(useKind.length)] as const)
      .filter(([, key]) => !keys.has(toUndoneKey(key))),
  )
}

/** What staff noted, by the key of its line. */
export async function listNotes(db: Db, id: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('giftCardNotes').selectAll().where('giftCardId', '=', id).execute()
  return new Map(rows.map(({ transactionKey, note }) => [transactionKey, note]))
}

const hasLine = async (db: Db, id: string, key: string) =>
  (await listCardLines(db, id)).some((line) => line.key === key)

/** Without sales tax, as the form says. */
const toLines = (id: string, cents: number) => [
  { account: 'gift-cards' as const, item: id, cents },
  { account: 'service-sales' as const, cents: -cents },
]
