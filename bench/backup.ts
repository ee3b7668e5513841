import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '#app/config.server.ts'
import { replaceDatabase } from '#app/database/backups/restore-target.server.ts'
import { checkBackup, fillFromBackup } from '#app/database/backups/restore.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { openServices } from '#app/services.server.ts'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { findSecrets } from '#app/vault/secrets.server.ts'
import { copyIntoSqlite } from './bare-copy.ts'
import { besideReference, type Outcome } from './figure.ts'
import { fillDatabase } from './filled-database.ts'
import type { Deps } from './deps.ts'
import { newFolder } from './site.ts'
import { timed } from './timed.ts'

const rounds = 3

/** Backup and restore on SQLite, each against a bare copy of the same rows without any checks. */
export async function backup({ quick }: Deps): Promise<Outcome> {
  const subscribers = quick ? 10_000 : 50_000
  const folder = newFolder()
  const file = join(folder, 'clinic.db')
  try {
    await fillDatabase({ file }, subscribers)
    const config = readConfig({ PUBLIC_URL: 'http://127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'silent' })
    const services = await openServices(config)
    const encryption = findSecrets(config.secrets, folder).encryption ?? ''
    const sealing = createFileSealing(async () => [encryption])
    const results: Round[] = []
    try {
      for (let round = 0; round < rounds; round += 1) {
        const copy = (name: string) => join(folder, `${name}-${round}.db`)
        const made = await timed(() => services.backups.make())
        const vacuumed = await timed(() => vacuumInto(file, copy('vacuumed')))
        const restored = await timed(async () => {
          const checked = await checkBackup({ file: made.result.file, sealing }, migrations)
          await replaceDatabase({ file: copy('restored') }, { force: false }, (into) =>
            fillFromBackup(into, checked, migrations),
          )
        })
        mustHold(copy('restored'), subscribers)
        await fillDatabase({ file: copy('bare') }, 0)
        const bare = await timed(() => copyIntoSqlite(file, copy('bare')))
        results.push({ made: made.ms, vacuumed: vacuumed.ms, restored: restored.ms, bare: bare.ms })
      }
    } finally {
      services.mail.close()
      await services.database.close()
    }
    return { figures: figuresOf(results, { subscribers, bytes: statSync(file).size }), details: { results } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Round = { made: number; vacuumed: number; restored: number; bare: number }
type Sizes = { subscribers: number; bytes: number }

function figuresOf(results: Round[], { subscribers, bytes }: Sizes) {
  const rows = `${subscribers.toLocaleString('en-US')} subscribers on SQLite`
  const [megabytes, perSecond] = [bytes / 1e6, (amount: number, ms: number) => amount / (ms / 1000)]
  return [
    besideReference({
      name: `Backup of ${rows}, per second`,
      rounds: results.map(({ made, vacuumed }) => ({
        measured: perSecond(megabytes, made),
        reference: perSecond(megabytes, vacuumed),
      })),
      unit: 'MB',
      digits: 1,
      comparedWith: "SQLite's own copy (vacuum into), neither compressed, encrypted nor on the disk",
    }),
    besideReference({
      name: `Restore of ${rows}, checked twice, per second`,
      rounds: results.map(({ restored, bare }) => ({
        measured: perSecond(subscribers, restored),
        reference: perSecond(subscribers, bare),
      })),
      unit: 'rows',
      comparedWith: 'a prepared statement for each of the same rows in one transaction, nothing checked',
    }),
  ]
}

function vacuumInto(file: string, copy: string) {
  const database = new DatabaseSync(file)
  database.prepare('vacuum into ?').run(copy)
  database.close()
}

function mustHold(file: string, subscribers: number) {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('select count(*) as count from subscribers').get()
  database.close()
  if (row?.count !== subscribers) throw new Error(`of ${subscribers} subscribers ${String(row?.count)} were restored`)
}
