import { expect, test } from 'vitest'
import { readArrival, toCountedName } from './arrival.ts'

const page = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
const arrive = (headers: Parameters<typeof readArrival>[0]['headers'], url = '/about') =>
  readArrival({ method: 'GET', url, headers: { ...page, ...headers } })

test.each([
  ['https://www.google.com/search?q=secret', 'google.com'],
  ['https://m.facebook.com/', 'facebook.com'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://192.168.100.20/intranet', 'direct'],
  ['not an address', 'direct'],
  [`https://${'a'.repeat(61)}.example/`, 'direct'],
])('of the referrer %s only %s is counted', (referer, source) => {
  expect(arrive({ referer })).toEqual({ source, campaign: undefined })
})

test('a typed address has no referrer', () => {
  expect(arrive({ 'sec-fetch-site': 'none' })?.source).toBe('direct')
})

test.each([
  { what: 'a click within the site', headers: { 'sec-fetch-site': 'same-origin' } },
  { what: 'a prefetch', headers: { 'sec-purpose': 'prefetch' } },
  { what: 'a picture', headers: { 'sec-fetch-dest': 'image' } },
])('$what is no arrival', ({ headers }) => {
  expect(arrive(headers)).toBeUndefined()
})

test('a program, which sends no Sec-Fetch headers, and a post are no arrivals', () => {
  expect(readArrival({ method: 'GET', url: '/', headers: {} })).toBeUndefined()
  expect(readArrival({ method: 'POST', url: '/', headers: page })).toBeUndefined()
})

test('a campaign is what the link names, without anything that could name a person', () => {
  const campaign = (query: string) => arrive({}, `/?${query}`)?.campaign
  expect(campaign('utm_source=News+Letter&utm_medium=Email&utm_campaign=%20Fall%202026')).toBe(
    'news letter / email / fall 2026',
  )
  expect(campaign('utm_source=flyer&utm_campaign=maya@example.com')).toBe('flyer')
  expect(campaign('utm_source=2055550147')).toBeUndefined()
  expect(campaign('q=tea')).toBeUndefined()
})

test('search terms are counted in one spelling; long and personal ones are not', () => {
  expect(toCountedName('  Gift   CARDS? ')).toBe('gift cards')
  expect(toCountedName('Āyurveda')).toBe('āyurveda')
  for (const term of ['', '???', 'x'.repeat(41), 'maya@example.com', '(205) 555-0147'])
    expect(toCountedName(term), term).toBeUndefined()
})
