import { data, type DataStrategyResult, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { handleFailedRequests } from './failed-requests.ts'

const address = 'https://clinic.example/admin/orders'
const tell = vi.fn<(event: CustomEvent) => void>()
vi.stubGlobal('dispatchEvent', tell)
afterEach(() => tell.mockClear())

/** What becomes of what a route answered. */
async function handle(answered: DataStrategyResult, { method = 'GET', url = address } = {}) {
  const args = { request: new Request(url, { method }), params: {}, context: {} } as never
  const results = await handleFailedRequests(args, async () => ({ route: answered }))
  return (results as Record<string, DataStrategyResult>).route
}

const post = { method: 'POST' }
const lost = { type: 'data', result: data(undefined, 503) }

test.each([undefined, null, 'text', { total: 3 }])('the data of a page stays as it is: %j', async (result) => {
  expect(await handle({ type: 'data', result })).toEqual({ type: 'data', result })
  expect(await handle({ type: 'data', result }, post)).toEqual({ type: 'data', result })
})

test('a rejected post loads the page again, since it has no status, but not one that the server could not store', async () => {
  const form = { error: 'Enter a day.' }
  expect(await handle({ type: 'data', result: data(form, 400) }, post)).toEqual({ type: 'data', result: form })
  const failed = data(form, 503)
  expect(await handle({ type: 'data', result: failed }, post)).toEqual({ type: 'data', result: failed })
})

test('a poll that fails has no data, and says nothing', async () => {
  const poll = { url: `${address}?by-itself=1` }
  expect(await handle({ type: 'error', result: new TypeError('offline') }, poll)).toEqual({ type: 'data' })
  expect(tell).not.toHaveBeenCalled()
})

test('a post without an answer of its page leaves it as it is, which says why', async () => {
  expect(await handle({ type: 'error', result: new TypeError('offline') }, post)).toEqual(lost)
  expect(tell.mock.calls[0]![0].detail).toEqual({ url: address, isPost: true })
})

test('other errors are for the page of the route', async () => {
  const own = { type: 'error', result: new ErrorResponse(404, '', { its: 'own' }) } as const
  expect(await handle(own)).toEqual(own)
  expect(await handle({ type: 'error', result: new Error('a mistake') }, post)).toMatchObject({ type: 'error' })
  expect(tell).not.toHaveBeenCalled()
})
