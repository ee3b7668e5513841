import { saleItems } from '#app/domain/catalogue/sale-items.ts'
import { currentProducts } from '#app/domain/catalogue/products.ts'
import { servicesContext, type RequestContext } from './context.ts'

/** With current prices and availability. */
export const listSaleItems = (context: RequestContext) =>
  saleItems(currentProducts(context.get(servicesContext).clinic.facts(Date.now())))
