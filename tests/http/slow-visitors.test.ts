import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRaw } from '#tests/support/connections.ts'
import { startSite } from '#tests/support/site-process.ts'
import { until } from '#tests/support/timing.ts'

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite({ WORKER: 'off', ABUSE_LIMITS: 'off' })
})
afterAll(() => site?.stop())

type Raw = ReturnType<typeof openRaw>
type Way = { begin(visitor: Raw): void; drip?: string; within: number; answer: RegExp | null }

const assets = new URL('../../build/client/assets', import.meta.url)
const picture = readdirSync(assets).find((name) => name.endsWith('.jpg'))
const post = 'POST /contact HTTP/1.1\r\nHost: x.example\r\nContent-Type: application/x-www-form-urlencoded\r\n'

/** Each cut off in a time of its own, with half as much again for a slow machine; null: nobody reads the answer. */
const ways: Record<string, Way> = {
  'say nothing at all': { begin: () => {}, within: 15, answer: /^HTTP\/1\.1 408 / },
  'send a head byte by byte': {
    begin: ({ socket }) => socket.write('GET / HTTP/1.1\r\nHost: x.example\r\nSlow: '),
    drip: 'x',
    within: 15,
    answer: /^HTTP\/1\.1 408 /,
  },
  'send a form byte by byte': {
    begin: ({ socket }) => socket.write(`${post}Content-Length: 1000\r\n\r\nname=`),
    drip: 'x',
    within: 65,
    answer: /^HTTP\/1\.1 408 [^]*took too long/,
  },
  'send a form in pieces without end': {
    begin: ({ socket }) => socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n`),
    drip: '1\r\nx\r\n',
    within: 65,
    answer: /^HTTP\/1\.1 408 [^]*took too long/,
  },
  'ask once and stay': {
    begin: ({ socket }) => socket.write('GET /about HTTP/1.1\r\nHost: x.example\r\n\r\n'),
    within: 15,
    answer: /^HTTP\/1\.1 200 /,
  },
  'ask for files and do not read': {
    begin: ({ socket }) => {
      socket.pause()
      socket.write(`GET /assets/${picture} HTTP/1.1\r\nHost: x.example\r\n\r\n`.repeat(40))
    },
    within: 35,
    answer: null,
  },
  'ask for pages and do not read': {
    begin: ({ socket }) => {
      socket.pause()
      socket.write('GET /search?q=oil HTTP/1.1\r\nHost: x.example\r\n\r\n'.repeat(100))
    },
    within: 35,
    answer: null,
  },
}

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

async function figure(name: string) {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )
}

test(
  "slow clients are disconnected with a response after their timeout, and other requests don't wait",
  { timeout: 120_000 },
  async () => {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1_000
    const all = Object.entries(ways).flatMap(([says, way]) =>
      numbers.map(() => {
        const visitor = openRaw(site)
        way.begin(visitor)
        // A byte every two seconds keeps any time-out of idleness from counting.
        const dripping = setInterval(() => way.drip && visitor.socket.write(way.drip), 2_000)
        const ended = visitor.untilClosed().then((received) => {
          clearInterval(dripping)
          return { says, received, after: seconds() }
        })
        return { visitor, ended, way, dripping }
      }),
    )
    await until(async () => (await connections()) >= all.length)
    // Meanwhile: made for each visitor, from memory, and a form.
    for (const path of ['/search?q=tea', '/about', '/healthz'])
      expect((await fetch(site.url + path)).status, path).toBe(200)
    const body = new URLSearchParams({ email: 'maya@example.com' })
    expect((await fetch(site.url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)

    for (const { ended, way } of all.filter(({ way }) => way.answer)) {
      const { says, received, after } = await ended
      expect(received, says).toMatch(way.answer ?? '')
      expect(after, says).toBeLessThan(way.within * 1.5 + 5)
    }
    // Whoever does not read does not learn of the end either. Node looks every thirty seconds whether anything was read,
    // and what was sent before the first look counts as read; so this takes a minute.
    await until(async () => (await connections()) <= 5, 60_000)
    for (const { visitor, dripping } of all) {
      visitor.socket.destroy()
      clearInterval(dripping)
    }
    // Nothing of them is left.
    for (const of of ['waiting', 'working']) expect(await figure(`clinic_http_load{of="${of}"}`), of).toBe(0)
    expect(await figure('clinic_http_refused_total{reason="timeout"}'), 'silent, slow heads, slow forms').toBe(40)
  },
)

const connections = () => figure('clinic_http_load{of="connections"}')
