import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type DatabasePlace, openDatabase } from '#app/database/connection.server.ts'
import { isBusy } from '#app/database/dialect.server.ts'
import { type Migration, migrationNames, tableExists } from '#app/database/migrate.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { CannotMove } from './cannot-move.ts'
import { type Closing, closeToWrites, holdJobs, lineOfClosing, openToWrites, readClosing } from './closing.server.ts'
import { nameOf } from './places.server.ts'

/** How long transactions under way may take to end before a move is given up. */
const patienceMs = 60_000

/** The same for jobs, none of which takes longer: a newsletter goes on in another one after three minutes. */
const jobPatienceMs = 6 * 60_000
/** How often it is said what is waited for. */
const sayMs = 60_000

/** Opens the database of the website without changing anything in it. */
export async function openSource<Result>(place: DatabasePlace, work: (source: Database) => Promise<Result>) {
  if ('file' in place && !existsSync(place.file))
    throw new CannotMove(`There is no database to move at ${place.file}. Check DATA_DIR or DATABASE_URL.`)
  const source = openDatabase(place, { patienceMs })
  try {
    if (!(await tableExists(source.kind, source.db, 'backup_state')))
      throw new CannotMove(`${nameOf(place)} has no database of this version. Start the website with it once.`)
    return await work(source)
  } finally {
    await source.close()
  }
}

/** Its lineage, and how far a move of it has come; throws when it cannot be moved. */
export async function readSource({ kind, db }: Database, migrations: Migration[]) {
  const closing = await readClosing(kind, db)
  if (closing?.state === 'arriving') throw new CannotMove(lineOfClosing(closing))
  const done = await migrationNames(db)
  const newer = done.find((name) => !migrations.some((known) => known.name === name))
  if (newer !== undefined)
    throw new CannotMove(`The database was made by a newer version (it has ${newer}). Move it with that version.`)
  if (migrations.some(({ name }) => !done.includes(name)))
    throw new CannotMove(
      'The database was made by an older version. Start the website with this version once, then move it.',
    )
  const { lineage } = await db.selectFrom('backup_state').select('lineage').executeTakeFirstOrThrow()
  return { closing, lineage }
}

/** Told which kind of job is waited for, and for how many milliseconds more at most: at once, then every minute. */
export type Waiting = (job: string, atMostMs: number) => void

/** Lets jobs come to their end, none of which would be done again then, and closes the database. */
export async function closeSource(
  source: Database,
  closing: Closing,
  { between, waiting }: { between: () => void; waiting: Waiting },
) {
  const { kind } = source
  // Afterwards they go on by themselves, also if this process is gone: said anew each minute, so that it is not long.
  const hold = () => patiently(source, (tx) => holdJobs(kind, tx, Date.now() + 2 * sayMs), between)
  await hold()
  const deadline = Date.now() + jobPatienceMs
  let sayAt = 0
  for (let job = await jobUnderWay(source); job !== undefined; job = await jobUnderWay(source)) {
    between()
    if (Date.now() > deadline)
      throw new CannotMove(
        `A ${job} job is still running, so nothing was moved. Pause any newsletter that is being sent, let imports finish, and run this again.`,
      )
    if (Date.now() >= sayAt) {
      if (sayAt > 0) await hold()
      sayAt = Date.now() + sayMs
      waiting(job, deadline - Date.now())
    }
    await pause(100)
  }
  await patiently(source, (tx) => closeToWrites(kind, tx, closing), between)
}

/** From a worker that is gone it is free after its lease. */
async function jobUnderWay({ db }: Database) {
  const job = await db
    .selectFrom('jobs')
    .select('kind')
    .where('state', '=', 'waiting')
    .where('leased_until', '>', Date.now())
    .limit(1)
    .executeTakeFirst()
  return job?.kind
}

export const openAgain = (source: Database) =>
  patiently(
    source,
    (tx) => openToWrites(source.kind, tx),
    () => {},
  )

/** Once more for as long as others hold a lock; each try waits three seconds itself. */
async function patiently<Result>(source: Database, work: (tx: Tx) => Promise<Result>, between: () => void) {
  for (const deadline = Date.now() + patienceMs; ;) {
    between()
    try {
      return await source.transaction(work)
    } catch (error) {
      const isLocked =
        isBusy(error) || (error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code)))
      if (!isLocked) throw error
      if (Date.now() > deadline)
        throw new CannotMove(
          'Another program has the database locked, so nothing was changed. Stop it and run this again.',
        )
    }
    await pause(200)
  }
}

/** The head of the audit trail, for comparing it on the other side. */
export async function readHead({ db }: Pick<Database, 'db'>) {
  return db.selectFrom('audit_head').select(['count', 'hmac']).where('id', '=', 'head').executeTakeFirst()
}
