import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRaw } from '#tests/support/connections.ts'
import { startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

let site: Awaited<ReturnType<typeof startSiteProcess>>
beforeAll(async () => {
  site = await startSiteProcess({ WORKER: 'off', ABUSE_LIMITS: 'off' })
})
afterAll(() => site?.stop())

type Raw = ReturnType<typeof openRaw>
type Way = { begin(visitor: Raw): void; drip?: string; within: number; answer: RegExp | null }

const assets = new URL('../../build/client/assets', import.meta.url)
const picture = readdirSync(assets).find((name) => name.endsWith('.jpg'))
const post = 'POST /contact HTTP/1.1\r\nHost: x.example\r\nContent-Type: application/x-www-form-urlencoded\r\n'

/** How a client is slow, the seconds until it is disconnected, and the response; null if the client reads none. */
const ways: Record<string, Way> = {
  'send nothing': { begin: () => {}, within: 15, answer: /^HTTP\/1\.1 408 / },
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
  'send an endless chunked form': {
    begin: ({ socket }) => socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n`),
    drip: '1\r\nx\r\n',
    within: 65,
    answer: /^HTTP\/1\.1 408 [^]*took too long/,
  },
  'keep an idle connection open': {
    begin: ({ socket }) => socket.write('GET /about HTTP/1.1\r\nHost: x.example\r\n\r\n'),
    within: 15,
    answer: /^HTTP\/1\.1 200 /,
  },
  'request files without reading them': {
    begin: ({ socket }) => {
      socket.pause()
      socket.write(`GET /assets/${picture} HTTP/1.1\r\nHost: x.example\r\n\r\n`.repeat(40))
    },
    within: 35,
    answer: null,
  },
  'request pages without reading them': {
    begin: ({ socket }) => {
      socket.pause()
      // A cached page: a thousand rendered ones would make everyone wait in the queue, which overload.test.ts covers.
      socket.write('GET /about HTTP/1.1\r\nHost: x.example\r\n\r\n'.repeat(200))
    },
    within: 35,
    answer: null,
  },
}

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

async function readMetric(name: string) {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )
}

test("slow clients are disconnected after their timeout, and other requests don't wait", async () => {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  const all = Object.entries(ways).flatMap(([says, way]) =>
    numbers.map(() => {
      const visitor = openRaw(site)
      way.begin(visitor)
      // A byte every two seconds prevents idle timeouts.
      const dripping = setInterval(() => way.drip && visitor.socket.write(way.drip), 2_000)
      const ended = visitor.untilClosed().then((received) => {
        clearInterval(dripping)
        return { says, received, after: seconds() }
      })
      return { visitor, ended, way, dripping }
    }),
  )
  await until(async () => (await connections()) >= all.length)
  // Meanwhile: a rendered page, a cached page, a health check and a form.
  for (const path of ['/search?q=tea', '/about', '/healthz'])
    expect((await fetch(site.url + path)).status, path).toBe(200)
  const body = new URLSearchParams({ email: 'maya@example.com' })
  expect((await fetch(site.url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)

  for (const { ended, way } of all.filter(({ way }) => way.answer)) {
    const { says, received, after } = await ended
    expect(received, says).toMatch(way.answer ?? '')
    expect(after, says).toBeLessThan(way.within * 1.5 + 5)
  }
  // Clients that do not read do not see the end of their connection either. Node checks every 30 seconds whether
  // anything was read, and what was sent before the first check counts as read, so this takes a minute.
  await until(async () => (await connections()) <= 5)
  for (const { visitor, dripping } of all) {
    visitor.socket.destroy()
    clearInterval(dripping)
  }
  // No work is left behind.
  for (const of of ['waiting', 'working']) expect(await readMetric(`clinic_http_load{of="${of}"}`), of).toBe(0)
  expect(
    await readMetric('clinic_http_refused_total{reason="timeout"}'),
    'timeouts of silent clients, slow headers and slow forms',
  ).toBe(40)
})

const connections = () => readMetric('clinic_http_load{of="connections"}')
