import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { auditTrail } from '../content/audit.ts'
import { BadSetting, type Config, readConfig } from '../app/config.server.ts'
import type { Database, DatabasePlace } from '../app/database/connection.server.ts'
import { migrations } from '../app/database/migrations/all.ts'
import { CannotMove } from '../app/database/moves/cannot-move.ts'
import { cancelMove, type Examined, moveDatabase, type Moved } from '../app/database/moves/move.server.ts'
import { nameOf, placeOf } from '../app/database/moves/places.server.ts'
import { verifyTrail } from '../app/domain/audit/verify-trail.server.ts'
import { databasePlace } from '../app/services.server.ts'
import { createKeyRing } from '../app/vault/key-ring.server.ts'
import { findClosedKey } from '../app/vault/find-closed-key.server.ts'
import { findSecrets, foreignSecret } from '../app/vault/secrets.server.ts'
import { openVault } from '../app/vault/vault.server.ts'
import { giveUp } from './open-for-command.ts'
import { loadSettings } from './place.ts'

// `npm run move -- --to PLACE` moves the website's database to another place, a PostgreSQL address or a SQLite file,
// while pages are served; forms answer 503 meanwhile. `npm run move -- --cancel` opens a database that a move closed.

const usage =
  'npm run move -- --to postgres://user:password@host/database, or --to FILE for SQLite; npm run move -- --cancel [--force]'
const given = readArguments()
loadSettings()

let stopped: string | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopped = signal))

try {
  const config = readConfig(process.env)
  const from = databasePlace(config)
  if (given.to === undefined) sayCanceled(await cancelMove(from, { force: given.force }), from)
  else {
    const to = placeOf(given.to)
    const examine = examiner(config)
    const begun = () =>
      console.log(
        `Moving ${nameOf(from)} to ${nameOf(to)}. Pages stay available; forms answer 503 until the move is done.`,
      )
    sayMoved(
      await moveDatabase({ from, to, migrations, examine, begun, waiting: sayWaiting, between: stopIfAsked }),
      config,
      to,
    )
  }
} catch (error) {
  if (error instanceof CannotMove || error instanceof BadSetting) giveUp(error.message)
  throw error
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        cancel: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
      },
    })
    if (values.cancel === (values.to === undefined) && (values.cancel || !values.force)) return values
  } catch {
    // An option there is not.
  }
  return giveUp(usage)
}

/** Until the jobs have ended, forms are answered as ever. */
function sayWaiting(job: string, atMostMs: number) {
  const minutes = Math.ceil(atMostMs / 60_000)
  const upTo = minutes === 1 ? 'a minute' : `${minutes} minutes`
  console.log(
    `A job is running (${job}). Waiting for it to finish, up to ${upTo}. A newsletter stops at once when paused.`,
  )
}

function stopIfAsked() {
  if (stopped) throw new CannotMove(`Stopped by ${stopped}.`)
}

/** With the secrets of the website, which are those of the copy as well. */
function examiner({ secrets: set, dataDir }: Config) {
  const secrets = findSecrets(set, dataDir)
  const { encryption, nextEncryption } = secrets
  if (!encryption) giveUp('ENCRYPTION_KEY: set the one that this database was made with.')
  return async (database: Database, head: { count: number; hmac: string } | undefined): Promise<Examined> => {
    const foreign = await foreignSecret(database, secrets)
    if (foreign) return { ok: false, fault: `it was made with a different ${foreign}.` }
    const keys = createKeyRing(database, () => (nextEncryption ? [encryption, nextEncryption] : [encryption]))
    const vault = openVault({ database, log: { info() {} }, keys })
    const trail = await verifyTrail({ database, vault }, head)
    if (!trail.ok) return { ok: false, fault: auditTrail.broken(trail.entry, trail.fault) }
    const { opened, closed } = await findClosedKey(database, vault)
    if (closed) return { ok: false, fault: `a key for ${closed} doesn’t open with ENCRYPTION_KEY.` }
    const count = opened.toLocaleString('en-US')
    return {
      ok: true,
      said: [auditTrail.whole(trail.head), `${count} keys of sealed records open with ENCRYPTION_KEY.`],
    }
  }
}

function sayMoved({ tables, said, closedForMs }: Moved, config: Config, to: DatabasePlace) {
  const width = Math.max(...tables.map(({ table }) => table.length))
  for (const { table, here, there } of tables) {
    const side = ({ rows, sum }: typeof here) => `${rows.toLocaleString('en-US').padStart(9)} rows ${sum.slice(0, 16)}`
    console.log(`${table.padEnd(width)} ${side(here)} = ${side(there)}`)
  }
  const rows = tables.reduce((sum, { there }) => sum + there.rows, 0).toLocaleString('en-US')
  console.log(
    `Moved: ${rows} rows in ${tables.length} tables, identical on both sides. Forms were closed for ${(closedForMs / 1000).toFixed(1)} s.`,
  )
  said.forEach((line) => console.log(line))
  console.log(nextStep(config, to))
}

function nextStep({ secrets, dataDir }: Config, to: DatabasePlace) {
  const needed = (['session', 'encryption'] as const).filter((name) => !secrets[name])
  const files = needed.map((name) => (name === 'session' ? 'SESSION_SECRET' : 'ENCRYPTION_KEY'))
  const withSecrets =
    files.length === 0 || ('file' in to && dirname(to.file) === resolve(dataDir))
      ? ''
      : ` Set ${files.join(' and ')} as well, to what ${dataDir} has in ${needed.map((name) => (name === 'session' ? 'session-secret' : 'encryption-key')).join(' and ')}.`
  const setting =
    'url' in to
      ? `set DATABASE_URL=${nameOf(to)} (with its password)`
      : basename(to.file) === 'clinic.db'
        ? `set DATA_DIR=${dirname(to.file)} and unset DATABASE_URL`
        : `name the file clinic.db in a folder of its own, set DATA_DIR to that folder, and unset DATABASE_URL`
  return `Now ${setting}, and restart every process.${withSecrets} The old database stays closed to writes.`
}

function sayCanceled(closing: Awaited<ReturnType<typeof cancelMove>>, from: DatabasePlace) {
  if (!closing) return console.log(`${nameOf(from)} accepts writes; no move has closed it.`)
  console.log(`${nameOf(from)} accepts writes again. Don’t use the copy at ${closing.other}.`)
}
