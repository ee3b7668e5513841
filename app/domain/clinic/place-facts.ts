import { clinic } from '#content/clinic.ts'
import type { PostalAddress } from './overlays.ts'

/**
 * Where the clinic is. Pages name the town in the middle of sentences, so the one of content/ stays when the admin takes
 * the address off.
 */
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
  // The map of content/ shows another place than an address that was typed in.
  return street ? { ...place, map: { ...clinic.map, standIn: true } } : place
}

const regionCodeOf = (region: string) => (region === '' || region === clinic.region ? clinic.regionCode : region)
