import { describe, expect, test } from 'vitest'
import { directionsOrTownUrl, directionsUrl, ownAccounts, socialLinks } from './confirmed-links.ts'

describe('social links', () => {
  test('lead to the platforms until the clinic fills in its accounts, and search engines are told only of those', () => {
    const social = [
      { name: 'YouTube', url: 'https://www.youtube.com/', standIn: true },
      { name: 'Facebook', url: 'https://www.facebook.com', standIn: true },
      { name: 'Instagram', url: 'https://www.instagram.com/clinic', standIn: true },
      { name: 'Mastodon', url: 'https://social.clinic.example/' },
    ]
    expect(socialLinks({ social }).map(({ href }) => href)).toEqual(social.map(({ url }) => url))
    expect(ownAccounts({ social })).toEqual(['https://www.instagram.com/clinic', 'https://social.clinic.example/'])
  })
})

describe('directions', () => {
  const map = { latitude: 1, longitude: 2, directionsUrl: 'https://maps.example/', embedUrl: 'https://maps.example/' }
  const town = { city: 'Hoover', region: 'Alabama' }

  test('are missing while only the town is known', () => {
    expect(directionsUrl({ ...town, map: { ...map, standIn: true } })).toBeUndefined()
    const toTown = directionsOrTownUrl({ ...town, map: { ...map, standIn: true } })
    expect(decodeURIComponent(toTown)).toContain('query=Hoover, Alabama')
  })

  test('lead to the confirmed place, or to the street if the map is not confirmed', () => {
    expect(directionsUrl({ ...town, map })).toBe(map.directionsUrl)
    const address = { ...town, street: '12 Oak Street', postalCode: '35226' }
    const found = directionsUrl({ ...address, map: { ...map, standIn: true } })
    expect(decodeURIComponent(found ?? '')).toContain('12 Oak Street, Hoover, Alabama, 35226')
  })
})
