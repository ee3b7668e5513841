import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import type { Product } from './product.ts'

/** The products of the shop in their order, without those that were removed. */
export const listProducts = (content: Lists): Product[] =>
  content
    .list('products')
    .filter(({ archived }) => !archived)
    .map(toProduct)

/** One of them, undefined if it is not there or was removed. */
export const findProduct = (content: Lists, id: string) => listProducts(content).find((product) => product.id === id)

/** Without its tax, which only the cart of a clinic that takes online payments knows: see `withTaxRates`. */
function toProduct({ archived, forms, label, ...entry }: Entry<'products'>): Product {
  const { taxRate: _, ...product } = entry
  const { ingredients, quantity, form, suggestedUse, certificate, picture } = label
  return {
    ...product,
    available: product.available && !archived,
    forms: forms.length > 1 ? forms : undefined,
    label: {
      ingredients: ingredients || undefined,
      quantity: quantity || undefined,
      form: form || undefined,
      suggestedUse: suggestedUse || undefined,
      picture: picture === 'none' ? undefined : picture,
      certificate: certificate.lot && certificate.href ? certificate : undefined,
    },
  }
}
