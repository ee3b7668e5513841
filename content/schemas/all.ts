import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import about from '../pages/about.json' with { type: 'json' }
import home from '../pages/home.json' with { type: 'json' }
import testimonials from '../pages/testimonials.json' with { type: 'json' }
import products from '../products.json' with { type: 'json' }
import services from '../services.json' with { type: 'json' }
import { aboutSchema } from './about.ts'
import { homeSchema } from './home.ts'
import { productSchema } from './product.ts'
import { serviceSchema } from './service.ts'
import { testimonialsSchema } from './testimonials.ts'

/** Everything that is edited in the browser: a new record is its file, its schema, and one line here. */
export const contentRecords = {
  about: { schema: aboutSchema, file: about },
  home: { schema: homeSchema, file: home },
  testimonials: { schema: testimonialsSchema, file: testimonials },
} satisfies Record<string, { schema: ContentSchema; file: unknown }>

/** The same for what there are several of. The ids in their files are those of the addresses, appointments and orders. */
export const contentCollections = {
  services: { schema: serviceSchema, files: services },
  products: { schema: productSchema, files: products },
} satisfies Record<string, { schema: ContentSchema; files: Readonly<Record<string, unknown>> }>
