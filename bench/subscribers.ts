import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabasePlace, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { rowsOnAPage } from '#app/domain/newsletter/subscriber-list.server.ts'
import { listAddress, type ListView } from '#app/domain/newsletter/subscriber.ts'
import { adminSettings, signInAsAdmin } from '../tests/support/admin.ts'
import { newDatabaseOn, startPostgres } from '../tests/support/postgres-server.ts'
import { atMost, type Figure, forInformation, median, type Outcome, percentile } from './figure.ts'
import { usageOf } from './process-usage.ts'
import { newFolder, startSite } from './site.ts'
import { fillList, idOf } from './subscriber-rows.ts'

const subscribers = 1_000_000
const requests = 200
const warmUps = 20

/** Each of them is a page with all its rows. */
const pages: Record<string, ListView> = {
  first: {},
  deep: { after: idOf(subscribers / 2) },
  'found by address': { q: 'k' },
  'found by domain': { q: '@gmail' },
  'found by domain, deep': { q: '@gmail', after: idOf(subscribers / 2) },
  'in one state': { state: 'bounced' },
}

/** Pages of a list of a million, as the admin gets them: from the request to the last byte, on the same machine. */
export async function subscriberPages(): Promise<Outcome> {
  const dataDir = newFolder()
  const figures = await measured('SQLite', { file: join(dataDir, 'clinic.db') }, { DATA_DIR: dataDir })
  rmSync(dataDir, { recursive: true, force: true })
  const server = await startPostgres({ fsync: true })
  try {
    const url = await newDatabaseOn(server.url)
    const secrets = {
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    figures.push(...(await measured('PostgreSQL', { url }, { DATABASE_URL: url, ...secrets })))
  } finally {
    await server.stop()
  }
  return { figures }
}

async function measured(name: string, place: DatabasePlace, settings: Record<string, string>): Promise<Figure[]> {
  await fill(place)
  const site = await startSite({ settings: { ...adminSettings, ...settings, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
  try {
    const admin = await signInAsAdmin(site)
    const figures: Figure[] = []
    const before = usageOf(site.pid).cpuSeconds
    for (const [page, view] of Object.entries(pages)) {
      const times = await timesOf(() => admin.get(listAddress(view)))
      figures.push(
        atMost(50, {
          name: `Subscribers, 1,000,000 on ${name}: page ${page}, p95 (median ${median(times).toFixed(1)} ms)`,
          value: percentile(times, 95),
          unit: 'ms',
          digits: 1,
        }),
      )
    }
    const asked = Object.keys(pages).length * (warmUps + requests)
    figures.push(
      forInformation({
        name: `Subscribers, 1,000,000 on ${name}: processor time of the site for a page`,
        value: ((usageOf(site.pid).cpuSeconds - before) / asked) * 1000,
        unit: 'ms',
        digits: 1,
      }),
    )
    return figures
  } finally {
    await site.stop()
  }
}

async function fill(place: DatabasePlace) {
  const database = openDatabase(place, { patienceMs: 10 * 60_000 })
  await migrate(database, migrations)
  await fillList(database, subscribers)
  await database.close()
}

/** One after the other, since there is one admin. */
async function timesOf(ask: () => Promise<Response>) {
  const times: number[] = []
  for (let index = 0; index < warmUps + requests; index += 1) {
    const startedAt = performance.now()
    const answer = await ask()
    const html = await answer.text()
    if (index >= warmUps) times.push(performance.now() - startedAt)
    if (answer.status !== 200 || html.split('<tr').length !== rowsOnAPage + 2) throw new Error('the page is not whole')
  }
  return times
}
