import { basename, dirname, resolve } from 'node:path'
import type { Config } from '../../app/config.server.ts'
import { moveDatabase, type Moved, reopenDatabase } from '../../app/database/backups/move.server.ts'
import { nameOf, placeOf } from '../../app/database/backups/places.server.ts'
import { type DatabasePlace, openDatabase } from '../../app/database/connection.server.ts'
import { migrations } from '../../app/database/migrations/all.ts'
import { databasePlace } from '../../app/services.server.ts'
import { createFileSealing } from '../../app/vault/sealed-file.server.ts'
import { findSecrets, findSecretMismatch, type Secrets } from '../../app/vault/secrets.server.ts'
import { OperatorError } from '../../app/operator-error.ts'

/** Moves the website's database to the place that `--to` names, and says what was moved and what to do next. */
export async function moveTo(config: Config, given: string) {
  const [from, to] = [databasePlace(config), placeOf(given)]
  const secrets = findSecrets(config.secrets, config.dataDir)
  const { encryption, nextEncryption } = secrets
  if (!encryption) throw new OperatorError('ENCRYPTION_KEY: set the one that this database was made with.')
  await refuseForeignSecrets(from, secrets)
  const sealing = createFileSealing(async () => (nextEncryption ? [encryption, nextEncryption] : [encryption]))
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  const begun = () =>
    console.log(
      `Moving ${nameOf(from)} to ${nameOf(to)}. Pages stay available; forms answer 503 until the move is done.`,
    )
  const { backups } = config
  sayMoved(await moveDatabase({ from, to, migrations, backups, sealing, begun, signal: stop.signal }))
  console.log(nextStep(config, to))
}

async function refuseForeignSecrets(from: DatabasePlace, secrets: Partial<Secrets>) {
  const database = openDatabase(from)
  try {
    const foreign = await findSecretMismatch(database, secrets)
    if (foreign) throw new OperatorError(`${nameOf(from)} was made with a different ${foreign}, so it was not moved.`)
  } finally {
    await database.close()
  }
}

function sayMoved({ tallies, backup, closedForMs }: Moved) {
  const width = Math.max(...[...tallies.keys()].map(({ length }) => length))
  for (const [table, { rows, sum }] of tallies)
    console.log(`${table.padEnd(width)} ${rows.toLocaleString('en-US').padStart(9)} rows ${sum.slice(0, 16)}`)
  const rows = [...tallies.values()].reduce((total, tally) => total + tally.rows, 0).toLocaleString('en-US')
  const seconds = (closedForMs / 1000).toFixed(1)
  console.log(
    `Moved: ${rows} rows in ${tallies.size} tables, identical on both sides. Forms were closed for ${seconds} s.`,
  )
  console.log(`The backup that was restored: ${backup.file}`)
}

function nextStep({ secrets, dataDir }: Config, to: DatabasePlace) {
  const needed = (['session', 'encryption'] as const).filter((name) => !secrets[name])
  const settings = needed.map((name) => (name === 'session' ? 'SESSION_SECRET' : 'ENCRYPTION_KEY'))
  const files = needed.map((name) => (name === 'session' ? 'session-secret' : 'encryption-key'))
  const withSecrets =
    settings.length === 0 || ('file' in to && dirname(to.file) === resolve(dataDir))
      ? ''
      : ` Set ${settings.join(' and ')} as well, to what ${dataDir} has in ${files.join(' and ')}.`
  const setting =
    'url' in to
      ? `set DATABASE_URL=${nameOf(to)} (with its password)`
      : basename(to.file) === 'clinic.db'
        ? `set DATA_DIR=${dirname(to.file)} and unset DATABASE_URL`
        : `name the file clinic.db in a folder of its own, set DATA_DIR to that folder, and unset DATABASE_URL`
  return `Now ${setting}, and restart every process.${withSecrets} The old database stays closed to writes.`
}

/** Opens the website's database again after a move that was killed, or, with `force`, after one that was done. */
export async function reopenHere(config: Config, force: boolean) {
  const place = databasePlace(config)
  const other = await reopenDatabase(place, { force })
  console.log(
    other === undefined
      ? `${nameOf(place)} accepts writes; no move has closed it.`
      : `${nameOf(place)} accepts writes again. Don’t use the copy at ${other}.`,
  )
}
