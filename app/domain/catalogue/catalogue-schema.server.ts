import { z } from 'zod'
import { productCategories } from './product.ts'
import { serviceCategories } from './service.ts'

const id = z.string().regex(/^[a-z0-9-]+$/)

export const serviceSchema = z.object({
  id,
  title: z.string().min(1),
  /** The Sanskrit name in Devanagari, where there is one. */
  sanskrit: z.string().min(1).optional(),
  /** Without a category a service can be booked but has no card (Spring Detox Program). */
  category: z.enum(serviceCategories).optional(),
  /** Shown as it is; the specification has '1 hr' for all. */
  duration: z.string().min(1),
  /** The price in words, without an amount. */
  price: z.string().min(1),
  /** False: it cannot be booked. */
  available: z.boolean().optional(),
  /** One line for the home page. */
  summary: z.string().min(1),
  /** One short paragraph for /services. */
  description: z.string().min(1),
  /** A plate in content/pictures.ts; without it the plain plate. */
  picture: z.string().min(1).optional(),
})

export const productSchema = z.object({
  id,
  name: z.string().min(1),
  priceCents: z.int().positive(),
  category: z.enum(productCategories),
  /** The forms to choose from on its card. */
  forms: z
    .array(z.object({ id, label: z.string().min(1) }))
    .min(2)
    .optional(),
  /** Whether it needs the FDA disclaimer (product decisions, 'Products'). */
  supplement: z.boolean(),
  /** Added once the clinic has confirmed the label. */
  label: z
    .object({
      ingredients: z.string().min(1).optional(),
      quantity: z.string().min(1).optional(),
      form: z.string().min(1).optional(),
      /** A picture of the label in content/pictures. */
      picture: z.object({ file: z.string().min(1), width: z.int().positive(), height: z.int().positive() }).optional(),
      /** A laboratory's certificate of one lot. */
      certificate: z.object({ lot: z.string().min(1), href: z.string().regex(/^(\/|https:\/\/)/) }).optional(),
    })
    .optional(),
  /** False: the card says that it is not available. */
  available: z.boolean().optional(),
  picture: z.string().min(1).optional(),
})

export const servicesSchema = z.array(serviceSchema).nonempty()
export const productsSchema = z.array(productSchema).nonempty()
