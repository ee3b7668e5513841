import { clinic } from '#content/clinic.ts'
import type { PostalAddress } from './overlays.ts'

/** Sentences of pages name the town, so content/'s town stays when the admin removes the address. */
export function placeFacts(address: PostalAddress | undefined) {
  if (!address) return undefined
  const { street, city, region, postalCode } = address
  const place = {
    street: street || undefined,
    city: city || clinic.city,
    region: region || clinic.region,
    regionCode: regionCodeOf(region),
    postalCode: postalCode || undefined,
    withoutAddress: city === '',
  }
  // The map of content/ does not show the typed address.
  return street ? { ...place, map: { ...clinic.map, standIn: true } } : place
}

const regionCodeOf = (region: string) => (region === '' || region === clinic.region ? clinic.regionCode : region)
