import { isAvailable } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import type { CollectionName, Entry } from '#app/domain/content/content-record.ts'
import { type DeliveredContent, deliveredContent } from '#app/domain/content/content-now.server.ts'

// What a new clinic offers.

export const services = listServices(deliveredContent)
export const products = listProducts(deliveredContent)

const [first, second] = products.filter(isAvailable)
/** The products that the shop tests buy; any clinic with two products will do. */
export const product = first!
export const otherProduct = second!

/** The same, with one that is not available. */
export function withoutEntry(collection: CollectionName, without: string | undefined): DeliveredContent {
  const list = <Name extends CollectionName>(name: Name): readonly Entry<Name>[] =>
    deliveredContent
      .list(name)
      .map((entry) => (name === collection && entry.id === without ? { ...entry, available: false } : entry))
  return { ...deliveredContent, list }
}
