import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { availabilityOn } from './availability.ts'
import { raceOn } from './booking-race.ts'
import type { Outcome } from './figure.ts'
import type { Deps } from './deps.ts'
import { planProposalsOn } from './plan-proposals.ts'
import { newFolder } from './site.ts'

/** Free times of a full month, proposals for a long plan in it, and a hundred people who want the same hour. */
export async function bookings({ quick, newPostgres }: Deps): Promise<Outcome> {
  const asked = quick ? { warmUps: 10, questions: 50 } : { warmUps: 50, questions: 300 }
  const fewer = { warmUps: asked.warmUps / 5, questions: asked.questions / 5 }
  const folder = newFolder()
  try {
    const secrets = {
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    return {
      figures: [
        ...(await availabilityOn('SQLite', { file: join(folder, 'clinic.db') }, asked)),
        ...(await availabilityOn('PostgreSQL', { url: await newPostgres() }, asked)),
        ...(await planProposalsOn('SQLite', { file: join(folder, 'plans.db') }, fewer)),
        ...(await planProposalsOn('PostgreSQL', { url: await newPostgres() }, fewer)),
        ...(await raceOn('SQLite', {})),
        ...(await raceOn('PostgreSQL', { DATABASE_URL: await newPostgres(), ...secrets })),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
