import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { change, recordMovements, type StockDeps, toMovement } from './stock.server.ts'

type Deps = StockDeps & { database: Database; vault: Vault }

const most = 100_000
const aNumber = 'Enter a whole number from 0 to 100,000.'
const aChange = 'Enter how many more or fewer there are, such as +2 or -1.'

export const countForm = z.object({
  count: z
    .string({ error: aNumber })
    .trim()
    .regex(/^\d{1,6}$/, aNumber)
    .transform(Number)
    .refine((count) => count <= most, aNumber),
})

export const correctionForm = z.object({
  // Phones and word processors write other dashes.
  change: z
    .string({ error: aChange })
    .transform((typed) => typed.replace(/\s/g, '').replace(/^[−–]/, '-'))
    .pipe(z.string().regex(/^[+-]?\d{1,6}$/, aChange))
    .transform(Number)
    .refine((by) => by !== 0 && Math.abs(by) <= most, aChange),
  reason: singleLine({ blank: 'Enter a reason.', most: 100, tooLong: 'Enter at most 100 characters.' }),
})

/** `movement`: for Undo. `left`: now, undefined if it is not counted. */
export type CountResult =
  | { ok: true; movement: string }
  | { ok: false; reason: 'changed-meanwhile'; left: number | undefined }

/** Begins to count, or counts again. `was`: what its page showed, so that no order between is counted away. */
export const countStock = (
  deps: Deps,
  actor: Actor,
  { saleItem, count, was, now }: { saleItem: string; count: number; was: number | undefined; now: number },
) =>
  inTurn(deps, async (tx): Promise<CountResult> => {
    const saved =
      was === undefined ? await begin(tx, saleItem, count, now) : await replace(tx, saleItem, was, count, now)
    if (!saved) return changedMeanwhile(tx, saleItem)
    return record(deps, tx, actor, { saleItem, kind: 'counted', before: was ?? null, after: count, now })
  })

/** More or fewer by some, whatever is ordered meanwhile. */
export const correctStock = (
  deps: Deps,
  actor: Actor,
  { saleItem, by, reason, now }: { saleItem: string; by: number; reason: string; now: number },
) =>
  inTurn(deps, async (tx): Promise<CountResult> => {
    const after = await change(tx, saleItem, by, now)
    if (after === undefined) return changedMeanwhile(tx, saleItem)
    return record(deps, tx, actor, { saleItem, kind: 'corrected', before: after - by, after, reason, now })
  })

/** It can be ordered without limit again. */
export const endCounting = (deps: Deps, actor: Actor, { saleItem, now }: { saleItem: string; now: number }) =>
  inTurn(deps, async (tx): Promise<CountResult> => {
    const ended = await end(tx, saleItem)
    if (!ended) return changedMeanwhile(tx, saleItem)
    return record(deps, tx, actor, { saleItem, kind: 'ended', before: ended.count, after: null, now })
  })

/** Undo is offered for seconds; without scripts its button stays on the page. */
const undoMs = 3 * 60_000

/** Takes the clinic's last change of a count back; what was ordered since stays ordered. */
export const undoCount = (
  deps: Deps,
  actor: Actor,
  { saleItem, movement: id, now }: { saleItem: string; movement: string; now: number },
) =>
  inTurn(deps, async (tx): Promise<CountResult | { ok: false; reason: 'too-late' }> => {
    const last = await findLastByHand(tx, saleItem)
    if (!last || last.id !== id || last.kind === 'undone' || last.at < now - undoMs)
      return { ok: false, reason: 'too-late' }
    const back = await takeBack(tx, last, now)
    if (!back) return changedMeanwhile(tx, saleItem)
    return record(deps, tx, actor, { saleItem, kind: 'undone', ...back, now })
  })

/** The newest changes of a count, so that it can be told why it is what it is. */
export const listMovements = ({ db }: Pick<Database, 'db'>, saleItem: string) =>
  db
    .selectFrom('stockMovements')
    .select(['at', 'kind', 'before', 'after', 'orderNumber', 'reason', 'who'])
    .where('saleItem', '=', saleItem)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(30)
    .execute()

/** One at a time, since Undo takes back the last. Orders do not wait for it. */
const inTurn = <Result>({ database }: Deps, work: (tx: Tx) => Promise<Result>) =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, 'counting stock')
    return work(tx)
  })

const begin = (tx: Tx, saleItem: string, count: number, now: number) =>
  tx
    .insertInto('stock')
    .values({ saleItem, count, changedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('count')
    .executeTakeFirst()

const replace = (tx: Tx, saleItem: string, was: number, count: number, now: number) =>
  tx
    .updateTable('stock')
    .set({ count, changedAt: now })
    .where('saleItem', '=', saleItem)
    .where('count', '=', was)
    .returning('count')
    .executeTakeFirst()

const end = (tx: Tx, saleItem: string) =>
  tx.deleteFrom('stock').where('saleItem', '=', saleItem).returning('count').executeTakeFirst()

type ByHand = Pick<Tables['stockMovements'], 'id' | 'saleItem' | 'kind' | 'at' | 'before' | 'after'>

const findLastByHand = (tx: Tx, saleItem: string): Promise<ByHand | undefined> =>
  tx
    .selectFrom('stockMovements')
    .select(['id', 'saleItem', 'kind', 'at', 'before', 'after'])
    .where('saleItem', '=', saleItem)
    .where('who', 'is not', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Undefined if so many were ordered since that it can't be. */
async function takeBack(tx: Tx, { saleItem, before, after }: ByHand, now: number) {
  if (before === null) {
    const ended = await end(tx, saleItem)
    return ended && { before: ended.count, after: null }
  }
  if (after === null) return (await begin(tx, saleItem, before, now)) && { before: null, after: before }
  const by = before - after
  const left = await change(tx, saleItem, by, now)
  return left === undefined ? undefined : { before: left - by, after: left }
}

async function changedMeanwhile(tx: Tx, saleItem: string): Promise<CountResult> {
  const row = await tx.selectFrom('stock').select('count').where('saleItem', '=', saleItem).executeTakeFirst()
  return { ok: false, reason: 'changed-meanwhile', left: row?.count }
}

async function record(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  changed: Omit<Parameters<typeof toMovement>[0], 'who'>,
): Promise<CountResult> {
  const { saleItem, kind, before, after } = changed
  const movement = toMovement({ ...changed, who: actor.who })
  await recordMovements(deps, tx, [movement])
  const detail = `${kind}: ${before ?? 'not counted'} to ${after ?? 'not counted'}`
  await recordAct({ tx, vault: deps.vault }, actor, { act: 'stock.changed', record: `stock:${saleItem}`, detail })
  return { ok: true, movement: movement.id }
}
