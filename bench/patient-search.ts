import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { searchPatients } from '#app/domain/patients/patient-search.server.ts'
import { insertPatients, toPerson } from '#tests/support/patients.ts'
import type { Deps } from './deps.ts'
import { atMost, type Figure, forInformation, type Outcome, percentile } from './figure.ts'
import { newFolder } from './site.ts'
import { timed } from './timed.ts'

const lastWord = (name: string) => name.split(' ').at(-1)!

/** What staff type, made from one of the people. */
const kinds: Record<string, (person: ReturnType<typeof toPerson>) => string> = {
  'a common part of a name': () => 'ari',
  'a last name': ({ name }) => lastWord(name),
  'first and last name': ({ name }) => name,
  'the last digits of a phone number': ({ phone }) => phone.slice(-4),
  'a whole phone number': ({ phone }) => phone,
  'part of an address': ({ email }) => email.slice(3, email.indexOf('@') + 3),
  'a common domain': ({ email }) => email.slice(email.indexOf('@')),
  'what nobody has': ({ name }) => `${lastWord(name)}qx`,
}

/** As many as the page of the search shows. */
const most = 50

/** Searches for patients by any part of name, phone or email. A search that wrongly finds nobody fails the run. */
export async function patientSearch({ quick, newPostgres }: Deps): Promise<Outcome> {
  const people = quick ? 10_000 : 100_000
  const searches = quick ? 10 : 60
  const dataDir = newFolder()
  try {
    const locations = { SQLite: { file: join(dataDir, 'clinic.db') }, PostgreSQL: { url: await newPostgres() } }
    const figures: Figure[] = []
    for (const [kind, location] of Object.entries(locations)) {
      const database = await fill(location, people)
      const title = `Search among ${people.toLocaleString('en-US')} patients on ${kind}`
      figures.push(...(await measure(database, { title, people, searches })))
      await database.close()
    }
    return { figures }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(location: DatabaseLocation, people: number) {
  const database = openDatabase(location, { queryTimeoutMs: 10 * 60_000 })
  await migrate(database, migrations)
  await insertPatients(database, people)
  return database
}

type Measured = { title: string; people: number; searches: number }

async function measure(database: Database, { title, people, searches }: Measured): Promise<Figure[]> {
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  for (let round = -3; round < searches; round += 1)
    for (const [kind, toSearch] of Object.entries(kinds)) {
      const person = toPerson(((round + 3) * 1_571 + 11) % people)
      const { result, ms } = await timed(() => searchPatients(database, toSearch(person), most, 'everything'))
      assert(result)
      if (kind === 'what nobody has') assert.equal(result.length, 0)
      else assert.notEqual(result.length, 0, toSearch(person))
      if (round >= 0) times[kind]!.push(ms)
    }
  const all = Object.values(times).flat()
  const from = (count: number) => `95th percentile of ${count.toLocaleString('en-US')} searches`
  return [
    atMost(50, { name: `${title}: all`, value: percentile(all, 95), unit: 'ms', digits: 1, from: from(all.length) }),
    ...Object.entries(times).map(([kind, ms]) =>
      forInformation({
        name: `${title}: ${kind}`,
        value: percentile(ms, 95),
        unit: 'ms',
        digits: 1,
        from: from(ms.length),
      }),
    ),
  ]
}
