import { randomUUID } from 'node:crypto'
import { readSnapshot } from '#app/database/backups/snapshot.server.ts'
import { CannotRestore } from '#app/database/backups/unusable.ts'
import { type Database, type DatabasePlace, openDatabase } from '#app/database/connection.server.ts'
import type { Migration } from '#app/database/migrate.server.ts'
import { CannotMove } from './cannot-move.ts'
import {
  type Closing,
  closeToWrites,
  lineOfClosing,
  openToWrites,
  readClosing,
  restateClosing,
} from './closing.server.ts'
import { type Between, type ComparedTable, compareTallies, copyTables, countTables } from './copy.server.ts'
import { nameOf, whileAlone } from './places.server.ts'
import { plainReason } from './plain-reason.ts'
import { closeSource, openAgain, openSource, readHead, readSource, type Waiting } from './source.server.ts'
import { checkTarget, fillTarget, patienceMs } from './target.server.ts'

type Head = { count: number; hmac: string }

export type Examined = { ok: true; said: string[] } | { ok: false; fault: string }

export type MoveDeps = {
  from: DatabasePlace
  to: DatabasePlace
  migrations: Migration[]
  /**
   * Whether a database is sound in other ways than its rows, with what can be said for it; asked of the source before it
   * is closed, and of the copy with the audit trail's head of the source.
   */
  examine(database: Database, head: Head | undefined): Promise<Examined>
  /** Called once nothing stands against it, before anything is closed. */
  begun?(): void
  /** Called while jobs under way come to their end. */
  waiting?: Waiting
  /** Called between two pieces of work; throwing ends the move. */
  between?: Between
}

/** `said`: what was found of the copy. */
export type Moved = { tables: ComparedTable[]; said: string[]; closedForMs: number }

/**
 * Copies the clinic's database to another place while nobody can write to it, compares every table, and hands over:
 * from then on the source is closed and the copy open. At no moment do both take writes. A move that fails opens the
 * source again; one that is killed leaves it closed, with a line for whoever starts it, and goes on when it is run again.
 * Throws `CannotMove` with a line for the operator.
 */
export async function moveDatabase(deps: MoveDeps): Promise<Moved> {
  const { from, to } = deps
  const busy = new CannotMove('Another move of this database is in progress.')
  const same = new CannotMove(`--to: ${nameOf(to)} is the website’s own database, or another move uses it.`)
  try {
    return await whileAlone(from, busy, () =>
      openSource(from, async (source) => {
        const { closing, lineage } = await readSource(source, deps.migrations)
        if (closing?.state === 'left' && closing.other !== nameOf(to)) throw new CannotMove(lineOfClosing(closing))
        return openedOnFailure(source, () =>
          whileAlone(to, same, () =>
            closing?.state === 'left' ? handOver(source, closing, deps) : copyAll(source, lineage, closing, deps),
          ).catch((error: unknown) => {
            throw reasonFor(error, nameOf(to))
          }),
        )
      }),
    )
  } catch (error) {
    throw reasonFor(error, nameOf(from))
  }
}

/** Nothing is left to do or to undo. */
class MovedAlready extends CannotMove {}

async function copyAll(source: Database, lineage: string, before: Closing | undefined, deps: MoveDeps) {
  const { from, to, migrations, begun = () => {}, waiting = () => {}, between = () => {} } = deps
  await checkTarget(to, lineage, migrations)
  const sound = await deps.examine(source, undefined)
  if (!sound.ok) throw new CannotMove(`${nameOf(from)} failed its check, so it was not moved: ${sound.fault}`)
  begun()
  const closing: Closing = {
    state: 'leaving',
    move: before?.move ?? randomUUID(),
    lineage,
    other: nameOf(to),
    since: before?.since ?? Date.now(),
  }
  const closedAt = Date.now()
  if (before) await source.transaction((tx) => restateClosing(tx, closing.move, closing))
  else await closeSource(source, closing, { between: () => void between(), waiting })
  await readSnapshot(from, (kind, db) =>
    fillTarget(to, async (into) => {
      await copyTables({ kind, db }, into, migrations, between)
      await closeToWrites(into.kind, into.tx, { ...closing, state: 'arriving', other: nameOf(from) })
    }),
  )
  return handOver(source, closing, deps, closedAt)
}

/**
 * Compares what stands on both sides; then the source says that it was left, and after that the copy takes writes. Run
 * again, it goes on at either step.
 */
async function handOver(source: Database, closing: Closing, deps: MoveDeps, closedAt = Date.now()): Promise<Moved> {
  const { from, to, examine, between = () => {} } = deps
  const copy = openDatabase(to, { patienceMs })
  try {
    const there = await readClosing(copy.kind, copy.db)
    if (there?.move !== closing.move) throw new MovedAlready(lineOfClosing(closing))
    const tables = await readSnapshot(from, async (kind, db) =>
      compareTallies(await countTables(kind, db, between), await countTables(copy.kind, copy.db, between)),
    )
    const different = tables.filter(({ same }) => !same).map(({ table }) => table)
    if (different.length > 0)
      throw new CannotMove(`The copy in ${nameOf(to)} differs from the original (${different.join(', ')}).`)
    const sound = await examine(copy, await readHead(source))
    if (!sound.ok) throw new CannotMove(`The copy in ${nameOf(to)} failed its check: ${sound.fault}`)
    const isOurs = await source.transaction((tx) =>
      restateClosing(tx, closing.move, { state: 'left', other: nameOf(to) }),
    )
    if (!isOurs) throw new CannotMove('The move was canceled in the meantime.')
    await copy.transaction((tx) => openToWrites(copy.kind, tx))
    return { tables, said: sound.said, closedForMs: Date.now() - closedAt }
  } finally {
    await copy.close()
  }
}

/** Whatever goes wrong before the copy was handed over, nobody waits for it: the source takes writes again. */
async function openedOnFailure<Result>(source: Database, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MovedAlready) throw error
    const whatNow = await afterFailure(source)
    throw error instanceof CannotMove ? new CannotMove(`${error.message} ${whatNow}`.trim()) : error
  }
}

async function afterFailure(source: Database) {
  try {
    const closing = await readClosing(source.kind, source.db)
    if (closing?.state === 'left')
      return 'The database stays closed: run this again, or go back with npm run move -- --cancel --force.'
    const wasClosed = closing !== undefined
    await openAgain(source)
    return wasClosed ? 'Nothing was moved, and the website accepts writes again.' : ''
  } catch {
    return 'The database may still be closed to writes: npm run move -- --cancel opens it.'
  }
}

const reasonFor = (error: unknown, place: string) =>
  error instanceof CannotMove
    ? error
    : error instanceof CannotRestore
      ? new CannotMove(`${place} is in use. Stop the program that uses it.`)
      : plainReason(error, place)

/**
 * Opens a database again that a move closed. `force`: also after that move was done, when what was written to the other
 * one since is left behind. Answers what was undone; undefined when nothing was closed.
 */
export async function cancelMove(place: DatabasePlace, { force }: { force: boolean }): Promise<Closing | undefined> {
  const busy = new CannotMove('The move is in progress. Stop it with Ctrl+C; it reopens the database by itself.')
  try {
    return await whileAlone(place, busy, () =>
      openSource(place, async (source) => {
        const closing = await readClosing(source.kind, source.db)
        if (closing?.state === 'arriving')
          throw new CannotMove(`This is the copy. Cancel the move at its source, ${closing.other}.`)
        if (closing?.state === 'left' && !force)
          throw new CannotMove(
            `The database was moved to ${closing.other}, and everything written since is only there. To discard that, stop every process there and add --force; to keep it, move back from there.`,
          )
        await openAgain(source)
        return closing
      }),
    )
  } catch (error) {
    throw reasonFor(error, nameOf(place))
  }
}
