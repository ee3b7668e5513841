import { products } from '#content/products.ts'

/** The one door to the products as they stand today, with price and availability. */
export const currentProducts = () => products
