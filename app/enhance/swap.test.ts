import { afterEach, expect, test, vi } from 'vitest'
import { fetchPage, isSameOrigin } from './swap.ts'

const here = 'https://clinic.example/booking/time?a=b'

function stubBrowser(answer: Partial<Response> = {}) {
  const fetched = vi.fn<(address: string) => Promise<Partial<Response>>>(async () => answer)
  vi.stubGlobal('location', new URL(here))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = (text: string) => text
    },
  )
  return fetched
}
afterEach(() => vi.unstubAllGlobals())

const elsewhere = [
  'https://clinic.example.evil.example/cart',
  'https://clinic.example@evil.example/cart',
  'https://clinic.example:8443/cart',
  'http://clinic.example/cart',
  '//evil.example/cart',
  String.raw`\\evil.example`,
  'javascript:alert(1)',
  'data:text/html,hello',
  'tel:+12055550100',
]

test.each(elsewhere)('%s is not on this site, and is neither fetched nor followed', async (address) => {
  const fetched = stubBrowser({ headers: new Headers({ Location: address }) })
  expect(isSameOrigin(address)).toBe(false)
  await expect(fetchPage(address)).rejects.toThrow('not a page of ours')
  expect(fetched).not.toHaveBeenCalled()
  await expect(fetchPage('/cart')).rejects.toThrow('leads elsewhere')
})

test('a page that redirects to another origin is not shown', async () => {
  stubBrowser({ headers: new Headers(), url: 'https://clinic.example.evil.example/cart', text: async () => 'theirs' })
  await expect(fetchPage('/cart')).rejects.toThrow('leads elsewhere')
})

test.each(['', '/cart', '?day=2026-11-23#times', 'widget', 'https://clinic.example/cart'])(
  "'%s' is on this site",
  async (address) => {
    stubBrowser({ headers: new Headers(), url: here, text: async () => 'a page', status: 200, redirected: false })
    expect(isSameOrigin(address)).toBe(true)
    expect(await fetchPage(address)).toMatchObject({ page: 'a page', status: 200 })
    stubBrowser({ headers: new Headers({ Location: address || '/' }) })
    expect((await fetchPage('/cart')).next?.origin).toBe('https://clinic.example')
  },
)
