import { productsSchema, servicesSchema } from '#app/domain/catalogue/catalogue-schema.ts'
import { clinicSchema } from '#app/domain/clinic/clinic-schema.ts'
import { clinic } from '#content/clinic.ts'
import { products } from '#content/products.ts'
import { services } from '#content/services.ts'
import { z } from 'zod'

const checks = [
  ['content/clinic.ts', clinicSchema, clinic],
  ['content/services.ts', servicesSchema, services],
  ['content/products.ts', productsSchema, products],
] as const

/** Types cannot see an empty title or a closing time before the opening; this can. Throws naming file and place. */
export function checkContent() {
  for (const [file, schema, value] of checks) {
    const result = schema.safeParse(value)
    if (!result.success) throw new Error(`${file} is not right:\n${z.prettifyError(result.error)}`)
  }
}
