import type { ClinicFacts } from './clinic-facts.ts'

/** The clinic's social accounts. A platform's bare home page is a placeholder that leads to strangers. */
export const socialLinks = ({ social }: Pick<ClinicFacts, 'social'>) =>
  social
    .filter(({ url, standIn }) => !(standIn && new URL(url).pathname === '/'))
    .map(({ name, url }) => ({ text: name, href: url }))

/** Where directions lead; nowhere while only the town is known, since a point in the middle of it is not the clinic. */
export function directionsUrl({ map, street, city, region, postalCode }: PlaceFacts) {
  if (!map.standIn) return map.directionsUrl
  if (!street) return undefined
  const address = [street, city, region, postalCode].filter(Boolean).join(', ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
}

type PlaceFacts = Pick<ClinicFacts, 'map' | 'street' | 'city' | 'region' | 'postalCode'>
