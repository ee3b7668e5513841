import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import type { Db } from '#app/database/tables.ts'
import { readConfig } from '#app/config.server.ts'
import { createPostRows } from '#app/domain/blog/post-rows.server.ts'
import { readFeedKey } from '#app/domain/blog/posts.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { createFeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'

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
export async function preparedFile() {
  const folder = join(root, 'node_modules', '.cache', 'prepared')
  const file = join(folder, `${fingerprint()}.db`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // Others may prepare it at the same moment.
    const mine = join(folder, `${randomBytes(6).toString('hex')}.db`)
    const database = openDatabase({ file: mine })
    await migrate(database, migrations)
    await database.close()
    renameSync(mine, file)
  }
  return file
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
export async function asJustMade({ db }: Pick<Database, 'db'>, settings: Record<string, string>) {
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
