import { describe, expect, test } from 'vitest'
import { directionsUrl, socialLinks } from './confirmed-links.ts'

describe('social links', () => {
  test('omit a platform’s home page that is only a placeholder', () => {
    const social = [
      { name: 'Instagram', url: 'https://www.instagram.com/', standIn: true },
      { name: 'Facebook', url: 'https://www.facebook.com', standIn: true },
    ]
    expect(socialLinks({ social })).toEqual([])
  })

  test('include an account that was filled in, marked or not, and the clinic’s own home page', () => {
    const social = [
      { name: 'Instagram', url: 'https://www.instagram.com/clinic', standIn: true },
      { name: 'Mastodon', url: 'https://social.clinic.example/' },
    ]
    expect(socialLinks({ social })).toEqual([
      { text: 'Instagram', href: 'https://www.instagram.com/clinic' },
      { text: 'Mastodon', href: 'https://social.clinic.example/' },
    ])
  })
})

describe('directions', () => {
  const map = { latitude: 1, longitude: 2, directionsUrl: 'https://maps.example/', embedUrl: 'https://maps.example/' }
  const town = { city: 'Hoover', region: 'Alabama' }

  test('are missing while only the town is known', () => {
    expect(directionsUrl({ ...town, map: { ...map, standIn: true } })).toBeUndefined()
  })

  test('lead to the confirmed place, or to the street if the map is not confirmed', () => {
    expect(directionsUrl({ ...town, map })).toBe(map.directionsUrl)
    const address = { ...town, street: '12 Oak Street', postalCode: '35226' }
    const found = directionsUrl({ ...address, map: { ...map, standIn: true } })
    expect(decodeURIComponent(found ?? '')).toContain('12 Oak Street, Hoover, Alabama, 35226')
  })
})
