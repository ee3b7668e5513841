import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { systemChecks } from '#content/system-checks.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { newDatabaseOn, startPostgres } from '#tests/support/postgres-server.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { type SiteProcess, startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { startCaddy } from './caddy.ts'
import { type Answer, tlsVisitor } from './tls-visitor.ts'

const domain = 'www.clinic.example'
const unbrotli = promisify(brotliDecompress)

type Behind = Awaited<ReturnType<typeof openPlace>>
/** Returns a summary of the results. Throws if a check fails. */
type Check = { says: string; run(behind: Behind): Promise<string> }

/** One PostgreSQL, two processes of the site, and Caddy in front of them. */
export async function openPlace() {
  const postgres = await startPostgres()
  const backups = mkdtempSync(join(tmpdir(), 'clinic-backups-'))
  const settings = {
    ...adminSettings,
    DATABASE_URL: await newDatabaseOn(postgres.url),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BACKUP_DIR: backups,
    PUBLIC_URL: `https://${domain}`,
    TRUST_PROXY: '1',
  }
  const sites = await Promise.all([startSiteProcess(settings), startSiteProcess(settings)])
  const caddy = await startCaddy(
    domain,
    sites.map(({ port }) => port),
  )
  const place = { domain, https: caddy.https, ca: caddy.ca }
  return {
    ...place,
    http: caddy.http,
    postgres,
    settings,
    sites,
    /** A visitor with the IP address 127.0.0.`last`. */
    from: (last: number) => tlsVisitor(place, `127.0.0.${last}`),
    async restart(index: 0 | 1) {
      sites[index] = await startSiteProcess({ ...settings, PORT: sites[index].port })
    },
    async close() {
      await caddy.stop()
      await Promise.all(sites.map((site) => site.stop()))
      await postgres.stop()
      rmSync(backups, { recursive: true, force: true })
    },
  }
}

const subscribe = (someone: ReturnType<typeof tlsVisitor>, email: string, headers: Record<string, string> = {}) =>
  someone.post('/', { email }, headers)

export const checks: Check[] = [
  {
    says: 'a page is served over https, compressed once, with the headers of the site',
    async run({ from, https, ca }) {
      const someone = from(10)
      const page = await until(async () => {
        const answer = await someone.get('/', { 'Accept-Encoding': 'br, gzip' })
        return answer.headers.etag ? answer : undefined
      })
      assert.equal(page.status, 200)
      assert.equal(page.headers['content-encoding'], 'br')
      assert.match(String(await unbrotli(page.body)), /<\/html>\s*$/)
      assert.match(page.headers['strict-transport-security'] ?? '', /max-age=/)
      assert.match(String(page.headers['content-security-policy']), /default-src/)
      const again = await someone.get('/', { 'Accept-Encoding': 'br', 'If-None-Match': page.headers.etag ?? '' })
      assert.equal(again.status, 304)
      const plain = await someone.get('/')
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.equal(Number(plain.headers['content-length']), plain.body.length)
      return `${page.body.length} bytes of brotli, 304 to who has it, ${await readProtocol(https, ca)}`
    },
  },
  {
    says: 'http redirects to https',
    async run({ http, https }) {
      const { status, location } = await new Promise<{ status?: number | undefined; location?: string | undefined }>(
        (resolve, reject) =>
          get({ host: '127.0.0.1', port: http, path: '/services?a=b', headers: { Host: domain } }, (answer) => {
            answer.resume()
            resolve({ status: answer.statusCode, location: answer.headers.location })
          }).on('error', reject),
      )
      assert.equal(status, 308)
      assert.equal(location?.replace(`:${https}`, ''), `https://${domain}/services?a=b`)
      return `${status} to https://${domain}/…`
    },
  },
  {
    says: "a form of the site's own page is accepted with Secure cookies, and one of another site gets a 403",
    async run({ from }) {
      const signIn = await from(11).post('/login', {
        email: adminSettings.ADMIN_EMAIL,
        password: adminSettings.ADMIN_PASSWORD,
      })
      assert.equal(signIn.status, 303)
      const cookies = signIn.headers['set-cookie'] ?? []
      assert.ok(cookies.length > 0)
      for (const cookie of cookies) assert.match(cookie, /^__Host-.*; Secure/i)
      assert.equal((await subscribe(from(11), 'own@example.com')).status, 303)
      const foreign = await subscribe(from(11), 'foreign@example.com', { Origin: 'https://evil.example' })
      assert.equal(foreign.status, 403)
      return `${cookies.length} cookies`
    },
  },
  {
    says: 'a client cannot evade the rate limit with X-Forwarded-For, and each address has its own limit',
    async run({ from }) {
      const someone = from(12)
      const statuses: number[] = []
      for (let tries = 0; tries < 62; tries += 1) {
        const forged = {
          'X-Forwarded-For': `198.51.100.${tries}`,
          'X-Real-IP': `198.51.100.${tries}`,
          Forwarded: `for=198.51.100.${tries}`,
        }
        statuses.push((await subscribe(someone, `forged-${tries}@example.com`, forged)).status)
      }
      assert.deepEqual(statuses, [...Array<number>(60).fill(303), 429, 429])
      assert.equal((await subscribe(from(13), 'another@example.com')).status, 303)
      return '60 forms under invented addresses, then 429; another visitor is not affected'
    },
  },
  {
    says: 'a forged X-Forwarded-Host or -Proto has no effect',
    async run({ from }) {
      const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' }
      const page = await from(14).get('/cart', forged)
      assert.ok(!String(page.body).includes('evil.example'))
      assert.equal((await subscribe(from(14), 'honest@example.com', forged)).status, 303)
      const evil = await subscribe(from(14), 'evil@example.com', { ...forged, Origin: 'http://evil.example' })
      assert.equal(evil.status, 403)
      return 'the page and its forms know their own address only'
    },
  },
  {
    says: 'a form that is too long gets a 413, and the metrics are not public',
    async run({ from }) {
      const long = await from(15).post('/contact', {
        name: 'x',
        email: 'long@example.com',
        message: 'x'.repeat(400_000),
      })
      assert.equal(long.status, 413)
      const metrics = await from(15).get('/metrics')
      assert.equal(metrics.status, 403)
      return '413 and 403'
    },
  },
  {
    says: 'killing a process under load fails no page, and accepted forms are stored once',
    run: (behind) => endUnderLoad(behind, 0, 'SIGKILL'),
  },
  {
    says: 'the restarted process serves while the other one is stopped and started, as for an upgrade',
    run: (behind) => endUnderLoad(behind, 1, 'SIGTERM'),
  },
  {
    says: "during a database outage, cached pages work, and forms get the site's error page",
    async run({ from, postgres }) {
      const visitors = [21, 22, 23, 24].map(from)
      const cached = async () =>
        (await Promise.all(visitors.map((someone) => someone.get('/about')))).every(({ headers }) => headers.etag)
      await until(async () => (await cached()) || undefined)
      await postgres.pause()
      try {
        // Longer than Caddy takes to mark a process as unhealthy.
        await pause(5_000)
        for (const someone of visitors) {
          assert.equal((await someone.get('/about')).status, 200)
          const form = await subscribe(someone, 'away@example.com')
          assert.equal(form.status, 503)
          assert.match(String(form.body), /<\/html>/)
        }
      } finally {
        await postgres.resume()
      }
      await until(async () => (await subscribe(from(25), 'back@example.com')).status === 303 || undefined)
      return '200 for pages, 503 with the own page for forms, and 303 once it is back'
    },
  },
  {
    says: 'while no process runs, Caddy shows an error page, and recovers by itself',
    async run({ from, sites, restart }) {
      const [one, other] = sites
      await Promise.all([one.stop(), other.stop()])
      const answer = await from(26).get('/')
      assert.ok([502, 503].includes(answer.status), String(answer.status))
      assert.match(String(answer.body), /does not answer right now/)
      assert.equal(answer.headers['cache-control'], 'no-store')
      await Promise.all([restart(0), restart(1)])
      await until(async () => (await from(26).get('/')).status === 200 || undefined)
      return `${answer.status}, then 200`
    },
  },
  {
    says: 'npm run doctor reports no issue with the public URL and the proxy',
    async run({ settings, sites }) {
      const { said } = await runCommand('doctor', [], { ...settings, DATA_DIR: sites[0].dataDir })
      const lines = said.split('\n')
      const findLine = (id: 'public-url' | 'proxy') =>
        lines.find((line) => line.includes(`${systemChecks[id].title}:`)) ?? ''
      assert.ok(findLine('proxy').includes(systemChecks.proxy.good(1)), said)
      assert.ok(findLine('public-url').includes(systemChecks['public-url'].good(`https://${domain}`)), said)
      return findLine('proxy').replace(/\s+/g, ' ')
    },
  },
]

/** The protocol that a browser would negotiate. */
function readProtocol(https: number, ca: string) {
  return new Promise<string>((resolve, reject) => {
    const session = connect(`https://127.0.0.1:${https}`, { ca, servername: domain })
    session.once('error', reject)
    session.once('connect', () => {
      resolve(session.alpnProtocol === 'h2' ? 'HTTP/2' : String(session.alpnProtocol))
      session.close()
    })
  })
}

/** Ends a process while visitors from many addresses read cached and rendered pages and send forms. */
async function endUnderLoad({ from, sites, restart, settings }: Behind, index: 0 | 1, signal: 'SIGKILL' | 'SIGTERM') {
  let isOver = false
  const seen = { pages: 0, failedPages: [] as string[], forms: [] as string[], failedForms: [] as number[] }
  const others = Array.from({ length: 12 }, (_, n) => from(40 + n))
  const readers = others.map(async (someone, n) => {
    for (; !isOver; seen.pages += 1) {
      const failed = await someone.get(n % 3 === 0 ? '/cart' : '/').then(findFault, String)
      if (failed) seen.failedPages.push(failed)
    }
  })
  const senders = others.slice(0, 4).map(async (_, n) => {
    for (let sent = 0; !isOver; sent += 1) {
      // One form from each of many addresses, so that no limit applies.
      const email = `load-${index}-${n}-${sent}@example.com`
      const someone = from(60 + ((n + sent * 4) % 180))
      const status = await subscribe(someone, email).then(
        (answer) => answer.status,
        () => 0,
      )
      someone.close()
      if (status === 303) seen.forms.push(email)
      else seen.failedForms.push(status)
    }
  })
  const all = Promise.all([...readers, ...senders])
  const more = async (pages: number, forms: number) => {
    const before = { pages: seen.pages, forms: seen.forms.length }
    await until(
      async () => (seen.pages > before.pages + pages && seen.forms.length > before.forms + forms) || undefined,
    )
  }
  await more(200, 10)
  await sites[index].stop({ signal })
  const endedAt = { pages: seen.pages, forms: seen.forms.length }
  await more(200, 10)
  await restart(index)
  // Caddy checks its health every two seconds.
  const served = await countServedPages(sites[index])
  await until(async () => (await countServedPages(sites[index])) > served + 20 || undefined)
  isOver = true
  await all
  for (const someone of others) someone.close()

  assert.deepEqual(seen.failedPages, [])
  // Forms that the killed process was handling: Caddy cannot know whether they were accepted, and responds with a 502.
  assert.ok(seen.failedForms.length <= (signal === 'SIGKILL' ? 2 : 1) * senders.length, seen.failedForms.join())
  assert.deepEqual(
    seen.failedForms.filter((status) => status !== 502),
    [],
  )
  const rows = await look({ dataDir: '', settings }, (db) =>
    db.selectFrom('subscribers').select('email').where('email', 'like', `load-${index}-%`).execute(),
  )
  const stored = rows.map(({ email }) => email)
  assert.deepEqual(
    seen.forms.filter((email) => !stored.includes(email)),
    [],
  )
  assert.equal(new Set(stored).size, stored.length)
  return `${seen.pages} pages (${seen.pages - endedAt.pages} since its end) without an error, ${seen.forms.length} forms answered, ${seen.failedForms.length} answered 502`
}

const findFault = ({ status, body }: Answer) =>
  status === 200 && body.includes('</html>') ? undefined : `${status}, ${body.length} bytes`

/** The number of pages a process has served, from its metrics. */
async function countServedPages(site: SiteProcess) {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  const counts = [...text.matchAll(/^clinic_http_(?:ready_total|request_seconds_count)\{[^}]*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
