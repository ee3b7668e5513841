import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { clinic } from '#content/clinic.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { type AdminSite, startAdminSite } from '#tests/support/admin-site.ts'
import { openRaw } from '#tests/support/raw-connection.ts'
import { until } from '#tests/support/until.ts'

let site: AdminSite
let cookie: string
beforeAll(async () => {
  site = await startAdminSite({ WORKER: 'off' })
  cookie = `${sessionCookie}=${(await signInAsAdmin(site)).cookies.get(sessionCookie)}`
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
    each: () => crowd.map(({ statuses, received }) => ({ statuses: statuses(), text: received() })),
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

test('a thousand who come at once all get a place in the line', async () => {
  const crowd = await crowdOf(1_000)
  await crowd.all()
  // On a machine with much else to do some may have waited too long.
  expect(await refusedFor('line-full')).toBe(0)
  expect(crowd.answered().filter((status) => status !== 200)).toHaveLength(await refusedFor('waited'))
})

describe('when more come than can be served', () => {
  test('the rest is told at once when to come back and whom to call, and counted', async () => {
    const [before, waitedBefore] = [await refusedFor('line-full'), await refusedFor('waited')]
    const crowd = await crowdOf(4_000)
    await crowd.all()
    const refused = (await refusedFor('line-full')) - before
    // Where a machine has much else to do, some in line wait too long.
    const waited = (await refusedFor('waited')) - waitedBefore
    expect(new Set(crowd.answered())).toEqual(new Set([200, 503]))
    const each = crowd.each()
    const turnedAway = each.filter(({ statuses }) => statuses.length < perConnection)
    expect(each.length - turnedAway.length, 'had a place in line').toBeGreaterThanOrEqual(
      2_000 / perConnection - waited,
    )
    expect(turnedAway.length).toBeGreaterThan(0)
    // Whoever sends on without waiting is refused once or twice, not each time: that would keep the others waiting.
    expect(refused).toBeLessThanOrEqual(2 * (turnedAway.length + 1))
    for (const { statuses, text } of turnedAway) {
      expect(statuses.at(-1)).toBe(503)
      const answer = text.slice(text.lastIndexOf('HTTP/1.1 503'))
      expect(answer).toMatch(/^Connection: close\r$/m)
      expect(answer).toMatch(/^Retry-After: 5\r$/m)
    }
    const figure = await metrics()
    expect(figure('clinic_http_load{of="waiting"}')).toBe(0)
    expect(figure('clinic_http_load{of="working"}')).toBe(0)
  })

  test('whoever waits for each answer, as browsers and proxies do, keeps the connection and is told whom to call', async () => {
    const crowd = await crowdOf(4_000, [page.replace('HEAD', 'GET')])
    const [patient] = crowd.rest
    await until(async () => patient?.statuses().length === 1)
    const answer = patient?.received() ?? ''
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/^Retry-After: 5\r$/m)
    expect(answer).toMatch(/^Cache-Control: no-store\r$/m)
    expect(answer).not.toMatch(/^Connection: close\r$/m)
    expect(answer).toContain(clinic.phone.e164)
    expect(answer).not.toContain('class=')
    patient?.socket.write(page)
    await until(async () => patient?.statuses().length === 2)
    await crowd.all()
  })

  test('who sends a thousand requests without waiting for an answer is cut off, also where pages are ready', async () => {
    const before = await refusedFor('connection')
    const socket = connect(Number(site.port), '127.0.0.1').on('error', () => {})
    // By a reset, as a rule, which `once` would take for a failure.
    const closed = new Promise((resolve) => socket.resume().once('close', resolve))
    socket.write('HEAD /about HTTP/1.1\r\nHost: x.example\r\n\r\n'.repeat(1_000))
    await closed
    expect(await refusedFor('connection')).toBe(before + 1)
  })

  test('the places for files are for the admin alone, whoever else posts files', async () => {
    const former = await signInAsAdmin(site)
    const ended = `${sessionCookie}=${former.cookies.get(sessionCookie)}`
    expect((await former.post('/logout', {})).status).toBeLessThan(400)
    const head = (more: string) =>
      `POST ${importsPath} HTTP/1.1\r\nHost: x.example\r\nContent-Type: multipart/form-data; boundary=xboundary\r\n${more}\r\n`
    const strangers = Array.from({ length: 20 }, () => head('Content-Length: 10000000\r\n'))
    const formers = Array.from({ length: 20 }, () => head(`Content-Length: 10000000\r\nCookie: ${ended}\r\n`))
    const body =
      '--xboundary\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\na@example.com\r\n--xboundary--\r\n'
    const upload = `${head(`Content-Length: ${body.length}\r\nCookie: ${cookie}\r\n`)}${body}`
    const crowd = await crowdOf(0, [...strangers, ...formers, upload])
    await until(async () => crowd.others().length === 41)
    expect(crowd.rest.slice(0, 40).map(({ statuses }) => statuses()[0])).toEqual(Array(40).fill(403))
    expect(crowd.rest[40]?.statuses()).toEqual([303])
    await crowd.all()
  })

  test('pages from memory, the probes and the dashboard are answered before the crowd is', async () => {
    const asked = ['/about', '/healthz', '/readyz', '/admin/orders'].map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: x.example\r\nCookie: ${path.startsWith('/admin') ? cookie : ''}\r\n\r\n`,
    )
    const crowd = await crowdOf(4_000, asked)
    await until(async () => crowd.others().length === asked.length)
    expect(crowd.others()).toEqual([200, 200, 200, 200])
    expect(crowd.answered().filter((status) => status === 200).length, 'of the crowd so far').toBeLessThan(2_000)
    await crowd.all()
  })
})
