import type { ClinicFacts } from './clinic-facts.ts'

/** The platforms' home pages until the clinic fills them in (product decisions, 'Clinic facts'). */
export const socialLinks = ({ social }: Pick<ClinicFacts, 'social'>) =>
  social.map(({ name, url }) => ({ text: name, href: url }))

/** Those that are the clinic's own: a platform's home page is only a placeholder. */
export const ownAccounts = ({ social }: Pick<ClinicFacts, 'social'>) =>
  social.filter(({ url, standIn }) => !(standIn && new URL(url).pathname === '/')).map(({ url }) => url)

/** To the clinic; undefined while only the town is known. */
export const directionsUrl = (place: PlaceFacts) =>
  place.street || !place.map.standIn ? directionsOrTownUrl(place) : undefined

/** To the clinic, or to its town. */
export function directionsOrTownUrl({ map, street, city, region, postalCode }: PlaceFacts) {
  if (!map.standIn) return map.directionsUrl
  const address = [street, city, region, postalCode].filter(Boolean).join(', ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
}

type PlaceFacts = Pick<ClinicFacts, 'map' | 'street' | 'city' | 'region' | 'postalCode'>
