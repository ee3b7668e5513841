import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinic } from '#content/clinic.ts'
import { openRaw } from '#tests/support/connections.ts'
import { startSite } from '#tests/support/site-process.ts'
import { until } from '#tests/support/timing.ts'

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite({ WORKER: 'off' })
  // So that it is in memory.
  await until(async () => (await fetch(`${site.url}/about`)).headers.has('ETag'))
})
afterAll(() => site?.stop())

/** Made as for a GET; only its bytes stay away, which would keep the test busy instead of the site. */
const page = 'HEAD /search?q=oil HTTP/1.1\r\nHost: x.example\r\n\r\n'

const perConnection = 40

/**
 * So many requests at once: the site stands still until all of them, and `others` after them, are on its doorstep. So it
 * meets them together, however slow the machine is on which this test has to write them.
 */
async function crowdOf(requests: number, others: string[] = []) {
  const crowd = Array.from({ length: requests / perConnection }, () => openRaw(site))
  const rest = others.map(() => openRaw(site))
  const all = [...crowd, ...rest]
  await Promise.all(all.map(({ socket }) => once(socket, 'connect')))
  await until(async () => (await metrics())('clinic_http_load{of="connections"}') >= all.length)
  site.process.kill('SIGSTOP')
  try {
    const text = page.repeat(perConnection - 1) + page.replace('HEAD', 'GET')
    const written = (socket: Socket, what: string) => new Promise((resolve) => socket.write(what, resolve))
    await Promise.all(crowd.map(({ socket }) => written(socket, text)))
    await Promise.all(rest.map(({ socket }, index) => written(socket, others[index] ?? '')))
    const bytes = crowd.length * text.length + others.join('').length
    await until(async () => unreadBytes() >= bytes)
  } finally {
    site.process.kill('SIGCONT')
  }
  const isOver = ({ socket, statuses }: (typeof crowd)[number]) => statuses().length === perConnection || socket.closed
  return {
    answered: () => crowd.flatMap(({ statuses }) => statuses()),
    rest,
    others: () => rest.flatMap(({ statuses }) => statuses()),
    async all() {
      await until(async () => crowd.every(isOver), 50_000)
      for (const { socket } of all) socket.destroy()
    },
  }
}

/** What has arrived at the site's connections and was not read yet; a busy Linux passes it on later than it was written. */
function unreadBytes() {
  const file = '/proc/net/tcp'
  if (!existsSync(file)) return Infinity
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/[\s:]+/))
    .filter(([, , port = '', , , state]) => Number.parseInt(port, 16) === Number(site.port) && state === established)
    .reduce((total, [, , , , , , , unread = '']) => total + Number.parseInt(unread, 16), 0)
}

const established = '01'

async function metrics() {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? 0,
    )
}

const refusedFor = async (reason: string) => (await metrics())(`clinic_http_refused_total{reason="${reason}"}`)

test('a thousand requests at once all get a place in the queue', async () => {
  const crowd = await crowdOf(1_000)
  await crowd.all()
  // On a machine with much else to do some may have waited too long.
  expect(await refusedFor('queue-full')).toBe(0)
  expect(crowd.answered().filter((status) => status !== 200)).toHaveLength(await refusedFor('queue-timeout'))
})

describe('when more come than can be served', () => {
  test('the rest is told at once when to come back and whom to call, and counted', async () => {
    const [before, waitedBefore] = [await refusedFor('queue-full'), await refusedFor('queue-timeout')]
    const crowd = await crowdOf(4_000)
    await crowd.all()
    const waited = (await refusedFor('queue-timeout')) - waitedBefore
    const refused = (await refusedFor('queue-full')) - before
    const answered = crowd.answered()
    expect(answered).toHaveLength(4_000)
    expect(new Set(answered)).toEqual(new Set([200, 503]))
    expect(answered.filter((status) => status === 503)).toHaveLength(refused + waited)
    expect(answered.filter((status) => status === 200).length, 'had a place').toBeGreaterThanOrEqual(2_000 - waited)
    const figure = await metrics()
    expect(figure('clinic_http_load{of="waiting"}')).toBe(0)
    expect(figure('clinic_http_load{of="working"}')).toBe(0)
  })

  test('a rejected request gets a sentence, a phone number and Retry-After, and keeps its connection', async () => {
    const crowd = await crowdOf(4_000, [page.replace('HEAD', 'GET')])
    const [patient] = crowd.rest
    await until(async () => patient?.statuses().length === 1)
    const answer = patient?.received() ?? ''
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/^retry-after: 5\r$/im)
    expect(answer).toMatch(/^cache-control: no-store\r$/im)
    expect(answer).not.toMatch(/^connection: close\r$/im)
    expect(answer).toContain(clinic.phone.e164)
    expect(answer).not.toContain('class=')
    patient?.socket.write(page)
    await until(async () => patient?.statuses().length === 2)
    await crowd.all()
  })

  test('pages from memory and the probes are answered before the crowd is', async () => {
    const paths = ['/about', '/healthz', '/readyz']
    const crowd = await crowdOf(
      4_000,
      paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x.example\r\n\r\n`),
    )
    await until(async () => crowd.others().length === paths.length)
    expect(crowd.others()).toEqual([200, 200, 200])
    expect(crowd.answered().filter((status) => status === 200).length, 'of the crowd so far').toBeLessThan(2_000)
    await crowd.all()
  })
})
