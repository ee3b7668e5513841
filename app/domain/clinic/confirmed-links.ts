import type { ClinicFacts } from './clinic-facts.ts'

/** Without placeholders, which are a platform's home page. */
export const socialLinks = ({ social }: Pick<ClinicFacts, 'social'>) =>
  social
    .filter(({ url, standIn }) => !(standIn && URL.parse(url)?.pathname === '/'))
    .map(({ name, url }) => ({ text: name, href: url }))

/** Undefined while only the town is known. */
export function directionsUrl({ map, street, city, region, postalCode }: PlaceFacts) {
  if (!map.standIn) return map.directionsUrl
  if (!street) return undefined
  const address = [street, city, region, postalCode].filter(Boolean).join(', ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
}

type PlaceFacts = Pick<ClinicFacts, 'map' | 'street' | 'city' | 'region' | 'postalCode'>
