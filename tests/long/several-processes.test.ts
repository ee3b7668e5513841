import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FourProcesses, newcomer, startFourProcesses } from '#tests/http/four-processes.ts'
import { look } from '#tests/support/databases.ts'
import { publicForms, visitor } from '#tests/support/visitor.ts'
import { pagesToRead } from '#tests/support/pages.ts'
import type { SiteProcess } from '#tests/support/site.ts'
import { readStored } from '#tests/support/stored.ts'
import { until } from '#tests/support/timing.ts'

// These tests depend on each other: the last two count everything that was accepted in the first ones.

let four: FourProcesses
beforeAll(async () => {
  four = await startFourProcesses()
}, 120_000)
afterAll(() => four?.stop())

type Answered = { form: string; email: string }

/** Visitors who send one form after another to any process that responds, until `stop` is called. */
function sendForms(addresses: () => string[]) {
  const answered: Answered[] = []
  const unexpected: string[] = []
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
        const { status } = await someone.post(filled.path, { ...filled.fields, opened: four.openedBefore() })
        if (status !== 303 && status !== 503) unexpected.push(`${form.name}: ${status}`)
        return status === 303 || undefined
      }
      if (await persist(press)) answered.push({ form: form.name, email })
    }
  }
  /** Retries, because a killed process breaks connections and refuses new ones. */
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
      expect(unexpected).toEqual([])
    },
  }
}

/** All forms that were accepted during the faults. */
const accepted: Answered[] = []

test('killing a web process and a worker loses no accepted form', async () => {
  const load = sendForms(() => four.web().map(({ url }) => url))
  await until(async () => load.answered.length > 20 || undefined)
  const before = load.answered.length
  const killed = [0, 3].map((index) => four.all[index]!)
  await Promise.all(killed.map((site) => site.stop({ signal: 'SIGKILL' })))
  await until(async () => load.answered.length > before + 20 || undefined)
  const [first, last] = await Promise.all([four.startRole('on', { PORT: killed[0]!.port }), four.startRole('only')])
  four.all.splice(0, 4, first, four.all[1]!, four.all[2]!, last)
  await until(async () => load.answered.length > before + 40 || undefined)
  await load.stop()
  accepted.push(...load.answered)
})

test('a PostgreSQL restart under load causes errors only while it is down', async () => {
  const load = sendForms(() => four.web().map(({ url }) => url))
  const reading = readCached(four.web())
  // First a clean stop, as for an upgrade, and then a crash.
  for (const stop of [four.postgres.pause, four.postgres.breakOff]) {
    const before = load.answered.length
    await until(async () => load.answered.length > before + 10 || undefined)
    await stop()
    const whileAway = reading.count()
    for (const site of four.web()) {
      expect((await fetch(`${site.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
      expect((await visitor(site, newcomer().headers).post('/', { email: newcomer().email })).status).toBe(503)
    }
    await until(async () => reading.count() > whileAway + 30 || undefined)

    await four.postgres.resume()
    const backAt = performance.now()
    for (const site of four.web()) await until(async () => (await fetch(`${site.url}/readyz`)).ok || undefined)
    // Pools reconnect with each query; the limit leaves room for a busy machine.
    expect(performance.now() - backAt).toBeLessThan(30_000)
    for (const site of four.web())
      expect((await visitor(site, newcomer().headers).post('/', { email: newcomer().email })).status).toBe(303)
  }
  const before = load.answered.length
  await until(async () => load.answered.length > before + 10 || undefined)
  await load.stop()
  await reading.stop()
  accepted.push(...load.answered)
  for (const site of four.all) expect([site.process.exitCode, site.process.signalCode]).toEqual([null, null])
})

/** Reads cached pages without cookies, which must always work. */
function readCached(sites: SiteProcess[]) {
  let isOver = false
  let count = 0
  const pages = pagesToRead.filter((path) => ['/', '/about', '/services', '/contact'].includes(path))
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
  // Prevents an unhandled rejection before it is awaited.
  running.catch(() => {})
  return {
    count: () => count,
    async stop() {
      isOver = true
      await running
    },
  }
}

test('every accepted form is stored exactly once, and its emails are done', { timeout: 240_000 }, async () => {
  const onlyAccepted = <Each extends { form: string; email: string }>(rows: Each[]) =>
    rows.filter(({ form, email }) => accepted.some((one) => one.form === form && one.email === email))
  const { stored, badSums, emails } = await until(
    async () => {
      const now = await look(four.place, (db) => readStored({ db }))
      return now.emails.every(({ state }) => state !== 'waiting') ? now : undefined
    },
    // The lease of a killed worker's job expires after 15 seconds; a job that failed twice is retried after 90.
    180_000,
  )
  const theirs = onlyAccepted(stored)
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

test('recurring jobs ran only on schedule during the faults', async () => {
  // The two restarted processes also run these jobs at their start, on a slow machine one after the other.
  for (const kind of ['read-feed', 'sweep', 'verify-audit'])
    expect(await four.jobsAdded(kind), kind).toBeLessThanOrEqual(3)
  const minutes = await four.minutesSinceFirst('watch-checks')
  expect(await four.jobsAdded('watch-checks')).toBeLessThanOrEqual(1 + minutes + 2)
})
