import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Signer } from '#app/vault/signing.server.ts'
import type { Cart } from './cart.ts'

/** Short, because a browser stores 4 KB: the id, then product and quantity of each line. */
const cookieSchema = z.tuple([z.string().min(1), z.array(z.tuple([z.string().min(1), z.int().positive()]))])

const purpose = 'cart'

export const cartCookieSeconds = 30 * 24 * 60 * 60

/** The id is random, because it gives access to the order made from this cart. */
export const createCart = (): Cart => ({ id: randomUUID(), lines: [] })

/** PostgreSQL rejects a query for a text with a NUL in it. */
export const isCartId = (text: string) => z.uuid().safeParse(text).success

export function serializeCart({ signer }: { signer: Signer }, { id, lines }: Cart) {
  const short = [id, lines.map(({ product, quantity }) => [product, quantity])] satisfies z.input<typeof cookieSchema>
  return signer.sign(purpose, JSON.stringify(short))
}

export function parseCart({ signer }: { signer: Signer }, cookie: string): Cart | undefined {
  const text = signer.verify(purpose, cookie)
  if (text === undefined) return undefined
  const { success, data } = cookieSchema.safeParse(JSON.parse(text))
  if (!success) return undefined
  const [id, lines] = data
  return { id, lines: lines.map(([product, quantity]) => ({ product, quantity })) }
}
