import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type DatabasePlace, openDatabase } from '#app/database/connection.server.ts'
import { isBusy } from '#app/database/dialect.server.ts'
import { isToBeMigrated, type Migration, tableExists } from '#app/database/migrate.server.ts'
import { closeToWrites, lineOfClosing, openToWrites, readClosing, setMoved } from './closing.server.ts'
import { type FileSealing, makeBackup, type MadeBackup } from './make-backup.server.ts'
import { nameOf } from './places.server.ts'
import { plainReason } from './plain-reason.ts'
import { checkBackup, type CheckedBackup, fillFromBackup } from './restore.server.ts'
import { makeAnew } from './restore-target.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type MoveDeps = {
  from: DatabasePlace
  to: DatabasePlace
  migrations: Migration[]
  backups: { folder: string; keep: number }
  sealing: FileSealing
  /** Called once nothing stands against it, before anything is closed. */
  begun?(): void
  signal?: AbortSignal
}

export type Moved = { backup: MadeBackup; tallies: CheckedBackup['tallies']; closedForMs: number }

/** How long to wait for a moment at which no job is running and no other program holds a lock. */
const patienceMs = 60_000

/**
 * Moves the clinic's database: closes it to writes, makes a backup of it, and restores that into the empty place `to`,
 * where number and sum of every table's rows are compared. Afterwards the old database stays closed. A move that fails
 * opens it again; one that is killed leaves it closed, with a line for whoever starts it, and begins anew when it is run
 * again. Throws `OperatorError` with a line for the operator.
 */
export async function moveDatabase(deps: MoveDeps): Promise<Moved> {
  const { from, to, begun = () => {} } = deps
  return withSource(from, async (source) => {
    const closing = await readClosing(source.kind, source.db)
    if (closing?.done) throw new OperatorError(lineOfClosing(closing))
    if (await isToBeMigrated(source, deps.migrations))
      throw new OperatorError('The database was made by an older version. Start the website with this version once.')
    let backup: MadeBackup | undefined
    let tallies: CheckedBackup['tallies'] = new Map()
    const closedAt = Date.now()
    try {
      await makeAnew(to, { force: false, name: nameOf(to) }, async (into) => {
        begun()
        if (!closing) await closeWhenIdle(source, { other: nameOf(to), since: closedAt }, deps.signal)
        const { folder, keep } = deps.backups
        const signal = deps.signal && { signal: deps.signal }
        backup = await makeBackup({ place: from, folder, keep, sealing: deps.sealing }, { now: Date.now(), ...signal })
        const checked = await checkBackup({ file: backup.file, sealing: deps.sealing }, deps.migrations)
        tallies = checked.tallies
        await fillFromBackup(into, checked, deps.migrations)
        deps.signal?.throwIfAborted()
      })
    } catch (error) {
      throw await reopened(source, asLine(error, to, deps.signal))
    }
    await source.transaction(setMoved)
    if (!backup) throw new Error('a move ended without a backup')
    return { backup, tallies, closedForMs: Date.now() - closedAt }
  })
}

function asLine(error: unknown, to: DatabasePlace, signal: AbortSignal | undefined) {
  if (signal?.aborted) return new OperatorError('The move was stopped.')
  return error instanceof OperatorError ? error : plainReason(error, nameOf(to))
}

/** Nothing was handed over, so the database takes writes again. */
async function reopened(source: Database, error: unknown) {
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

/**
 * A job that is cut off between its work and its record would be done again after the move, so the database is closed at
 * a moment at which none is running.
 */
async function closeWhenIdle(source: Database, closing: { other: string; since: number }, signal?: AbortSignal) {
  for (const deadline = Date.now() + patienceMs; ;) {
    signal?.throwIfAborted()
    const isClosed = await source
      .transaction(async (tx) => {
        await closeToWrites(source.kind, tx, closing)
        const running = tx.selectFrom('jobs').select('id').where('leasedUntil', '>', Date.now())
        if (await running.executeTakeFirst()) throw new JobIsRunning()
        return true
      })
      .catch((error: unknown) => {
        if (!(error instanceof JobIsRunning) && !isLocked(error)) throw error
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

class JobIsRunning extends Error {}

const isLocked = (error: unknown) =>
  isBusy(error) || (error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code)))

/**
 * Opens a database again that a move closed. `force`: also after that move was done, when what was written to the other
 * one since is left behind. Answers the place on the other side; undefined when nothing was closed.
 */
export async function reopenDatabase(place: DatabasePlace, { force }: { force: boolean }): Promise<string | undefined> {
  return withSource(place, async (source) => {
    const closing = await readClosing(source.kind, source.db)
    if (closing?.done && !force)
      throw new OperatorError(
        `The database was moved to ${closing.other}, and everything written since is only there. To discard that, stop every process there and add --force; to keep it, move back from there.`,
      )
    await source.transaction((tx) => openToWrites(source.kind, tx))
    return closing?.other
  })
}

/** Opens the website's database without changing anything in it. */
async function withSource<Result>(place: DatabasePlace, work: (source: Database) => Promise<Result>) {
  if ('file' in place && !existsSync(place.file))
    throw new OperatorError(`There is no database at ${place.file}. Check DATA_DIR or DATABASE_URL.`)
  const source = openDatabase(place, { patienceMs })
  try {
    if (!(await tableExists(source.kind, source.db, 'backup_state')))
      throw new OperatorError(`${nameOf(place)} has no database of this version. Start the website with it once.`)
    return await work(source)
  } catch (error) {
    throw error instanceof OperatorError ? error : plainReason(error, nameOf(place))
  } finally {
    await source.close()
  }
}
