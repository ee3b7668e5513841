import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { createChance } from '#tests/faults/chance.ts'
import { newDatabaseOn, startPostgres } from '#tests/support/postgres-server.ts'
import { simulateWaitlist } from './simulate.ts'

const cancellations = 10_000

/** Ten thousand cancellations on each database. Returns what went wrong. */
export async function tryWaitlist(seed: number, log: (line: string) => void): Promise<string[]> {
  log(`The waitlist on SQLite: ${cancellations} cancellations, seed ${seed}`)
  const onSqlite = await tryOn({ file: ':memory:' }, seed, log)
  const postgres = await startPostgres()
  try {
    log(`The waitlist on PostgreSQL: ${cancellations} cancellations, seed ${seed}`)
    return [...onSqlite, ...(await tryOn({ url: await newDatabaseOn(postgres.url) }, seed, log))]
  } finally {
    await postgres.stop()
  }
}

async function tryOn(location: Parameters<typeof openDatabase>[0], seed: number, log: (line: string) => void) {
  const database = openDatabase(location)
  try {
    await migrate(database, migrations)
    const began = performance.now()
    const { counts, violations } = await simulateWaitlist(database, createChance(seed), { cancellations })
    const seconds = Math.round((performance.now() - began) / 1000)
    log(
      `${seconds} s; ${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    )
    for (const violation of violations) log(`  ${violation}`)
    return violations
  } finally {
    await database.close()
  }
}
