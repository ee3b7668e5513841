import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { products } from '#content/products.ts'

/** The products with the price and availability set in the dashboard. */
export const currentProducts = ({ items }: Pick<ClinicFacts, 'items'>): typeof products =>
  products.map((product) => {
    const { priceCents = product.priceCents, available = product.available } = items[`product:${product.id}`] ?? {}
    return { ...product, priceCents, available }
  })
