import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Signer } from '#app/vault/signing.server.ts'
import type { Cart } from './cart.ts'

/** Short, since a browser keeps 4 KB of a cookie: the id, then product and quantity of each line. */
const cookieSchema = z.tuple([z.string().min(1), z.array(z.tuple([z.string().min(1), z.int().positive()]))])

const purpose = 'cart'

/** How long a cart is kept after its last change. */
export const cartCookieSeconds = 30 * 24 * 60 * 60

/** The id is random: whoever names it may see the order that was made of the cart. */
export const createCart = (): Cart => ({ id: randomUUID(), lines: [] })

/** Whether a posted text can be the id of a cart; PostgreSQL does not even look for one with a NUL in it. */
export const isCartId = (text: string) => z.uuid().safeParse(text).success

export function serializeCart({ signer }: { signer: Signer }, { id, lines }: Cart) {
  const short = [id, lines.map(({ product, quantity }) => [product, quantity])] satisfies z.input<typeof cookieSchema>
  return signer.sign(purpose, JSON.stringify(short))
}

/** Undefined when the cookie holds no cart, or one that we did not sign. */
export function parseCart({ signer }: { signer: Signer }, cookie: string): Cart | undefined {
  const text = signer.verify(purpose, cookie)
  if (text === undefined) return undefined
  const { success, data } = cookieSchema.safeParse(JSON.parse(text))
  if (!success) return undefined
  const [id, lines] = data
  return { id, lines: lines.map(([product, quantity]) => ({ product, quantity })) }
}
