import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { isBusy } from '#app/database/dialect.server.ts'
import { needsMigration, type Migration, tableExists } from '#app/database/migrate.server.ts'
import { closeToWrites, describeClosing, openToWrites, readClosing, markMoved } from './closing.server.ts'
import { type FileSealing, makeBackup, type MadeBackup } from './make-backup.server.ts'
import { formatLocation } from './database-location.server.ts'
import { toOperatorError } from './to-operator-error.ts'
import { checkBackup, type CheckedBackup, fillFromBackup } from './restore.server.ts'
import { replaceDatabase } from './restore-target.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type MoveDeps = {
  from: DatabaseLocation
  to: DatabaseLocation
  migrations: Migration[]
  backups: { folder: string; keep: number }
  sealing: FileSealing
  /** Called after all checks, before anything is closed. */
  onStart?(): void
  signal?: AbortSignal
}

export type Moved = { backup: MadeBackup; tallies: CheckedBackup['tallies']; closedForMs: number }

/** How long to wait until no job is running and no other program holds a lock. */
const queryTimeoutMs = 60_000

/**
 * Moves the clinic's database: closes it to writes, backs it up, restores the backup into the empty database `to`, and
 * compares the number and checksum of every table's rows. The old database stays closed. A failed move reopens it. A
 * killed move leaves it closed, with a line for the operator who starts it, and can be run again. Throws `OperatorError`.
 */
export async function moveDatabase(deps: MoveDeps): Promise<Moved> {
  const { from, to, migrations, backups, sealing, onStart = () => {}, signal } = deps
  return withSource(from, async (source) => {
    const closing = await readClosing(source.kind, source.db)
    if (closing?.done) throw new OperatorError(describeClosing(closing))
    if (await needsMigration(source, migrations))
      throw new OperatorError('The database was made by an older version. Start the website with this version once.')
    const closedAt = Date.now()
    const moved = await replaceDatabase(to, { force: false, name: formatLocation(to) }, async (into) => {
      onStart()
      if (!closing) await closeWhenIdle(source, { other: formatLocation(to), since: closedAt }, signal)
      const backup = await makeBackup({ location: from, sealing, ...backups }, { now: Date.now(), signal })
      const checked = await checkBackup({ file: backup.file, sealing }, migrations)
      await fillFromBackup(into, checked, migrations)
      signal?.throwIfAborted()
      return { backup, tallies: checked.tallies }
    }).catch(async (error) => {
      throw await reopen(source, toMoveError(error, to, signal))
    })
    await source.transaction(markMoved)
    return { ...moved, closedForMs: Date.now() - closedAt }
  })
}

function toMoveError(error: unknown, to: DatabaseLocation, signal: AbortSignal | undefined) {
  if (signal?.aborted) return new OperatorError('The move was stopped.')
  return error instanceof OperatorError ? error : toOperatorError(error, formatLocation(to))
}

/** Accepts writes again after a failed move, and adds that to the error's message. */
async function reopen(source: Database, error: unknown) {
  const closing = await readClosing(source.kind, source.db).catch(() => undefined)
  if (!closing || closing.done) return error
  const isOpen = await source
    .transaction((tx) => openToWrites(source.kind, tx))
    .then(
      () => true,
      () => false,
    )
  const now = isOpen
    ? 'Nothing was moved, and the website accepts writes again.'
    : 'The database may still be closed to writes: npm run restore -- --reopen opens it.'
  return error instanceof OperatorError ? new OperatorError(`${error.message} ${now}`) : error
}

/** Closes the database while no job is running: a job cut off between its work and its record would run twice. */
async function closeWhenIdle(source: Database, closing: { other: string; since: number }, signal?: AbortSignal) {
  for (const deadline = Date.now() + queryTimeoutMs; ;) {
    signal?.throwIfAborted()
    const isClosed = await source
      .transaction(async (tx) => {
        await closeToWrites(source.kind, tx, closing)
        const running = tx.selectFrom('jobs').select('id').where('leasedUntil', '>', Date.now())
        return (await running.executeTakeFirst()) ? source.refuse(tx, false) : true
      })
      .catch((error: unknown) => {
        if (!isLocked(error)) throw error
        return false
      })
    if (isClosed) return
    if (Date.now() > deadline)
      throw new OperatorError(
        'A job is running, or another program has the database locked. Stop the website and run this again.',
      )
    await pause(50)
  }
}

const isLocked = (error: unknown) =>
  isBusy(error) || (error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code)))

/**
 * Reopens a database that a move closed. `force`: even if the move was completed, which abandons everything written to the
 * other database since. Returns the other database's location; undefined if nothing was closed.
 */
export async function reopenDatabase(
  location: DatabaseLocation,
  { force }: { force: boolean },
): Promise<string | undefined> {
  return withSource(location, async (source) => {
    const closing = await readClosing(source.kind, source.db)
    if (closing?.done && !force)
      throw new OperatorError(
        `The database was moved to ${closing.other}, and everything written since is only there. To discard that, stop every process there and add --force; to keep it, move back from there.`,
      )
    await source.transaction((tx) => openToWrites(source.kind, tx))
    return closing?.other
  })
}

async function withSource<Result>(location: DatabaseLocation, work: (source: Database) => Promise<Result>) {
  if ('file' in location && !existsSync(location.file))
    throw new OperatorError(`There is no database at ${location.file}. Check DATA_DIR or DATABASE_URL.`)
  const source = openDatabase(location, { queryTimeoutMs })
  try {
    if (!(await tableExists(source.kind, source.db, 'backup_state')))
      throw new OperatorError(
        `${formatLocation(location)} has no database of this version. Start the website with it once.`,
      )
    return await work(source)
  } catch (error) {
    throw error instanceof OperatorError ? error : toOperatorError(error, formatLocation(location))
  } finally {
    await source.close()
  }
}
