import { findProduct } from '#app/domain/catalogue/products.ts'
import { countedItems, stockPath } from '#app/domain/catalogue/stock.ts'
import { readStock } from '#app/domain/catalogue/stock.server.ts'
import type { ContentName } from '#app/domain/content/content-record.ts'
import { getStaff } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { pagesWords } from './words.ts'

const words = pagesWords.stock

/** What is left of a product, in each of its forms, for those who may count it. It is no text: no draft has it. */
export async function getProductStock(context: RequestContext, name: ContentName) {
  const { content, database } = context.get(servicesContext)
  const product = name.startsWith('products/') ? findProduct(content, name.slice('products/'.length)) : undefined
  if (!product || !mayOpen(getStaff(context).role, '/admin/stock')) return undefined
  const stock = await loadOr503(context, () => readStock(database))
  return countedItems([product]).map(({ id, name: item }) => {
    const left = stock.get(id)
    return { href: stockPath(id), item, left: left === undefined ? words.notCounted : words.left(left) }
  })
}
