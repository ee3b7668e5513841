import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newDatabaseOn, startPostgres } from '../tests/support/postgres-server.ts'
import { availabilityOn } from './availability.ts'
import { raceOn } from './booking-race.ts'
import type { Outcome } from './figure.ts'
import { newFolder } from './site.ts'

/** Free times of a full month, and a thousand people who want the same hour. */
export async function bookings(): Promise<Outcome> {
  const server = await startPostgres({ fsync: true })
  const folder = newFolder()
  try {
    const secrets = {
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    return {
      figures: [
        ...(await availabilityOn('SQLite', { file: join(folder, 'clinic.db') })),
        ...(await availabilityOn('PostgreSQL', { url: await newDatabaseOn(server.url) })),
        ...(await raceOn('SQLite', {})),
        ...(await raceOn('PostgreSQL', { DATABASE_URL: await newDatabaseOn(server.url), ...secrets })),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}
