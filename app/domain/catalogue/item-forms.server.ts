import { z } from 'zod'
import type { ItemOverlay } from '#app/domain/clinic/overlays.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import { isAvailable, type Product } from './product.ts'
import type { WellnessService } from './service.ts'

const notAPrice = 'Enter a price in dollars and cents, such as 12.50.'
const mostCents = 10_000_000

/** '12', '12.50' or '$12.50' -> 1250. */
const price = z.string({ error: notAPrice }).transform((typed, context) => {
  const [, dollars, cents = ''] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{2}))?$/.exec(typed.trim()) ?? []
  const inCents = Number(dollars?.replaceAll(',', '')) * 100 + Number(cents)
  if (dollars === undefined) context.addIssue(notAPrice)
  else if (inCents === 0) context.addIssue('Enter a price above 0.')
  else if (inCents > mostCents) context.addIssue('Enter a price of at most $100,000.')
  return inCents
})

const checkbox = z.string().optional()

// Saves only what differs from content/; the rest follows later changes of content/.

export const productForm = (product: Product) =>
  z.object({ price, unavailable: checkbox }).transform(({ price: priceCents, unavailable }): ItemOverlay => ({
    ...(priceCents !== product.priceCents && { priceCents }),
    ...availability(product, unavailable),
  }))

export const serviceForm = (service: WellnessService) =>
  z
    .object({
      price: singleLine({
        blank: 'Enter a price text.',
        most: 60,
        tooLong: 'Enter at most 60 characters.',
      }),
      unavailable: checkbox,
    })
    .transform(({ price: priceText, unavailable }): ItemOverlay => ({
      ...(priceText !== service.price && { priceText }),
      ...availability(service, unavailable),
    }))

function availability(item: { available?: boolean }, unavailable: string | undefined) {
  const available = unavailable === undefined
  return available !== isAvailable(item) && { available }
}
