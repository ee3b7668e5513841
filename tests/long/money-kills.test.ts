import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submitDraft } from '#app/domain/booking/drafts.server.ts'
import { cancelAppointment, undoMs } from '#app/domain/booking/cancel-appointment.server.ts'
import { payWithinMs } from '#app/domain/booking/money/pay-ahead.ts'
import { sellAtDesk } from '#app/domain/gift-cards/sell-at-desk.server.ts'
import { readBalance } from '#app/domain/gift-cards/gift-cards.server.ts'
import { bookToPay, findDraftToBook, type Payment, buyCardToPay } from '#tests/support/paying.ts'
import { at as clinicTime } from '#tests/support/booking.ts'
import { killCases } from '#tests/support/databases.ts'
import { killAtEach, openKillable } from '#tests/faults/payments/killed.ts'

// Payments of orders, refunds and fees are in payment-kills.test.ts.

const minute = 60_000
const day = 24 * 60 * minute
const staff = { who: 'account-1', from: '192.0.2.7' }

const deposit: Payment = { payAhead: 'deposit', payAheadAmount: 5_000, cancelFee: 2_000, taxRate: 0 }
const card: Payment = { payAhead: 'card', payAheadAmount: 0, cancelFee: 4_000, taxRate: 0 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function openBookings(kind: 'sqlite' | 'postgres', payment: Payment) {
  const site = await openKillable(kind, payment)
  const { database, booking, server, pay, wait } = site
  const { db } = database
  let patients = 0
  /** What a patient has before the button that books: each on a day of their own. */
  async function begin() {
    patients += 1
    const now = Date.now()
    const patient = {
      ...{ name: `Patient ${patients}`, email: `p${patients}@example.com`, health: 'tired' },
      phone: `(205) 555-${1000 + patients}`,
    }
    const saved = await submitDraft(booking, { serviceId: 'general', planId: undefined, patient }, { now })
    const draft = await findDraftToBook(booking, saved.ok ? saved.id : '', now)
    const date = Temporal.Now.plainDateISO('America/Chicago').add({ days: 3 + patients })
    const startsAt = clinicTime(`${date}T10:00`)
    return { draft, startsAt, book: () => bookToPay(booking, { draft, startsAt, now: Date.now() }) }
  }
  const find = (draftId: string) =>
    db.selectFrom('appointments').selectAll().where('draftId', '=', draftId).executeTakeFirst()
  /** Paid, or with a card. */
  async function bookWhole() {
    const { draft, book } = await begin()
    pay(await book())
    await wait(10 * minute)
    return (await find(draft.id))!
  }
  const findOpen = () => db.selectFrom('payments').select('id').where('state', '=', 'open').executeTakeFirstOrThrow()
  const cardsOf = (id: string) =>
    db.selectFrom('savedCards').selectAll().where('subject', '=', `appointment:${id}`).execute()
  const slotsOf = async (id: string) =>
    (await db.selectFrom('heldQuanta').selectAll().where('holder', '=', `appointment:${id}`).execute()).length
  const keptCards = () => [...server.customers.values()].filter(({ isDeleted }) => !isDeleted).length
  return { ...site, begin, find, bookWhole, findOpen, cardsOf, slotsOf, keptCards }
}

const bookings = [
  ...killCases.map((one) => ({ ...one, what: 'a deposit', payment: deposit })),
  ...killCases.map((one) => ({ ...one, what: 'a card', payment: card })),
]

test.each(bookings)(
  'a booking with $what that is killed $when any statement of it and its checkout is paid once or ends, on $kind',
  { timeout: 240_000 },
  async ({ kind, when, payment }) => {
    const site = await openBookings(kind, payment)
    const { begin, find, run, pay, wait, compare, takenOf, cardsOf, slotsOf } = site
    const isCard = payment === card
    const kills = await killAtEach(when, async (kill) => {
      const { draft, startsAt, book } = await begin()
      const ran = await run('book', draft.id, kill, { startsAt })
      if (!ran.wasKilled) expect(ran.said).toMatch(/\/pay\/cs_test_/)
      // The patient presses again, or is gone. Before a statement is after the one before it, so both are tried.
      const comesBack = kill.at % 2 === 0 || !ran.wasKilled
      if (comesBack) expect(pay(await book()), `killed ${when} statement ${kill.at}`).toBe(true)
      await wait(10 * minute)
      if (!comesBack) await wait(payWithinMs + minute)
      const found = await find(draft.id)
      const outcome = {
        state: found?.state,
        taken: found ? await takenOf(`appointment:${found.id}`) : [],
        cards: found ? (await cardsOf(found.id)).length : 0,
        isHeld: found ? (await slotsOf(found.id)) > 0 : false,
      }
      const nothing = { taken: [], cards: 0, isHeld: false }
      expect(
        comesBack
          ? [{ state: 'confirmed', taken: isCard ? [] : [5_000], cards: isCard ? 1 : 0, isHeld: true }]
          : [
              { ...nothing, state: undefined },
              { ...nothing, state: 'cancelled' },
            ],
        `killed ${when} statement ${kill.at}`,
      ).toContainEqual(outcome)
      expect(await compare(), `killed ${when} statement ${kill.at}`).toEqual([])
      return ran
    })
    expect(kills).toBeGreaterThan(8)
  },
)

test.each(bookings)(
  'recording $what of a booking that is killed $when any statement is done once, on $kind',
  { timeout: 180_000 },
  async ({ kind, when, payment }) => {
    const { begin, find, findOpen, run, pay, wait, compare, takenOf, cardsOf } = await openBookings(kind, payment)
    const isCard = payment === card
    const kills = await killAtEach(when, async (kill) => {
      const { draft, book } = await begin()
      pay(await book())
      const ran = await run('record', (await findOpen()).id, kill)
      if (!ran.wasKilled) expect(ran.said).toBe(isCard ? 'saved' : 'paid')
      await wait(10 * minute)
      const found = (await find(draft.id))!
      expect(
        [found.state, await takenOf(`appointment:${found.id}`), (await cardsOf(found.id)).length],
        `killed ${when} statement ${kill.at}`,
      ).toEqual(['confirmed', isCard ? [] : [5_000], isCard ? 1 : 0])
      expect(await compare(), `killed ${when} statement ${kill.at}`).toEqual([])
      return ran
    })
    expect(kills).toBeGreaterThan(5)
  },
)

test.each(killCases)(
  'an unpaid booking whose end is killed $when any statement ends once, on $kind',
  { timeout: 180_000 },
  async ({ kind, when }) => {
    const { database, begin, find, run, wait, compare, slotsOf } = await openBookings(kind, deposit)
    const kills = await killAtEach(when, async (kill) => {
      const { draft, book } = await begin()
      await book()
      const { id } = (await find(draft.id))!
      vi.setSystemTime(Date.now() + payWithinMs + minute)
      const ran = await run('end', `appointment:${id}`, kill)
      if (!ran.wasKilled) expect(ran.said).toBe('true')
      await wait(10 * minute)
      const told = await database.db
        .selectFrom('emails')
        .select('id')
        .where('recipient', '=', draft.patient.email)
        .where('ids', 'like', '%unpaid%')
        .execute()
      expect([(await find(draft.id))?.state, await slotsOf(id), told.length]).toEqual(['cancelled', 0, 1])
      expect(await compare(), `killed ${when} statement ${kill.at}`).toEqual([])
      return ran
    })
    expect(kills).toBeGreaterThan(5)
  },
)

test.each(killCases)(
  'a card whose forgetting is killed $when any statement is forgotten there and here, on $kind',
  { timeout: 180_000 },
  async ({ kind, when }) => {
    const { booking, bookWhole, cardsOf, keptCards, run, wait, compare } = await openBookings(kind, card)
    await killAtEach(when, async (kill) => {
      const { id } = await bookWhole()
      const [saved] = await cardsOf(id)
      expect(keptCards()).toBe(1)
      await cancelAppointment(booking, 'patient', { id, now: Date.now() })
      vi.setSystemTime(Date.now() + undoMs)
      const ran = await run('forget', saved!.id, kill)
      if (!ran.wasKilled) expect(ran.said).toBe('true')
      await wait(10 * minute)
      expect([keptCards(), (await cardsOf(id)).map(({ forgottenAt }) => forgottenAt === null)]).toEqual([0, [false]])
      expect(await compare(), `killed ${when} statement ${kill.at}`).toEqual([])
      return ran
    })
  },
)

test.each(killCases)(
  'a gift card whose purchase is killed $when any statement is bought once or not at all, on $kind',
  { timeout: 240_000 },
  async ({ kind, when }) => {
    const { database, deps, run, pay, wait, compare } = await openKillable(kind)
    const { db } = database
    const listCards = (email: string) => db.selectFrom('giftCards').selectAll().where('email', '=', email).execute()
    const kills = await killAtEach(when, async (kill) => {
      const email = `${randomUUID()}@example.com`
      const ran = await run('buy-card', email, kill)
      const comesBack = kill.at % 2 === 0 || !ran.wasKilled
      if (comesBack) pay(ran.wasKilled ? await buyCardToPay(deps, { email, now: Date.now() }) : ran.said)
      await wait(10 * minute)
      // What was not paid is deleted with the key of its code.
      await wait(day + minute)
      const cards = await listCards(email)
      expect(
        cards.map(({ state }) => state),
        `killed ${when} statement ${kill.at}`,
      ).toEqual(comesBack ? ['active'] : [])
      for (const { id } of cards) expect(await readBalance(db, id)).toBe(5_000)
      const keys = await db.selectFrom('recordKeys').select('id').where('purpose', '=', 'gift-card').execute()
      expect(keys).toHaveLength((await db.selectFrom('giftCards').select('id').execute()).length)
      expect(await compare(), `killed ${when} statement ${kill.at}`).toEqual([])
      return ran
    })
    expect(kills).toBeGreaterThan(4)
  },
)

test.each(killCases)(
  'the payment of a gift card whose recording is killed $when any statement is on it once, on $kind',
  { timeout: 180_000 },
  async ({ kind, when }) => {
    const { database, deps, run, pay, wait, compare } = await openKillable(kind)
    const { db } = database
    const kills = await killAtEach(when, async (kill) => {
      const email = `${randomUUID()}@example.com`
      pay(await buyCardToPay(deps, { email, now: Date.now() }))
      const open = await db.selectFrom('payments').select('id').where('state', '=', 'open').executeTakeFirstOrThrow()
      const ran = await run('record', open.id, kill)
      await wait(10 * minute)
      const bought = await db.selectFrom('giftCards').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
      expect([bought.state, await readBalance(db, bought.id)]).toEqual(['active', 5_000])
      const emails = await db.selectFrom('emails').select('kind').where('recipient', '=', email).execute()
      expect(emails).toEqual([{ kind: 'gift-card-paid' }])
      expect(await compare(), `killed ${when} statement ${kill.at}`).toEqual([])
      return ran
    })
    expect(kills).toBeGreaterThan(5)
  },
)

test.each(killCases)(
  'an order that a gift card pays in part takes it once and gives it back once, killed $when any statement, on $kind',
  { timeout: 300_000 },
  async ({ kind, when }) => {
    const { database, deps, run, place, pay, findOrder, takenFor, wait, compare } = await openKillable(kind)
    const { db } = database
    const total = 2_563
    async function sell() {
      const sale = {
        id: randomUUID(),
        amountCents: 1_000,
        paidBy: 'cash' as const,
        recipientEmail: undefined,
        now: Date.now(),
      }
      const sold = await sellAtDesk(deps, staff, sale)
      return { id: sale.id, code: sold.isNew ? sold.code : '' }
    }
    const placed = await killAtEach(when, async (kill) => {
      const { id, code } = await sell()
      const cartId = randomUUID()
      const ran = await run('place', cartId, kill, { giftCard: code })
      const comesBack = kill.at % 2 === 0 || !ran.wasKilled
      if (comesBack) pay(await place(cartId, code))
      await wait(10 * minute)
      if (!comesBack) await wait(day + minute)
      const found = [await readBalance(db, id), await takenFor(cartId)]
      expect(found, `killed ${when} statement ${kill.at}`).toEqual(comesBack ? [0, [total - 1_000]] : [1_000, []])
      return ran
    })
    expect(placed).toBeGreaterThan(8)
    const ended = await killAtEach(when, async (kill) => {
      const { id, code } = await sell()
      const cartId = randomUUID()
      await place(cartId, code)
      expect(await readBalance(db, id)).toBe(0)
      vi.setSystemTime(Date.now() + day + minute)
      const ran = await run('end', `order:${(await findOrder(cartId))!.number}`, kill)
      await wait(10 * minute)
      expect([await readBalance(db, id), (await findOrder(cartId))?.status]).toEqual([1_000, 'cancelled'])
      return ran
    })
    expect(ended).toBeGreaterThan(5)
    // Cards that were sold at the desk are nothing to the provider.
    expect((await compare()).filter((line) => !line.includes('gift-card:'))).toEqual([])
  },
)
