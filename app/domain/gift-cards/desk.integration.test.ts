import type { Actor } from '#app/domain/audit/audit.server.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findUnbalanced, readBalances as readAccounts } from '#app/domain/ledger/ledger.server.ts'
import { payingDeps } from '#tests/support/paying.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { orderGiftCard } from './buy-gift-card.server.ts'
import { blockCard, replaceCode, showCode, unblockCard } from './card-code.server.ts'
import { readCardLink, signCardLink } from './gift-card.ts'
import { listCards, searchCards } from './gift-card-list.server.ts'
import { findCard, findUsableCard, listCardLines, readBalance } from './gift-cards.server.ts'
import { kindOfLine } from './kind-of-line.ts'
import { anonymizeCards } from './person-data.server.ts'
import { sellAtDesk } from './sell-at-desk.server.ts'
import { sendCardAgain } from './send-card-again.server.ts'
import { listNotes, listUndoable, undoUse, useAtDesk } from './use-at-desk.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7' }
const provider = { secretKey: 'sk', webhookSecret: 'whsec', url: 'http://127.0.0.1:9' }

async function start(opened?: Awaited<ReturnType<typeof openTestDatabase>>) {
  const database = opened ?? (await openTestDatabase())
  const deps = payingDeps(database, provider)
  const { db } = database
  async function sell(
    amountCents = 5_000,
    { id = randomUUID() as string, recipientEmail = undefined as string | undefined } = {},
  ) {
    const sold = await sellAtDesk(deps, admin, { id, amountCents, paidBy: 'cash', recipientEmail, now: Date.now() })
    return { id, code: '', ...sold }
  }
  const use = (id: string, cents: number, key: string = randomUUID()) =>
    useAtDesk(deps, admin, { id, key, cents, note: 'Abhyangam', now: Date.now() })
  const accounts = async () => Object.fromEntries([...(await readAccounts(db))].filter(([, cents]) => cents !== 0))
  const acts = async () =>
    (await db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()).map(
      ({ act, detail }) => `${act} ${detail ?? ''}`.trim(),
    )
  const emails = async () => db.selectFrom('emails').select(['kind', 'recipient', 'ids']).execute()
  return { database, db, deps, sell, use, accounts, acts, emails }
}

test('a card sold at the desk can be used at once, and two presses sell one', async () => {
  const { db, sell, accounts, acts, emails } = await start()
  const [one, two] = await Promise.all([
    sell(5_000, { id: 'a-card', recipientEmail: 'leela@example.com' }),
    sell(5_000, { id: 'a-card', recipientEmail: 'leela@example.com' }),
  ])
  expect([one.isNew, two.isNew].toSorted()).toEqual([false, true])
  expect(await findUsableCard(db, one.code || two.code)).toMatchObject({ id: 'a-card' })
  expect(await readBalance(db, 'a-card')).toBe(5_000)
  expect(await accounts()).toEqual({ desk: 5_000, 'gift-cards': -5_000 })
  expect(await acts()).toEqual(['gift-card.sold $50.00, cash'])
  expect(await emails()).toMatchObject([{ kind: 'gift-card', recipient: 'leela@example.com' }])
})

test('an appointment takes off what is there, once for each form, and can be given back once', async () => {
  const { db, deps, sell, use, accounts, acts } = await start()
  const { id } = await sell()
  expect(await use(id, 3_000, 'one form')).toEqual({ ok: true })
  expect(await use(id, 3_000, 'one form')).toEqual({ ok: true })
  expect(await use(id, 2_001)).toEqual({ ok: false, reason: 'too-much', leftCents: 2_000 })
  expect(await accounts()).toEqual({ desk: 5_000, 'gift-cards': -2_000, 'service-sales': -3_000 })
  expect(Object.fromEntries(await listNotes(db, id))).toEqual({ 'card-visit:one form': 'Abhyangam' })
  const undo = (key: string) => undoUse(deps, admin, { id, key, now: Date.now() })
  const later = Date.now() + 3 * 60_000
  const undoable = async (by: Actor, at = later) =>
    [...listUndoable(by, await listCardLines(db, id), at)].map(([, key]) => key)
  expect(await undoable(admin, Date.now())).toEqual(['one form'])
  expect(await undoable({ ...admin, mayRefund: true })).toEqual(['one form'])
  // Later it is a manager's to give back.
  expect(await undoable(admin)).toEqual([])
  expect(await undoUse(deps, admin, { id, key: 'one form', now: later })).toEqual({ ok: false, reason: 'managers' })
  expect(await undo('one form')).toEqual({ ok: true })
  expect(await undo('one form')).toEqual({ ok: true })
  expect(await undo('another')).toEqual({ ok: false, reason: 'not-found' })
  const lines = await listCardLines(db, id)
  expect(await undoable({ ...admin, mayRefund: true })).toEqual([])
  expect(lines.map(({ key }) => kindOfLine(key)).toSorted()).toEqual(['bought', 'visit', 'visit-back'])
  expect(await accounts()).toEqual({ desk: 5_000, 'gift-cards': -5_000 })
  expect(await findUnbalanced(db)).toEqual([])
  expect(await acts()).toEqual(['gift-card.sold $50.00, cash', 'gift-card.used $30.00', 'gift-card.use-undone $30.00'])
})

test('the key of a form that was used takes nothing off another card, and sells none again', async () => {
  const { db, deps, sell, use, accounts } = await start()
  const [one, other] = [await sell(), await sell()]
  expect(await use(one.id, 3_000, 'one form')).toEqual({ ok: true })
  expect(await use(other.id, 3_000, 'one form')).toEqual({ ok: false, reason: 'used-form' })
  expect(await readBalance(db, other.id)).toBe(5_000)
  const online = await orderGiftCard(deps, {
    amountCents: 5_000,
    email: 'maya@example.com',
    sender: undefined,
    now: Date.now(),
  })
  const id = online.ok ? online.card.id : ''
  expect(await sell(5_000, { id })).toMatchObject({ isNew: false })
  expect(await accounts()).toEqual({ desk: 10_000, 'gift-cards': -7_000, 'service-sales': -3_000 })
})

test('two people at once never take more than there is', async () => {
  const [one, two] = await openTwice()
  const [first, second] = [await start(one), await start(two)]
  const { id } = await first.sell()
  const taken = await Promise.all([first.use(id, 4_000), second.use(id, 4_000), first.use(id, 4_000)])
  expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await readBalance(first.db, id)).toBe(1_000)
})

test('a blocked card pays for nothing; a new code has what was left, and the old code and link end', async () => {
  const { db, deps, sell, use, acts, emails } = await start()
  const { id, code } = await sell(5_000, { recipientEmail: 'leela@example.com' })
  await use(id, 2_000)
  expect(await blockCard(deps, admin, id)).toEqual({ ok: true })
  expect(await blockCard(deps, admin, id)).toEqual({ ok: true })
  expect(await use(id, 1)).toEqual({ ok: false, reason: 'not-usable' })
  expect(await showCode(deps, admin, id)).toEqual({ ok: false, reason: 'not-usable' })
  expect(await sendCardAgain(deps, admin, id)).toEqual({ ok: false, reason: 'not-usable' })
  expect(await findUsableCard(db, code)).toBeUndefined()
  await unblockCard(deps, admin, id)
  expect(await findUsableCard(db, code)).toMatchObject({ id })
  await blockCard(deps, admin, id)
  const replaced = await replaceCode(deps, admin, { id, issue: 1 })
  if (!replaced.ok) throw new Error(replaced.reason)
  expect(replaced.code).not.toBe(code)
  expect(await replaceCode(deps, admin, { id, issue: 1 })).toEqual({ ok: false, reason: 'changed-meanwhile' })
  expect(await findUsableCard(db, code)).toBeUndefined()
  expect(await findUsableCard(db, replaced.code)).toMatchObject({ id, issue: 2 })
  expect(await readBalance(db, id)).toBe(3_000)
  expect(replaced.card).toEqual(await findCard(db, id))
  expect(await showCode(deps, admin, id)).toMatchObject({ ok: true, code: replaced.code })
  const signer = { sign: (_: string, text: string) => text, verifyLink: (_: string, text: string) => text }
  expect(readCardLink(signer, signCardLink(signer, replaced.card).slice('/gift-cards/'.length))).toEqual({
    id,
    issue: 2,
  })
  expect(await sendCardAgain(deps, admin, id)).toEqual({ ok: true })
  expect((await emails()).map(({ ids }) => JSON.parse(ids) as unknown)).toEqual([
    { giftCardId: id, issue: 1 },
    { giftCardId: id, issue: 2 },
  ])
  expect((await acts()).slice(2)).toEqual([
    'gift-card.blocked',
    'gift-card.unblocked',
    'gift-card.blocked',
    'gift-card.reissued',
    'gift-card.code-shown',
    'gift-card.sent',
  ])
})

test('staff find cards by the end of the code, all of it, or an address, and list them by age', async () => {
  const { db, sell, use } = await start()
  const first = await sell(5_000, { recipientEmail: 'leela@example.com' })
  const second = await sell(7_500)
  await use(first.id, 1_000)
  const find = async (typed: string) => (await searchCards(db, typed, 5)).map(({ id }) => id)
  for (const typed of [first.code.slice(-4).toLowerCase(), ` ${first.code} `, 'LEELA@', 'leela@example.com'])
    expect(await find(typed), typed).toEqual([first.id])
  for (const typed of ['', 'eela', '%', '_eela@example.com']) expect(await find(typed), typed).toEqual([])
  const { cards } = await listCards(db, { oldestFirst: true })
  const left = new Map(cards.map(({ id, leftCents }) => [id, leftCents]))
  expect(left).toEqual(
    new Map([
      [first.id, 4_000],
      [second.id, 7_500],
    ]),
  )
})

test('what staff noted goes with the person that a card was for', async () => {
  const { database, db, sell, use } = await start()
  const { id } = await sell(5_000, { recipientEmail: 'leela@example.com' })
  await use(id, 1_000)
  await database.transaction((tx) => anonymizeCards(tx, 'leela@example.com'))
  expect((await listNotes(db, id)).size).toBe(0)
  expect(await readBalance(db, id)).toBe(4_000)
})
