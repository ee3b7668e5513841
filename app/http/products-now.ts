import type { RouterContextProvider } from 'react-router'
import { currentProducts } from '#app/domain/catalogue/products.ts'
import { servicesContext } from './context.ts'

/** With the prices and the availability of this moment. */
export const productsNow = (context: Readonly<RouterContextProvider>) =>
  currentProducts(context.get(servicesContext).clinic.facts(Date.now()))
