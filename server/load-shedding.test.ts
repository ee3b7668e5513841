import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#app/metrics/metrics.server.ts'
import { portOf } from '#tests/support/connections.ts'
import { createLimitedServer, createRequestQueue } from './load-shedding.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const limits = { maxActive: 2, maxBegunPerTurn: 10, maxWaiting: 2, timeoutMs: 60_000 }

/** Requests that say what became of them. */
function requestsIn(queue: ReturnType<typeof createRequestQueue>) {
  const events: string[] = []
  async function send(name: string) {
    events.push(`${name} ${(await queue.enter()) ?? 'begins'}`)
  }
  return { send, events }
}

describe('the request queue', () => {
  test('runs a limited number of requests, begins the next in their order, and rejects further ones', async () => {
    const queue = createRequestQueue(limits)
    const { send, events } = requestsIn(queue)
    for (const name of ['a', 'b']) void send(name)
    await turn()
    for (const name of ['c', 'd', 'e']) void send(name)
    await turn()
    expect(events).toEqual(['a begins', 'b begins', 'e queue-full'])
    expect([queue.active(), queue.waiting()]).toEqual([2, 2])
    queue.leave()
    queue.leave()
    await turn()
    expect(events.slice(3)).toEqual(['c begins', 'd begins'])
    queue.leave()
    queue.leave()
    expect([queue.active(), queue.waiting()]).toEqual([0, 0])
  })

  test('begins few requests per turn of the event loop, so that others are served in between', async () => {
    const { send, events } = requestsIn(createRequestQueue({ ...limits, maxBegunPerTurn: 1 }))
    for (const name of ['a', 'b']) void send(name)
    await turn()
    expect(events).toEqual(['a begins'])
    await turn()
    expect(events).toEqual(['a begins', 'b begins'])
  })

  test('rejects a request that waited too long, even if no request ends', async () => {
    const queue = createRequestQueue({ ...limits, timeoutMs: 200 })
    const { send, events } = requestsIn(queue)
    for (const name of ['a', 'b']) void send(name)
    await turn()
    await Promise.all(['c', 'd'].map(send))
    expect(events.slice(2)).toEqual(['c queue-timeout', 'd queue-timeout'])
    expect(queue.waiting()).toBe(0)
  })
})

test('connections beyond the limit are closed and counted', async () => {
  const metrics = createMetrics()
  const server = createLimitedServer({ metrics })
  server.maxConnections = 1
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const first = connect(portOf(server), '127.0.0.1').on('error', () => {})
  await once(server, 'connection')
  const second = connect(portOf(server), '127.0.0.1').on('error', () => {})
  await once(second.resume(), 'close')
  const { body } = await metrics.text([])
  expect(body).toContain('clinic_http_refused_total{reason="connection"} 1')
  expect(body).toContain('clinic_http_load{of="connections"} 1')
  expect(first.closed).toBe(false)
  first.destroy()
})
