import { type Product, saleItems } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { withTaxRates } from '#app/domain/catalogue/sales-tax.ts'
import { withStock } from '#app/domain/catalogue/stock.ts'
import { readStock } from '#app/domain/catalogue/stock.server.ts'
import { servicesContext, type RequestContext } from './context.ts'
import { tryLoad } from './load.ts'

/** The products of the shop with what is left of them. Without the database nothing is known of that; an order needs it. */
export async function listStockedProducts(context: RequestContext): Promise<Product[]> {
  const { content, database } = context.get(servicesContext)
  const products = listProducts(content)
  const stock = await tryLoad(context, () => readStock(database))
  return stock ? withStock(products, stock) : products
}

/** What a cart can hold. */
export const listStockedItems = async (context: RequestContext) =>
  withTaxes(context, saleItems(await listStockedProducts(context)))

/** Whoever pays online pays the tax, too; without online payments it is added at pick-up. */
export function withTaxes(context: RequestContext, items: Product[]) {
  const { payments, content } = context.get(servicesContext)
  return payments ? withTaxRates(items, content) : items
}
