import { basename, dirname, resolve } from 'node:path'
import type { Config } from '../../app/config.server.ts'
import { moveDatabase, type Moved, reopenDatabase } from '../../app/database/backups/move.server.ts'
import { formatLocation, parseLocation } from '../../app/database/backups/database-location.server.ts'
import { type DatabaseLocation, openDatabase } from '../../app/database/connection.server.ts'
import { migrations } from '../../app/database/migrations/all.ts'
import { toEncryptionKeys } from '../../app/services.server.ts'
import { createFileSealing } from '../../app/vault/sealed-file.server.ts'
import { findSecrets, findSecretMismatch, type Secrets } from '../../app/vault/secrets.server.ts'
import { OperatorError } from '../../app/operator-error.ts'

type Say = (line: string) => void
const signals = ['SIGINT', 'SIGTERM'] as const

/** Moves the website's database to the target of `--to`, and prints what was moved and what to do next. */
export async function moveTo(config: Config, target: string, say: Say) {
  const [from, to] = [config.database, parseLocation(target)]
  const secrets = findSecrets(config.secrets, config.dataDir)
  const { encryption } = secrets
  if (!encryption) throw new OperatorError('ENCRYPTION_KEY: set the one that this database was made with.')
  await checkSecrets(from, secrets)
  const sealing = createFileSealing(async () => toEncryptionKeys({ ...secrets, encryption }))
  const stop = new AbortController()
  const end = () => stop.abort()
  for (const signal of signals) process.on(signal, end)
  const onStart = () =>
    say(
      `Moving ${formatLocation(from)} to ${formatLocation(to)}. Pages stay available; forms answer 503 until the move is done.`,
    )
  const { backups } = config
  try {
    printMove(await moveDatabase({ from, to, migrations, backups, sealing, onStart, signal: stop.signal }), say)
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
  say(describeNextStep(config, to))
}

async function checkSecrets(from: DatabaseLocation, secrets: Partial<Secrets>) {
  const database = openDatabase(from)
  try {
    const foreign = await findSecretMismatch(database, secrets)
    if (foreign)
      throw new OperatorError(`${formatLocation(from)} was made with a different ${foreign}, so it was not moved.`)
  } finally {
    await database.close()
  }
}

function printMove({ tallies, backup, closedForMs }: Moved, say: Say) {
  const width = Math.max(...[...tallies.keys()].map(({ length }) => length))
  for (const [table, { rows, sum }] of tallies)
    say(`${table.padEnd(width)} ${rows.toLocaleString('en-US').padStart(9)} rows ${sum.slice(0, 16)}`)
  const rows = [...tallies.values()].reduce((total, tally) => total + tally.rows, 0).toLocaleString('en-US')
  const seconds = (closedForMs / 1000).toFixed(1)
  say(`Moved: ${rows} rows in ${tallies.size} tables, identical on both sides. Forms were closed for ${seconds} s.`)
  say(`The backup that was restored: ${backup.file}`)
}

function describeNextStep({ secrets, dataDir }: Config, to: DatabaseLocation) {
  const needed = (['session', 'encryption'] as const).filter((name) => !secrets[name])
  const settings = needed.map((name) => (name === 'session' ? 'SESSION_SECRET' : 'ENCRYPTION_KEY'))
  const files = needed.map((name) => (name === 'session' ? 'session-secret' : 'encryption-key'))
  const withSecrets =
    settings.length === 0 || ('file' in to && dirname(to.file) === resolve(dataDir))
      ? ''
      : ` Set ${settings.join(' and ')} as well, to what ${dataDir} has in ${files.join(' and ')}.`
  const setting =
    'url' in to
      ? `set DATABASE_URL=${formatLocation(to)} (with its password)`
      : basename(to.file) === 'clinic.db'
        ? `set DATA_DIR=${dirname(to.file)} and unset DATABASE_URL`
        : `name the file clinic.db in a folder of its own, set DATA_DIR to that folder, and unset DATABASE_URL`
  return `Now ${setting}, and restart every process.${withSecrets} The old database stays closed to writes.`
}

/** Reopens the website's database after a killed move, or with `force` after a completed one. */
export async function reopenHere(config: Config, { force, say }: { force: boolean; say: Say }) {
  const place = config.database
  const other = await reopenDatabase(place, { force })
  say(
    other === undefined
      ? `${formatLocation(place)} accepts writes; no move has closed it.`
      : `${formatLocation(place)} accepts writes again. Don’t use the copy at ${other}.`,
  )
}
