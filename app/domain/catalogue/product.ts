import type { z } from 'zod'
import type { productSchema } from './catalogue-schema.ts'

export const productCategories = ['Herbal Products', 'Supplements'] as const
export type ProductCategory = (typeof productCategories)[number]

export type Product = z.infer<typeof productSchema>

export const isAvailable = ({ available }: { available?: boolean | undefined }) => available !== false

/** Its card on /products. */
export const productPath = ({ id }: Pick<Product, 'id'>) => `/products#${id}`
