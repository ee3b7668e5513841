import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { accountHolder, goodPassword, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, clinicAdmin } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { contentPages } from '#tests/support/pages.ts'
import { pressConfirm, timeAheadFor, withDraft } from '#tests/support/booking.ts'
import { newDatabaseOn, startPostgres } from '#tests/support/postgres-server.ts'
import { publicForms } from '#tests/support/forms.ts'
import { type SiteProcess, startSite } from '#tests/support/site-process.ts'
import { readStored } from '#tests/support/stored.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

// Four processes as on several machines: one PostgreSQL, the same secrets, and a data folder each. They live through the
// whole file, and each test begins with what the one before left.

let postgres: Awaited<ReturnType<typeof startPostgres>>
let settings: Record<string, string>
/** Two that serve and work, one that only serves, and one that only works. */
let all: SiteProcess[] = []
const roles = ['on', 'on', 'off', 'only'] as const
const web = () => all.slice(0, 3)
const place = () => ({ dataDir: '', settings })

const newSecrets = () => ({
  SESSION_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})

const startRole = (WORKER: string, more: Record<string, string> = {}) => startSite({ ...settings, ...more, WORKER })

beforeAll(async () => {
  postgres = await startPostgres()
  const url = await newDatabaseOn(postgres.url)
  await countJobsOf(url)
  const BACKUP_DIR = mkdtempSync(join(tmpdir(), 'clinic-backups-'))
  settings = { ...adminSettings, ...newSecrets(), DATABASE_URL: url, BACKUP_DIR, TRUST_PROXY: '1' }
  all = await Promise.all(roles.map((role) => startRole(role)))
}, 120_000)

afterAll(async () => {
  await Promise.all(all.map((site) => site.stop()))
  await postgres?.stop()
  if (settings) rmSync(settings.BACKUP_DIR ?? '', { recursive: true, force: true })
})

/** Keeps every job that is ever added, from the moment on in which the first process makes the table. */
async function countJobsOf(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    create schema seen;
    create table seen.jobs (kind text, at timestamptz default now());
    create function seen.note() returns trigger language plpgsql as $$
      begin insert into seen.jobs (kind) values (new.kind); return null; end $$;
    create function seen.follow() returns event_trigger language plpgsql as $$
      begin
        if to_regclass('public.jobs') is not null
          and not exists (select from pg_trigger where tgname = 'note_jobs') then
          create trigger note_jobs after insert on public.jobs for each row execute function seen.note();
        end if;
      end $$;
    create event trigger follow_jobs on ddl_command_end when tag in ('CREATE TABLE') execute function seen.follow();
  `)
  await client.end()
}

async function jobsAdded(kind: string) {
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from seen.jobs where kind = $1', [kind])
  await client.end()
  return Number(rows[0].count)
}

/** Whole minutes, on the clock of the database. */
async function minutesSinceFirst(kind: string) {
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  const { rows } = await client.query(
    'select floor(extract(epoch from clock_timestamp() - min(at)) / 60)::int as minutes from seen.jobs where kind = $1',
    [kind],
  )
  await client.end()
  return Number(rows[0].minutes)
}

let people = 0
/** Somebody new, at an address of their own. */
const newcomer = () => {
  people += 1
  const headers = { 'X-Forwarded-For': `203.0.${Math.floor(people / 250)}.${(people % 250) + 1}` }
  return { n: people, email: `person-${people}@example.com`, headers }
}

/** When a form was opened that nobody could have filled in any faster. */
const openedBefore = () => createSigner(settings.SESSION_SECRET ?? '').sign('form opened', String(Date.now() - 10_000))

const errorsOf = (site: SiteProcess) =>
  site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50)

test('four that start at once on an empty database migrate it once, and all of them become ready', async () => {
  const done = await look(place(), async (db) => ({
    admins: await db.selectFrom('users').select('id').execute(),
    fingerprints: await db.selectFrom('secretFingerprints').select('name').execute(),
  }))
  expect(done.admins).toHaveLength(1)
  expect(done.fingerprints).toHaveLength(2)
  for (const site of web()) expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  for (const site of all) {
    await until(async () => site.output().includes('"msg":"ready"') || undefined)
    expect(errorsOf(site)).toEqual([])
  }
})

test('each recurring job was added once', async () => {
  for (const kind of ['read-feed', 'sweep', 'verify-audit', 'watch-checks', 'make-backup', 'morning-email']) {
    await until(async () => (await jobsAdded(kind)) > 0 || undefined)
    // One comes back with each minute.
    const most = kind === 'watch-checks' ? 1 + (await minutesSinceFirst(kind)) : 1
    expect(await jobsAdded(kind), kind).toBeLessThanOrEqual(most)
  }
})

test('a sign-in, its end and a new password count at all of them', async () => {
  const { email, headers } = newcomer()
  const [here, there, third] = web().map((site) => accountHolder(site, headers))
  if (!here || !there || !third) throw new Error('three serve')
  /** The same browser comes to another process. */
  const follow = () => {
    for (const other of [there, third]) for (const [name, value] of here.cookies) other.cookies.set(name, value)
  }
  await here.signUp({ email, password: goodPassword, name: 'Maya' })
  follow()
  expect(await there.isSignedIn()).toBe(true)
  expect(await third.isSignedIn()).toBe(true)

  const elsewhere = accountHolder(web()[1]!, headers)
  expect((await elsewhere.logIn({ email, password: goodPassword })).status).toBe(303)
  const changed = await there.post('/profile', { intent: 'password', current: goodPassword, password: otherPassword })
  expect(changed.status).toBe(303)
  expect(await elsewhere.isSignedIn(), 'every other device is signed out').toBe(false)
  expect((await accountHolder(web()[2]!, headers).logIn({ email, password: goodPassword })).status).toBe(400)

  expect((await here.logIn({ email, password: otherPassword })).status).toBe(303)
  follow()
  expect(await third.isSignedIn()).toBe(true)
  await there.logOut()
  for (const one of [here, third]) expect(await one.isSignedIn()).toBe(false)
})

test('limits count what all of them let through', async () => {
  const anyOf = (n: number) => web()[n % 3]!
  const { email } = newcomer()
  const tries = Array.from({ length: 9 }, (_, n) => accountHolder(anyOf(n), newcomer().headers))
  const guesses = await Promise.all(tries.map((guesser) => guesser.logIn({ email, password: 'a wrong guess of mine' })))
  expect(guesses.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(400), ...Array(4).fill(429)])

  const { headers } = newcomer()
  const posts = Array.from({ length: 70 }, (_, n) =>
    visitor(anyOf(n), headers).post('/', { email: `limited-${n}@example.com` }),
  )
  const statuses = (await Promise.all(posts)).map(({ status }) => status)
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length
  // On a slow machine some wait too long for the row that counts, and are told so, counted or not.
  const tooLong = count(503)
  expect(count(303) + count(429) + tooLong).toBe(70)
  expect(count(303)).toBeLessThanOrEqual(60)
  expect(count(303)).toBeGreaterThanOrEqual(60 - tooLong)
  expect(count(429)).toBeLessThanOrEqual(10)
})

const inThreeDays = () => Temporal.Now.plainDateISO(clinicTimeZone).add({ days: 3 }).toString()

test('a change that the admin makes at one is seen at the others a second later', async () => {
  const cachedAt = (site: SiteProcess) =>
    until(async () => {
      const page = await fetch(site.url)
      const html = await page.text()
      return page.headers.has('ETag') ? html : undefined
    })
  for (const site of web()) await cachedAt(site)
  const admin = await clinicAdmin(web()[0]!)
  const saved = await admin.press('notice', { text: 'Snow today', until: inThreeDays() })
  expect(saved.status).toBe(303)
  const seen = web().map(async (site) => {
    const from = performance.now()
    await until(async () => (await cachedAt(site)).includes('Snow today') || undefined)
    return performance.now() - from
  })
  // A second between two looks, and room for a machine that has much else to do; by itself a page is kept for minutes.
  for (const ms of await Promise.all(seen)) expect(ms).toBeLessThan(30_000)
  expect((await admin.press('notice', {}, 'reset')).status).toBe(303)
})

test('an order that is pressed at all of them at once is one order', async () => {
  const { n, email, headers } = newcomer()
  const order = publicForms.find(({ name }) => name === 'order')!
  const first = visitor(web()[0]!, headers)
  const { path, fields } = await order.fill(first, { name: `Person ${n}`, email })
  const presses = web().map((site) => {
    const same = visitor(site, headers)
    for (const [name, value] of first.cookies) same.cookies.set(name, value)
    return same.post(path, { ...fields, opened: openedBefore() })
  })
  const answers = await Promise.all(presses)
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(new Set(answers.map((answer) => answer.headers.get('Location'))).size).toBe(1)
  const orders = await look(place(), (db) => db.selectFrom('orders').select('id').where('email', '=', email).execute())
  expect(orders).toHaveLength(1)
})

test('of those who want the same hour at different processes one gets it', async () => {
  const crowd = await Promise.all(
    Array.from({ length: 9 }, (_, each) => {
      const { n, headers } = newcomer()
      return withDraft(web()[each % 3]!, n, { headers, fields: { opened: openedBefore() } })
    }),
  )
  const wanted = await timeAheadFor(crowd[0]!)
  const statuses = (await Promise.all(crowd.map((person) => pressConfirm(person, wanted)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([303, ...Array<number>(8).fill(409)])
  const stored = await look(place(), (db) => db.selectFrom('appointments').select('startsAt').execute())
  expect(stored).toEqual([{ startsAt: Number(wanted) }])
})

type Answered = { form: string; email: string }

/** Visitors who send forms wherever they get through, one after the other, until they are told to stop. */
function sendForms(addresses: () => string[]) {
  const answered: Answered[] = []
  const strange: string[] = []
  let isOver = false
  async function one(each: number) {
    for (let sent = 0; !isOver; sent += 1) {
      const { n, email, headers } = newcomer()
      const form = publicForms[(each + sent) % publicForms.length]!
      const somewhere = {
        get url() {
          const urls = addresses()
          return urls[Math.floor(Math.random() * urls.length)]!
        },
      }
      const someone = visitor(somewhere, headers)
      const filled = await persist(() => form.fill(someone, { name: `Person ${n}`, email }))
      if (!filled) return
      const press = async () => {
        const { status } = await someone.post(filled.path, { ...filled.fields, opened: openedBefore() })
        if (status !== 303 && status !== 503) strange.push(`${form.name}: ${status}`)
        return status === 303 || undefined
      }
      if (await persist(press)) answered.push({ form: form.name, email })
    }
  }
  /** A killed process breaks connections and refuses new ones. */
  async function persist<Result>(act: () => Promise<Result | undefined>): Promise<Result | undefined> {
    while (!isOver) {
      const result = await act().catch(() => undefined)
      if (result !== undefined) return result
      await pause(20)
    }
    return undefined
  }
  const running = Promise.all([0, 1, 2, 3].map(one))
  return {
    answered,
    async stop() {
      isOver = true
      await running
      expect(strange).toEqual([])
    },
  }
}

/** What was answered under all troubles. */
const accepted: Answered[] = []

test('killing one that serves and one that works loses nothing that was answered', { timeout: 120_000 }, async () => {
  const load = sendForms(() => web().map(({ url }) => url))
  await until(async () => load.answered.length > 20 || undefined)
  const before = load.answered.length
  const killed = [0, 3].map((index) => all[index]!)
  await Promise.all(killed.map((site) => site.stop({ signal: 'SIGKILL' })))
  await until(async () => load.answered.length > before + 20 || undefined)
  const [first, last] = await Promise.all([startRole('on', { PORT: killed[0]!.port }), startRole('only')])
  all = [first, all[1]!, all[2]!, last]
  await until(async () => load.answered.length > before + 40 || undefined)
  await load.stop()
  accepted.push(...load.answered)
})

test('a PostgreSQL that is restarted under load costs errors only while it is away', { timeout: 120_000 }, async () => {
  const load = sendForms(() => web().map(({ url }) => url))
  const reading = readCached(web())
  // As for an upgrade, and as by a fault of its own.
  for (const stop of [postgres.pause, postgres.breakOff]) {
    const before = load.answered.length
    await until(async () => load.answered.length > before + 10 || undefined)
    await stop()
    const whileAway = reading.count()
    for (const site of web()) {
      expect((await fetch(`${site.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
      expect((await visitor(site, newcomer().headers).post('/', { email: newcomer().email })).status).toBe(503)
    }
    await until(async () => reading.count() > whileAway + 30 || undefined)

    await postgres.resume()
    const backAt = performance.now()
    for (const site of web()) await until(async () => (await fetch(`${site.url}/readyz`)).ok || undefined)
    // Room for a machine that has much else to do; pools look for the server with each query.
    expect(performance.now() - backAt).toBeLessThan(30_000)
    for (const site of web())
      expect((await visitor(site, newcomer().headers).post('/', { email: newcomer().email })).status).toBe(303)
  }
  const before = load.answered.length
  await until(async () => load.answered.length > before + 10 || undefined)
  await load.stop()
  await reading.stop()
  accepted.push(...load.answered)
  for (const site of all) expect([site.process.exitCode, site.process.signalCode]).toEqual([null, null])
})

/** Somebody without cookies reads pages that are in memory: whatever happens, they get them. */
function readCached(sites: SiteProcess[]) {
  let isOver = false
  let count = 0
  const pages = contentPages.filter((path) => ['/', '/about', '/services', '/contact'].includes(path))
  const running = Promise.all(
    sites.map(async (site) => {
      for (; !isOver; count += 1) {
        const page = await fetch(site.url + pages[count % pages.length]!)
        expect(page.status).toBe(200)
        expect(await page.text()).toContain('</html>')
        await pause(10)
      }
    }),
  )
  // Until it is awaited.
  running.catch(() => {})
  return {
    count: () => count,
    async stop() {
      isOver = true
      await running
    },
  }
}

test('everything that was answered is stored exactly once, with its emails done', { timeout: 240_000 }, async () => {
  const ofThem = <Each extends { form: string; email: string }>(rows: Each[]) =>
    rows.filter(({ form, email }) => accepted.some((one) => one.form === form && one.email === email))
  const { stored, badSums, emails } = await until(
    async () => {
      const now = await look(place(), (db) => readStored({ db }))
      return now.emails.every(({ state }) => state !== 'waiting') ? now : undefined
    },
    // The lease of a job that was with a killed worker runs out after 15 seconds; who failed twice comes back after 90.
    180_000,
  )
  const theirs = ofThem(stored)
  expect(accepted.length).toBeGreaterThan(60)
  expect(theirs).toHaveLength(accepted.length)
  expect(new Set(theirs.map(({ email }) => email)).size).toBe(accepted.length)
  expect(badSums).toEqual([])
  for (const { form, id } of theirs) {
    const kinds = Object.keys(publicForms.find(({ name }) => name === form)!.emails).toSorted()
    const done = emails.filter(({ causeId, state }) => causeId === id && state === 'kept')
    expect(done.map(({ kind }) => kind).toSorted(), form).toEqual(kinds)
  }
})

test('after all of it recurring jobs came on their beat only', async () => {
  // The two that were killed and started again look at their start, on a slow machine one after the other.
  for (const kind of ['read-feed', 'sweep', 'verify-audit']) expect(await jobsAdded(kind), kind).toBeLessThanOrEqual(3)
  const minutes = await minutesSinceFirst('watch-checks')
  expect(await jobsAdded('watch-checks')).toBeLessThanOrEqual(1 + minutes + 2)
})

test('of two that start at once on an older database one makes the backup, and the links of both let in', async () => {
  const url = await newDatabaseOn(postgres.url)
  const older = openDatabase({ url })
  await migrate(older, migrations.slice(0, -1))
  await older.close()
  const BACKUP_DIR = mkdtempSync(join(tmpdir(), 'clinic-backups-'))
  onTestFinished(() => rmSync(BACKUP_DIR, { recursive: true, force: true }))
  const same = { ...newSecrets(), DATABASE_URL: url, BACKUP_DIR, WORKER: 'off' }
  const both = await Promise.all([startSite(same), startSite(same)])
  onTestFinished(async () => void (await Promise.all(both.map((site) => site.stop()))))
  expect(readdirSync(BACKUP_DIR).filter((name) => name.endsWith('-before-upgrade.backup'))).toHaveLength(1)
  // Whoever starts them reads both links.
  const links = both.map(async (site) => [site, await until(async () => linkOf(site))] as const)
  const [first, second] = (await Promise.all(links)).map(([site, link]) => ({ browser: visitor(site), link }))
  expect((await second!.browser.get(first!.link)).status).toBe(200)
  expect((await first!.browser.post(second!.link, { password: adminSettings.ADMIN_PASSWORD })).status).toBe(303)
  expect((await second!.browser.get(first!.link)).status, 'until one is used').toBe(404)
})

const linkOf = (site: SiteProcess) => /\/login\/admin\/\S+/.exec(site.output())?.[0]
