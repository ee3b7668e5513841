import { z } from 'zod'
import { productCategories } from './product.ts'
import { serviceCategories } from './service.ts'

// Apart from the types and rules beside it, so that browsers do not load the validator.

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
  /** What the visit costs, in words; there is no amount in it. */
  price: z.string().min(1),
  /** Only 'false' says something: it cannot be booked then. */
  available: z.boolean().optional(),
  /** One line for the home page. */
  summary: z.string().min(1),
  /** One short paragraph for /services. */
  description: z.string().min(1),
  /** Name of a plate in content/pictures.ts; without one the plain plate stands there. */
  picture: z.string().min(1).optional(),
})

export const productSchema = z.object({
  id,
  name: z.string().min(1),
  priceCents: z.int().positive(),
  category: z.enum(productCategories),
  /** In which forms it is sold; which one is chosen on its card. */
  forms: z
    .array(z.object({ id, label: z.string().min(1) }))
    .min(2)
    .optional(),
  /** Whether the FDA disclaimer stands beside it (product decisions, 'Products'). */
  supplement: z.boolean(),
  /** Filled in once the clinic has confirmed the label; until then visitors are told to ask for it. */
  label: z
    .object({
      ingredients: z.string().min(1).optional(),
      quantity: z.string().min(1).optional(),
      form: z.string().min(1).optional(),
      /** Of the label itself; a file in content/pictures. */
      picture: z.object({ file: z.string().min(1), width: z.int().positive(), height: z.int().positive() }).optional(),
      /** What the maker had a laboratory find in one lot. */
      certificate: z.object({ lot: z.string().min(1), href: z.string().regex(/^(\/|https:\/\/)/) }).optional(),
    })
    .optional(),
  /** Only 'false' says something: the card then reads 'Not available now'. */
  available: z.boolean().optional(),
  /** As of a service. */
  picture: z.string().min(1).optional(),
})

export const servicesSchema = z.array(serviceSchema).nonempty()
export const productsSchema = z.array(productSchema).nonempty()
