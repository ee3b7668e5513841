import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { type Disk, openDisk } from '#tests/support/disk.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { newDatabaseOn, type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import type { Chance } from './chance.ts'
import { createClock } from './clock.ts'
import { type CopyPlace, openCopyPlace } from './copy/place.ts'
import { type Feed, startFeed } from './feed.ts'
import { type Mailbox, type Manners, startMailbox } from './mailbox.ts'
import { type Servers, startServers } from './servers.ts'
import type { Seen } from './suite.ts'
import { faults } from './kinds/all.ts'
import type { Variant } from './variants.ts'
import { openControlFile } from './control-file.ts'

/** Everything a run needs, and everything a fault can be injected into. */
export type World = {
  variant: Variant
  chance: Chance
  seen: Seen
  location: DatabaseLocation
  /** The PostgreSQL server of this run; undefined with SQLite. */
  postgres: PostgresServer | undefined
  /** The disk of the database, if it is to be filled. */
  disk: Disk | undefined
  /** The disk of the backups, if it is to be filled. */
  backupDisk: Disk | undefined
  /** Settings of the site and of the commands. */
  settings: Record<string, string>
  servers: Servers
  mailbox: Mailbox
  feed: Feed
  /** Where the site's continuous copy goes, if the suite has one. */
  copyPlace: CopyPlace | undefined
  /** Where customers pay, if the suite has payments. */
  paymentServer: Awaited<ReturnType<typeof startPaymentServer>> | undefined
  /** Of the servers. */
  clock: ReturnType<typeof createClock>
  sqliteFault: { set(word: string): void }
  /** Opens the database for a while, in addition to the site; throws while it is unavailable. */
  withDatabase<Answer>(work: (database: Database) => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

type Options = {
  chance: Chance
  settings?: Record<string, string> | undefined
  isCopied?: boolean | undefined
  takesPayments?: boolean | undefined
  mail?: { manners?: Manners; hangMs?: number } | undefined
  /** Called before a server that ended is restarted. */
  beforeRestart(): Promise<unknown>
}

let opening: Promise<unknown> | undefined

/** Resolves once the world being opened is open, so that it ends with this process. */
export const untilOpened = () => Promise.allSettled([opening])

/** Opens a world with all its servers; if a part fails, the opened parts are closed. */
export function openWorld(variant: Variant, options: Options): Promise<World> {
  const world = open(variant, options)
  opening = world
  return world
}

async function open(
  variant: Variant,
  { chance, settings, isCopied, takesPayments, mail, beforeRestart }: Options,
): Promise<World> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one()
  }
  const opened = <Resource>(resource: Resource, end: (resource: Resource) => unknown) => {
    closing.push(() => end(resource))
    return resource
  }
  try {
    const mine = variant.faults.map((name) => faults[name])
    const disk = mine.some(({ smallDisk }) => smallDisk)
      ? opened(openDisk({ megabytes: variant.database === 'postgres' ? 320 : 48 }), (one) => one.remove())
      : undefined
    const backupDisk = mine.some((one) => one.backupDisk)
      ? opened(openDisk({ megabytes: 16 }), (one) => one.remove())
      : undefined
    const data = await openData(variant, disk, opened)
    const mailbox = opened(await startMailbox(mail), (one) => one.goDown())
    const feed = opened(await startFeed(), (one) => one.service.close())
    const copyPlace = isCopied ? opened(await openCopyPlace(), (one) => one.stop()) : undefined
    const paymentServer = takesPayments ? await startPaymentServer((stop) => opened(stop, (end) => end())) : undefined
    const ahead = opened(openControlFile('0'), (one) => one.remove())
    const sqliteFault = opened(openControlFile('none'), (one) => one.remove())
    const preloads = mine.flatMap(({ preload }) => preload ?? [])
    const all: Record<string, string> = {
      ...adminSettings,
      ...data.settings,
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: mailbox.url,
      FEED_URL: feed.url,
      CLOCK_AHEAD: ahead.file,
      SQLITE_FAULT: sqliteFault.file,
      NODE_OPTIONS: preloads.map((file) => `--import=${file}`).join(' '),
      ...(backupDisk && { BACKUP_DIR: backupDisk.folder }),
      ...copyPlace?.settings,
      ...paymentServer?.settings,
      ...settings,
    }
    const world: Omit<World, 'servers'> = {
      variant,
      chance,
      seen: { rejected: 0, unanswered: 0, unexpected: [] },
      location: data.location,
      postgres: data.postgres,
      disk,
      backupDisk,
      settings: all,
      mailbox,
      feed,
      copyPlace,
      paymentServer,
      clock: createClock(ahead.set),
      sqliteFault,
      withDatabase: (work) => withDatabase(data.location, work),
      close,
    }
    const whole = world as World
    whole.servers = opened(await startServers(variant.servers, all, { beforeRestart }), (one) => one.stop())
    opened(cleanUpOnExit(whole), (stop) => process.off('exit', stop))
    return whole
  } catch (error) {
    await close()
    throw error
  }
}

/** Leaves no server and no disk behind when this process is stopped. */
function cleanUpOnExit({ servers, postgres, disk, backupDisk }: World) {
  const end = () => {
    for (const pid of servers.pids()) process.kill(pid, 'SIGKILL')
    const first = postgres?.pid()
    if (first !== undefined) process.kill(first, 'SIGQUIT')
    disk?.remove()
    backupDisk?.remove()
  }
  process.on('exit', end)
  return end
}

type Opened = <Resource>(resource: Resource, end: (resource: Resource) => unknown) => Resource

/** A new, empty database, with the settings that name it. */
async function openData({ database }: Variant, disk: Disk | undefined, opened: Opened) {
  if (database === 'sqlite') {
    const DATA_DIR = disk?.folder ?? (await newFolder(opened))
    const location: DatabaseLocation = { file: join(DATA_DIR, 'clinic.db') }
    return { location, settings: { DATA_DIR }, postgres: undefined }
  }
  const postgres = opened(await startPostgres({ flags: smallLog, ...(disk && { within: disk.folder }) }), (one) =>
    one.stop(),
  )
  const DATABASE_URL = await newDatabaseOn(postgres.url)
  const settings = {
    DATA_DIR: await newFolder(opened),
    DATABASE_URL,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  return { location: { url: DATABASE_URL } as DatabaseLocation, settings, postgres }
}

/** Keeps the log of PostgreSQL small enough for a small disk. */
const smallLog = ['max_wal_size=64MB', 'min_wal_size=32MB']

const newFolder = async (opened: Opened) =>
  opened(await mkdtemp(join(tmpdir(), 'clinic-torture-')), (folder) => rmSync(folder, { recursive: true, force: true }))

async function withDatabase<Answer>(location: DatabaseLocation, work: (database: Database) => Promise<Answer>) {
  const database = openDatabase(location)
  try {
    // Wait for the writes of the servers, which take long on a slow disk.
    if ('file' in location) await sql`pragma busy_timeout = 10000`.execute(database.db)
    return await work(database)
  } finally {
    await database.close()
  }
}
