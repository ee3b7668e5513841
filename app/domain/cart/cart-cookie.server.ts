import { z } from 'zod'
import type { Signer } from '#app/vault/signing.server.ts'

/** A cart is a signed cookie: ids and quantities only, names and prices come from the catalogue (product decisions, 'Cart'). */
const cartSchema = z.object({
  id: z.string(),
  lines: z.array(z.object({ product: z.string(), quantity: z.int().positive() })),
})
type Cart = z.infer<typeof cartSchema>

const purpose = 'cart'

export const writeCart = ({ signer }: { signer: Signer }, cart: Cart) => signer.sign(purpose, JSON.stringify(cart))

/** Undefined when there is no cart, or one that we did not sign. */
function readCart({ signer }: { signer: Signer }, cookie: string | undefined): Cart | undefined {
  const text = cookie && signer.verify(purpose, cookie)
  if (!text) return undefined
  const parsed = cartSchema.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

/** Distinct lines, as the header counts them; undefined when the cookie holds no cart of ours. */
export const cartLineCount = (means: { signer: Signer }, cookie: string) => readCart(means, cookie)?.lines.length
