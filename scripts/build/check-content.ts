import { bookingSchema } from '#app/domain/booking/booking-schema.server.ts'
import { productsSchema, servicesSchema } from '#app/domain/catalogue/catalogue-schema.server.ts'
import { clinicSchema } from '#app/domain/clinic/clinic-schema.server.ts'
import { booking } from '#content/booking.ts'
import { clinic } from '#content/clinic.ts'
import { photos, plates, spots } from '#content/pictures.ts'
import { products } from '#content/products.ts'
import { featuredServiceIds, services } from '#content/services.ts'
import { team } from '#content/team.ts'
import { z } from 'zod'
import { findContrastProblems } from './check-contrast.ts'
import { findContentProblems } from './content-problems.ts'
import { loadContentTexts } from './content-texts.ts'

const checks = [
  ['content/clinic.ts', clinicSchema, clinic],
  ['content/services.ts', servicesSchema, services],
  ['content/products.ts', productsSchema, products],
  ['content/booking.ts', bookingSchema, booking],
] as const

/** Finds what types cannot: an empty title, a closing time before the opening, a color without contrast. Throws a line each. */
export async function checkContent() {
  for (const [file, schema, value] of checks) {
    const result = schema.safeParse(value)
    if (!result.success) throw new Error(`${file} has a mistake:\n${z.prettifyError(result.error)}`)
  }
  const content = {
    services,
    featuredServiceIds,
    products,
    booking,
    team,
    pictures: { plates, spots, photos },
    texts: await loadContentTexts(),
  }
  const problems = [...findContentProblems(content), ...findContrastProblems()]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
