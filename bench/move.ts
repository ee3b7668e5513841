import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cancelMove, moveDatabase } from '#app/database/moves/move.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { copyIntoPostgres } from './bare-copy.ts'
import { besideReference, type Outcome } from './figure.ts'
import { fillDatabase } from './filled-database.ts'
import type { Deps } from './deps.ts'
import { newFolder } from './site.ts'
import { timed } from './timed.ts'

const rounds = 3

/** A database moved from SQLite to PostgreSQL, with every table compared, beside the bare copying of the same rows. */
export async function move({ quick, newPostgres }: Deps): Promise<Outcome> {
  const subscribers = quick ? 10_000 : 50_000
  const folder = newFolder()
  const from = { file: join(folder, 'clinic.db') }
  try {
    await fillDatabase(from, subscribers)
    const results: { moved: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [to, bareTo] = [await newPostgres(), await newPostgres()]
      const moved = await timed(() => moveDatabase({ from, to: { url: to }, migrations, examine: soundAsItIs }))
      const all = moved.result.tables.reduce((sum, { there }) => sum + there.rows, 0)
      if (all < subscribers) throw new Error(`only ${all} rows were moved`)
      await cancelMove(from, { force: true })
      await fillDatabase({ url: bareTo }, 0)
      const bare = await timed(() => copyIntoPostgres(from.file, bareTo))
      results.push({ moved: moved.ms, bare: bare.ms })
    }
    const rowsIn = (ms: number) => subscribers / (ms / 1000)
    return {
      figures: [
        besideReference({
          name: `Move of ${subscribers.toLocaleString('en-US')} subscribers from SQLite to PostgreSQL, per second`,
          rounds: results.map(({ moved, bare }) => ({ measured: rowsIn(moved), reference: rowsIn(bare) })),
          unit: 'rows',
          comparedWith: 'inserts of 1,000 of the same rows each in one transaction, nothing compared',
        }),
      ],
      details: { results },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The trail and the keys of an empty clinic say nothing of speed. */
const soundAsItIs = async () => ({ ok: true as const, said: [] })
