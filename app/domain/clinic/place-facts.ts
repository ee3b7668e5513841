import { clinic } from '#content/clinic.ts'
import { deliveredClinic, type SectionFacts } from './sections.ts'

/** Sentences of pages name the town, so content/'s town stays when the admin removes the address. */
export function placeFacts({ street, city, region, postalCode }: SectionFacts['address']) {
  const delivered = deliveredClinic.address.facts
  return {
    ...(street && { street }),
    city: city || delivered.city,
    region: region || delivered.region,
    regionCode: region === '' || region === delivered.region ? clinic.regionCode : region,
    ...(postalCode && { postalCode }),
    ...(city === '' && { withoutAddress: true }),
  }
}
