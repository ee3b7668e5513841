import pg from 'pg'
import { mkdtempSync, rmSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { databaseFolder } from './disk.ts'
import { newDatabaseOn } from './postgres-server.ts'
import { isLong } from './timing.ts'
import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Db } from '#app/database/tables.ts'
import { readConfig } from '#app/config.server.ts'
import { createPostRows } from '#app/domain/blog/post-rows.server.ts'
import { readFeedKey } from '#app/domain/blog/posts.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { createFeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'

/** For `skipIf`: what cannot differ on PostgreSQL, in a file with something that can. `npm run test:long` has it there, too. */
export const isAskedOnSqliteAlone = process.env.TEST_DATABASE === 'postgres' && !isLong

/** A fresh, migrated database for one test: SQLite in memory, or a database of its own on the run's PostgreSQL. */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_DATABASE === 'postgres') return (await takeForThisTest()).database
  const database = openDatabase({ file: ':memory:' })
  onTestFinished(() => database.close())
  await copySchema(database)
  return database
}

/** From a database that was migrated once, which takes a quarter of the work of migrating each. */
async function copySchema({ db }: Database) {
  await sql`attach ${await preparedFile()} as prepared`.execute(db)
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from prepared.sqlite_schema where sql is not null and name not like 'sqlite_%'
    order by type = 'trigger', rowid`.execute(db)
  await sql`pragma foreign_keys = off`.execute(db)
  for (const object of rows) {
    await sql.raw(object.sql).execute(db)
    if (object.type === 'table')
      await sql`insert into ${sql.table(object.name)} select * from prepared.${sql.table(object.name)}`.execute(db)
  }
  await sql`pragma foreign_keys = on`.execute(db)
  await sql`detach prepared`.execute(db)
}

let pool: ReturnType<typeof reusedDatabases> | undefined
const poolOfThisWorker = () => (pool ??= reusedDatabases(inject('postgresUrl'), inject('postgresTemplate')))

/** The address of one with the schema. */
export const migratedForThisTest = async () => (await takeForThisTest()).url

async function takeForThisTest() {
  const taken = await poolOfThisWorker().take()
  // Registered first, so done last: when the test has let go of it.
  onTestFinished(() => poolOfThisWorker().giveBack(taken))
  return taken
}

let ofSites: { taken: TakenDatabase; file: string | undefined }[] = []

/** The same for a site, which may be started on it again for as long as the file of tests goes on. */
export async function migratedForThisFile(settings: Record<string, string>) {
  const file = expect.getState().testPath
  const over = ofSites.filter((each) => each.file !== file)
  ofSites = ofSites.filter((each) => each.file === file)
  for (const { taken } of over) await poolOfThisWorker().giveBack(taken)
  const taken = await poolOfThisWorker().take()
  ofSites.push({ taken, file })
  await asJustMade(taken.database, settings)
  return taken.url
}

/** The same fresh, migrated database opened twice, as two processes have it. */
export async function openTwice(): Promise<[Database, Database]> {
  const place = process.env.TEST_DATABASE === 'postgres' ? { url: await migratedForThisTest() } : await newPlace()
  const both: [Database, Database] = [openDatabase(place), openDatabase(place)]
  onTestFinished(async () => void (await Promise.all(both.map((database) => database.close()))))
  if (both[0].kind === 'sqlite') await migrate(both[0], migrations)
  return both
}

/** An empty database that several processes can open. */
export async function newPlace() {
  if (process.env.TEST_DATABASE === 'postgres') return { url: await newPostgresDatabase() }
  const folder = mkdtempSync(join(databaseFolder(), 'clinic-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { file: join(folder, 'clinic.db') }
}

/** The address of a new, empty database on the run's PostgreSQL. */
export async function newPostgresDatabase() {
  return newDatabaseOn(inject('postgresUrl'))
}

type Fresh = { shape: string; bytes: number }
type TakenDatabase = { url: string; database: Database; fresh: Fresh }
type Seed = { table: string; rows: string }

/** The connections of the pool, which survive the emptying. */
const keptName = 'kept'

/** Beyond this, emptying is no longer cheaper than making a new one. */
const mostBytesMore = 4 * 2 ** 20

/**
 * Migrated databases on the run's PostgreSQL, used by one test after the other: making one takes the server 200 ms of
 * work, emptying one 20. One that a test has changed in more than its rows, or filled by much, is not used again.
 */
function reusedDatabases(server: string, template: string) {
  const free: TakenDatabase[] = []
  let seeds: Seed[] | undefined

  async function make(): Promise<TakenDatabase> {
    const url = await newDatabaseOn(server, template)
    // Stays open, because new connections for each test cost more than emptying.
    const database = openDatabase({ url: `${url}?application_name=${keptName}` })
    seeds ??= await seedsOf(database)
    return { url, database, fresh: await stateOf(database) }
  }

  return {
    take: async (): Promise<TakenDatabase> => free.pop() ?? make(),
    async giveBack(taken: TakenDatabase) {
      const { database, fresh } = taken
      const state = await stateOf(database)
      if (state.shape !== fresh.shape || state.bytes > fresh.bytes + mostBytesMore) return database.close()
      await empty(database, seeds ?? [])
      free.push(taken)
    },
  }
}

/** Those that something was ever written to. */
async function usedTables({ db }: Database) {
  const { rows } = await sql<{ name: string }>`select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  return rows.map(({ name }) => name)
}

/** What the migrations put into tables, as the database writes it itself. */
async function seedsOf(database: Database): Promise<Seed[]> {
  const seeds = []
  for (const table of await usedTables(database)) {
    const select = sql.raw<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`)
    const { rows } = await select.execute(database.db)
    if (rows[0]?.rows) seeds.push({ table, rows: rows[0].rows })
  }
  return seeds
}

/** `shape` is the same for as long as only rows were written. */
async function stateOf({ db }: Database): Promise<Fresh> {
  const { rows } = await sql<{ shape: string; bytes: string }>`select
    md5(concat_ws(' ',
      (select string_agg(concat_ws(' ', oid, relname, relnatts, relchecks), ',' order by oid) from pg_class),
      (select string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
      (select string_agg(concat_ws(' ', attrelid, attname, attnotnull), ',' order by attrelid, attnum)
        from pg_attribute where attrelid >= 16384),
      (select concat_ws(' ', count(*), max(oid)) from pg_proc),
      (select count(*) from pg_statistic),
      (select count(*) from pg_db_role_setting))) as shape,
    pg_database_size(current_database()) as bytes`.execute(db)
  return { shape: rows[0]?.shape ?? '', bytes: Number(rows[0]?.bytes) }
}

async function empty(database: Database, seeds: Seed[]) {
  // Those of processes that a test has killed may hold locks.
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name <> ${keptName}`.execute(database.db)
  const used = await usedTables(database)
  const inserts = seeds.map(
    ({ table, rows }) =>
      `insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(rows)});`,
  )
  // Without triggers, of which some forbid just this. Truncated, since in the room of deleted rows new ones would not
  // stand in the order in which they come, which tests may expect.
  const truncate = `truncate ${used.join(', ')} cascade;`
  const statements = ['set local session_replication_role = replica;', truncate, ...inserts].join('\n')
  await database.transaction((tx) => sql.raw(statements).execute(tx))
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Puts an empty database with its schema into a data folder. That a first start makes everything itself is proved by the
 * tests that start with a folder of their own.
 */
export async function prepareDatabase(dataDir: string, settings: Record<string, string> = {}) {
  const copy = join(dataDir, 'clinic.db')
  copyFileSync(await preparedFile(), copy)
  const database = openDatabase({ file: copy })
  await asJustMade(database, settings)
  await database.close()
}

/** An empty database with its schema, migrated once for all tests. */
async function preparedFile() {
  const folder = join(root, 'node_modules', '.cache', 'prepared-databases')
  const file = join(folder, `${fingerprint()}.db`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // Others may prepare it at the same moment.
    const mine = join(folder, `${randomBytes(6).toString('hex')}.db`)
    const database = openDatabase({ file: mine })
    await migrate(database, migrations)
    await database.close()
    leaveLog(mine)
    renameSync(mine, file)
  }
  return file
}

/** Who reads a database with a write-ahead log is locked out for a moment when another reader, the last one, closes it. */
function leaveLog(file: string) {
  const connection = new DatabaseSync(file)
  connection.exec('pragma journal_mode = delete')
  connection.close()
}

/** Of all that makes the schema. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const name of globSync('app/database/{*.ts,migrations/*.ts}', { cwd: root }).sort())
    hash.update(name).update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Nothing is due by the clock while a site of a test runs on this database, whenever it was made and whatever time it
 * is: a first backup is due ten minutes after its database was made, and the morning email at 7 am.
 */
async function asJustMade({ db }: Pick<Database, 'db'>, settings: Record<string, string>) {
  const now = Date.now()
  const today = clinicDate(now, clinicTimeZone)
  const days = [0, 1].map((days) => ({ day: today.add({ days }).toString(), acceptedAt: now }))
  await db.updateTable('backupState').set({ since: now }).execute()
  await db.insertInto('todayEmails').values(days).execute()
  if (!settings.FEED_URL && !settings.FEED_CONVERTER_URL) await addBundledPosts(db, now)
}

let bundledPosts: ReturnType<typeof readBundledPosts> | undefined

/** As if the site had just read its feed, which is a quarter of the work of its start; here a worker reads it once. */
async function addBundledPosts(db: Db, now: number) {
  const { feed, posts } = await (bundledPosts ??= readBundledPosts())
  await db.insertInto('feeds').values({ id: feed.id, triedAt: now, readAt: now, failure: null }).execute()
  await db.insertInto('blogPosts').values(posts).execute()
  // Also not due at the start of a process in the next minute.
  const beat = { key: readFeedKey(feed), enqueuedAt: now + 60_000 }
  await db.insertInto('beats').values(beat).execute()
}

async function readBundledPosts() {
  const feed = createFeedReader(readConfig({}).feed)
  const answer = await feed.readFeed()
  if (!answer.ok) throw new Error(`the bundled feed could not be read: ${answer.reason}`)
  return { feed, posts: await createPostRows(feed, answer.items) }
}
