import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredClinic } from '#app/domain/clinic/sections.ts'
import { countPeriod } from '#app/domain/insights/count.server.ts'
import { type PeriodName, periodNames, toPeriod } from '#app/domain/insights/period.ts'
import { type Events, insertEvents, makeEvents, recount, toRecounted } from '#tests/support/recount.ts'
import type { Deps } from './deps.ts'
import { atMost, type Figure, forInformation, median, medianOf, type Outcome } from './figure.ts'
import { newFolder } from './site.ts'
import { timed } from './timed.ts'

const clinic = { saved: () => deliveredClinic }

/** The figures of Insights over two years of events; the run fails unless they equal a recount of the rows. */
export async function insights({ quick, newPostgres }: Deps): Promise<Outcome> {
  const share = quick ? 0.05 : 1
  const sizes = {
    appointments: 150_000 * share,
    orders: 100_000 * share,
    emails: 150_000 * share,
    visits: 600_000 * share,
  }
  // The recount knows whole minutes, and the clinic may be open now.
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const events = makeEvents({ seed: 1, now, days: 800, ...sizes })
  const expected = new Map(periodNames.map((name) => [name, recount(events, name, now)]))
  const count = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  const dataDir = newFolder()
  try {
    const locations = { SQLite: { file: join(dataDir, 'clinic.db') }, PostgreSQL: { url: await newPostgres() } }
    const figures: Figure[] = []
    for (const [kind, location] of Object.entries(locations)) {
      const database = await fill(location, events)
      for (const name of periodNames)
        figures.push(
          ...(await measure(database, {
            title: `Insights over ${count.toLocaleString('en-US')} events on ${kind}, ${name}`,
            ...{ name, now, expected, rounds: quick ? 3 : 7 },
          })),
        )
      await database.close()
    }
    return { figures, remarks: ['Every figure of every period equals the recount.'] }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(location: DatabaseLocation, events: Events) {
  const database = openDatabase(location, { queryTimeoutMs: 10 * 60_000 })
  await migrate(database, migrations)
  await insertEvents(database, events)
  // PostgreSQL would do this itself after a while (autovacuum).
  if (database.kind === 'postgres') await sql`vacuum analyze`.execute(database.db)
  return database
}

type Measured = {
  title: string
  name: PeriodName
  now: number
  expected: Map<PeriodName, object>
  rounds: number
}

async function measure(database: Database, { title, name, now, expected, rounds }: Measured): Promise<Figure[]> {
  const times: number[] = []
  const usages: number[] = []
  const delays: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const before = process.cpuUsage()
    const { result, ms } = await timed(() =>
      countPeriod({ database, clinic, booking }, toPeriod(name, now, clinicTimeZone)),
    )
    const { user, system } = process.cpuUsage(before)
    delay.disable()
    assert.deepEqual(toRecounted(result), expected.get(name))
    if (round < 0) continue
    times.push(ms)
    usages.push((user + system) / 1_000)
    delays.push(delay.max / 1e6)
  }
  const measured = { unit: 'ms', from: medianOf(rounds, 'rounds') }
  return [
    atMost(1_000, { name: `${title}: all figures`, value: median(times), ...measured }),
    forInformation({ name: `${title}: processor time of the site`, value: median(usages), ...measured }),
    atMost(150, { name: `${title}: the longest that another request waits`, value: median(delays), ...measured }),
  ]
}
