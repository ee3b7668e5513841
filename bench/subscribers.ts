import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { rowsOnAPage } from '#app/domain/newsletter/subscriber-list.server.ts'
import { listUrl, type ListView } from '#app/domain/newsletter/subscriber.ts'
import { adminSettings, signInAsAdmin } from '../tests/support/admin.ts'
import { atMost, type Figure, forInformation, median, type Outcome, percentile } from './figure.ts'
import type { Deps } from './deps.ts'
import { readUsage } from './process-usage.ts'
import { newFolder, startSite } from './site.ts'
import { fillList, toSubscriberId } from './subscriber-rows.ts'

type Size = { subscribers: number; requests: number; warmUps: number }

/** The measured pages; all but the last are full. */
const listPages = ({ subscribers }: Size): Record<string, ListView> => ({
  first: {},
  deep: { after: toSubscriberId(subscribers / 2) },
  'found by address': { q: 'k' },
  'found by domain': { q: '@gmail' },
  'found within': { q: 'aya77' },
  'found by domain, deep': { q: '@gmail', after: toSubscriberId(subscribers / 2) },
  'in one state': { state: 'bounced' },
  [searchedWhole]: { q: 'aya1009@' },
})

/** One address has that part, so all of them are looked at, and the goal is missed: docs/decisions/newsletter.md. */
const searchedWhole = 'found once, within'

/** Pages of a list of a million, as the admin gets them: from the request to the last byte, on the same machine. */
export async function subscriberPages({ quick, newPostgres }: Deps): Promise<Outcome> {
  const size = quick
    ? { subscribers: 50_000, requests: 30, warmUps: 5 }
    : { subscribers: 1_000_000, requests: 200, warmUps: 20 }
  const dataDir = newFolder()
  const file = join(dataDir, 'clinic.db')
  try {
    const url = await newPostgres()
    const secrets = {
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    await Promise.all([{ url }, { file }].map((location) => fill(location, size)))
    const figures = [
      ...(await measured('SQLite', size, { DATA_DIR: dataDir })),
      ...(await measured('PostgreSQL', size, { DATABASE_URL: url, ...secrets })),
    ]
    return { figures }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measured(name: string, size: Size, settings: Record<string, string>): Promise<Figure[]> {
  const list = `Subscribers, ${size.subscribers.toLocaleString('en-US')} on ${name}`
  const site = await startSite({ settings: { ...adminSettings, ...settings, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
  try {
    const admin = await signInAsAdmin(site)
    const figures: Figure[] = []
    const before = readUsage(site.pid).cpuSeconds
    for (const [page, view] of Object.entries(listPages(size))) {
      const rows = page === searchedWhole ? 1 : rowsOnAPage
      const times = await measureTimes(() => admin.get(listUrl(view)), rows, size)
      figures.push(
        atMost(50, {
          name: `${list}: page ${page}, p95 (median ${median(times).toFixed(1)} ms)`,
          value: percentile(times, 95),
          unit: 'ms',
          digits: 1,
          from: `p95 of ${size.requests} requests`,
        }),
      )
    }
    const asked = Object.keys(listPages(size)).length * (size.warmUps + size.requests)
    figures.push(
      forInformation({
        name: `${list}: processor time of the site for a page`,
        value: ((readUsage(site.pid).cpuSeconds - before) / asked) * 1000,
        unit: 'ms',
        digits: 1,
        from: `mean of ${asked} requests`,
      }),
    )
    return figures
  } finally {
    await site.stop()
  }
}

async function fill(location: DatabaseLocation, { subscribers }: Size) {
  const database = openDatabase(location, { queryTimeoutMs: 10 * 60_000 })
  await migrate(database, migrations)
  await fillList(database, subscribers)
  await database.close()
}

/** One after the other, since there is one admin. */
async function measureTimes(ask: () => Promise<Response>, rows: number, { requests, warmUps }: Size) {
  const times: number[] = []
  for (let index = 0; index < warmUps + requests; index += 1) {
    const startedAt = performance.now()
    const answer = await ask()
    const html = await answer.text()
    if (index >= warmUps) times.push(performance.now() - startedAt)
    if (answer.status !== 200 || html.split('<tr').length !== rows + 2) throw new Error('the page is not whole')
  }
  return times
}
