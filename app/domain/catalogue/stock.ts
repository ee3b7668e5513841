import type { Tables } from '#app/database/tables.ts'
import { type Product, saleItemId, saleItems } from './product.ts'

/** From here on customers and Today are told how many are left. */
const lowMark = 3

/** How many can still be ordered, by what a cart can hold. What is not counted is not in it. */
export type Stock = ReadonlyMap<string, number>

/** Why a count changed. */
export type MovementKind = Tables['stockMovements']['kind']

export const isLow = (left: number | undefined): left is number => left !== undefined && left <= lowMark

/** What customers are told of it: nothing while there are enough. */
export const shownLeft = (left: number | undefined) => (isLow(left) ? left : undefined)

/** What is counted by itself: a product, or each of its forms. */
export const countedItems = (products: readonly Product[]) =>
  saleItems(products).filter(({ id }) => !products.some((product) => product.id === id && product.forms))

/** Where it is counted, in the dashboard. */
export const stockPath = (saleItem: string) => `/admin/stock/${saleItem}`

/** The products with what is left of them and of each of their forms. */
export const withStock = (products: readonly Product[], stock: Stock): Product[] =>
  products.map((product) => ({
    ...product,
    left: stock.get(product.id),
    forms: product.forms?.map((form) => ({ ...form, left: stock.get(saleItemId(product.id, form.id)) })),
  }))
