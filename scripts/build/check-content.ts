import { bookingSchema } from '#app/domain/booking/booking-schema.ts'
import { productsSchema, servicesSchema } from '#app/domain/catalogue/catalogue-schema.ts'
import { clinicSchema } from '#app/domain/clinic/clinic-schema.ts'
import { booking } from '#content/booking.ts'
import { clinic } from '#content/clinic.ts'
import { photos, plates, spots } from '#content/pictures.ts'
import { products } from '#content/products.ts'
import { featuredServiceIds, services } from '#content/services.ts'
import { team } from '#content/team.ts'
import { z } from 'zod'
import { contrastProblems } from './check-contrast.ts'
import { contentProblems } from './content-problems.ts'
import { contentTexts } from './content-texts.ts'

const checks = [
  ['content/clinic.ts', clinicSchema, clinic],
  ['content/services.ts', servicesSchema, services],
  ['content/products.ts', productsSchema, products],
  ['content/booking.ts', bookingSchema, booking],
] as const

/**
 * Types cannot see an empty title, a closing time before the opening or a colour that nobody can read; this can.
 * Throws naming file and place, with a line for each.
 */
export async function checkContent() {
  for (const [file, schema, value] of checks) {
    const result = schema.safeParse(value)
    if (!result.success) throw new Error(`${file} has a mistake:\n${z.prettifyError(result.error)}`)
  }
  const said = {
    services,
    featuredServiceIds,
    products,
    booking,
    team,
    pictures: { plates, spots, photos },
    texts: await contentTexts(),
  }
  const problems = [...contentProblems(said), ...contrastProblems()]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
