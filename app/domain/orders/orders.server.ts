import type { Lists } from '#app/domain/content/content-record.ts'
import { randomInt, randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { productIdOf, saleItemId } from '#app/domain/catalogue/product.ts'
import type { Stock } from '#app/domain/catalogue/stock.ts'
import { readStock, reserveStock, type StockDeps } from '#app/domain/catalogue/stock.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { countPost, type Sender, type TooMany } from '#app/domain/limits/limits.server.ts'
import { sendEmails } from '#app/domain/outbox/emails.server.ts'
import { canPayOnline } from '#app/domain/shared/can-pay-online.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { dueCents, haveSameItems, type Order, type OrderedLine, totalCentsOf } from './order.ts'
import { type CardToUse, findCardToUse, type FindCardResult, useCard } from './order-gift-card.server.ts'
import type { OrderContact } from './order-form.server.ts'

type Deps = StockDeps & {
  database: Database
  queue: Queue
  clinic: Pick<ClinicNow, 'facts'>
  content: Lists
  mailDomain: string
}

type OrderInput = {
  /** One cart becomes at most one order. */
  cartId: string
  /** With the catalogue's current names and prices; empty if the cart was cleared already. */
  lines: readonly OrderedLine[]
  contact: OrderContact
  accountId?: string
  /** It is to be paid online, until then; otherwise at pick-up. */
  payBy?: number | undefined
  /** As its code was typed: it pays what it can. */
  giftCard?: string | undefined
  sender: Sender | undefined
  now: number
}

/** `payBy`: if it is to be paid online. */
type OrderReference = Pick<Order, 'id' | 'number' | 'payBy'>

export type PlaceOrderResult =
  /** `isNew` is false if this cart was ordered before: a second click, a reload, another tab. */
  | { ok: true; order: OrderReference; isNew: boolean }
  /** The cart was ordered before with other contents. */
  | { ok: false; reason: 'other-lines'; order: OrderReference }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'not-available' }
  /** `left`: of what there is too little. */
  | { ok: false; reason: 'too-few'; left: Stock }
  | Extract<FindCardResult, { ok: false }>
  | TooMany

/**
 * Stores the order, its lines, the emails to clinic and customer and their jobs in one transaction, which also takes what
 * is ordered from the stock. However often the same cart is posted, it becomes one order (product decisions, 'Orders').
 */
export async function placeOrder(
  deps: Deps,
  placed: OrderInput,
  drawNumber = createOrderNumber,
): Promise<PlaceOrderResult> {
  const { database } = deps
  const { lines, sender, now } = placed
  return database.transaction(async (tx) => {
    // Not counted. Of two posts at once, the second cannot insert its order, runs again, and finds the first one's here.
    const existing = await findExistingOrder(tx, placed)
    if (existing) return existing
    if (lines.length === 0) return { ok: false, reason: 'empty' }
    if (!areAvailable(deps, placed) || (await lackForm(deps, tx, placed))) return { ok: false, reason: 'not-available' }
    const allowed = await countPost({ tx }, 'order', sender, now)
    if (!allowed.ok) return allowed
    // Before the stock, as when an order is reopened, so that two orders never wait for each other.
    const found = placed.giftCard ? await findCardToUse(tx, placed.giftCard, totalCentsOf(lines)) : undefined
    // A wrong code counts.
    if (found && !found.ok) return found
    const order = await insertOrder(tx, toRow(placed, found?.card), drawNumber)
    const because = { kind: 'ordered', orderNumber: order.number, now } as const
    const taken = lines.map(({ productId: saleItem, quantity }) => ({ saleItem, quantity }))
    const reserved = await reserveStock(deps, tx, { ...because, lines: taken })
    if (!reserved.ok) return database.refuse(tx, reserved)
    await insertLines(tx, order.id, lines)
    if (found) await useCard(tx, found.card, { ...order, now })
    const ids = { orderId: order.id }
    await sendEmails({ ...deps, tx }, [
      { kind: 'order-notice', ids, recipient: deps.clinic.facts(now).emails.general },
      { kind: 'order-confirmation', ids, recipient: placed.contact.email, limitedAs: sender?.address },
    ])
    return { ok: true, order, isNew: true }
  })
}

export const findOrder = ({ db }: Pick<Database, 'db'>, id: string) => findOrderBy(db, 'id', id)

export const findOrderByNumber = ({ db }: Pick<Database, 'db'>, number: string) => findOrderBy(db, 'number', number)

async function findOrderBy(db: Database['db'], column: 'id' | 'number', value: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'number', 'status', 'name', 'email', 'phone', 'note', 'totalCents', 'placedAt'])
    .select(['payBy', 'paidWith', 'giftCardId', 'giftCardHint', 'giftCardCents'])
    .where(column, '=', value)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...withoutNulls(row), lines: await getOrderLines(db, row.id) }
}

export async function findOrderOfCart({ db }: { db: Db }, cartId: string): Promise<OrderReference | undefined> {
  const orders = db.selectFrom('orders').select(['id', 'number', 'payBy'])
  const row = await orders.where('cartId', '=', cartId).executeTakeFirst()
  return row && withoutNulls(row)
}

/** Easy to read out over the phone: no 0 and O, no 1, I and L, and no vowels, which would spell words. */
const characters = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** 'K7F-29Q': one of half a billion, so other customers' numbers can't be guessed. */
function createOrderNumber() {
  const drawn = Array.from({ length: 6 }, () => characters[randomInt(characters.length)]).join('')
  return `${drawn.slice(0, 3)}-${drawn.slice(3)}`
}

const maxAttempts = 5

type NewOrder = Omit<Tables['orders'], 'number'>

/** Draws another number if the first one is taken. */
async function insertOrder(tx: Tx, order: NewOrder, drawNumber: () => string): Promise<OrderReference> {
  for (let draws = 0; draws < maxAttempts; draws += 1) {
    const row = await tx
      .insertInto('orders')
      .values({ ...order, number: drawNumber() })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning(['id', 'number', 'payBy'])
      .executeTakeFirst()
    if (row) return withoutNulls(row)
  }
  throw new Error(`${maxAttempts} order numbers in a row were taken`)
}

function toRow({ cartId, lines, contact, accountId, payBy, now }: OrderInput, card: CardToUse | undefined): NewOrder {
  const totalCents = totalCentsOf(lines)
  const isPaidOnline = payBy !== undefined && canPayOnline(dueCents({ totalCents, giftCardCents: card?.giftCardCents }))
  return {
    id: randomUUID(),
    cartId,
    accountId: accountId ?? null,
    status: 'new',
    name: contact.name,
    email: contact.email,
    phone: contact.phone ?? null,
    note: contact.note ?? null,
    totalCents,
    placedAt: now,
    payBy: isPaidOnline ? payBy : null,
    paidWith: null,
    giftCardId: null,
    giftCardHint: null,
    giftCardCents: null,
    ...card,
  }
}

const insertLines = (tx: Tx, orderId: string, lines: readonly OrderedLine[]) =>
  tx
    .insertInto('orderLines')
    .values(
      lines.map(({ supplement, tax, ...line }, position) => ({
        ...line,
        taxRate: tax?.rate ?? null,
        taxCents: tax?.cents ?? null,
        orderId,
        position,
        supplement: supplement ? 1 : 0,
      })),
    )
    .execute()

function areAvailable({ content }: Deps, { lines }: OrderInput) {
  const gone = content.list('products').filter(({ available, archived }) => !available || archived)
  return !lines.some(({ productId }) => gone.some(({ id }) => id === productIdOf(productId)))
}

/** Whether a line leaves the form open of a product whose forms are counted. */
async function lackForm({ content }: Deps, tx: Tx, { lines }: OrderInput) {
  const ordered = new Set(lines.map(({ productId }) => productId))
  const inForms = content.list('products').filter(({ id, forms }) => forms.length > 1 && ordered.has(id))
  if (inForms.length === 0) return false
  const stock = await readStock({ db: tx })
  return inForms.some(({ id, forms }) => forms.some((form) => stock.has(saleItemId(id, form.id))))
}

async function findExistingOrder(tx: Tx, { cartId, lines }: OrderInput): Promise<PlaceOrderResult | undefined> {
  const order = await findOrderOfCart({ db: tx }, cartId)
  if (!order) return undefined
  // An empty cart was cleared by the order itself.
  const same = lines.length === 0 || haveSameItems(await getOrderLines(tx, order.id), lines)
  return same ? { ok: true, order, isNew: false } : { ok: false, reason: 'other-lines', order }
}

async function getOrderLines(db: Database['db'], orderId: string): Promise<OrderedLine[]> {
  const rows = await db
    .selectFrom('orderLines')
    .select(['productId', 'name', 'priceCents', 'quantity', 'supplement', 'taxRate', 'taxCents'])
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map(({ supplement, taxRate, taxCents, ...line }) => ({
    ...line,
    supplement: supplement === 1,
    ...(taxRate !== null && taxCents !== null && { tax: { rate: taxRate, cents: taxCents } }),
  }))
}
