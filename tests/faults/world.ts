import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { type Disk, openDisk } from '#tests/support/disk.ts'
import { newDatabaseOn, type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import type { Chance } from './chance.ts'
import { type Feed, startFeed } from './feed.ts'
import { type Mailbox, type Manners, startMailbox } from './mailbox.ts'
import { type Servers, startServers } from './servers.ts'
import type { Seen } from './suite.ts'
import { faults } from './kinds/all.ts'
import type { Variant } from './variants.ts'
import { openWordFile } from './word-file.ts'

/** Everything a run needs, and everything a fault can be injected into. */
export type World = {
  variant: Variant
  chance: Chance
  seen: Seen
  place: DatabaseLocation
  /** Its own server; none with SQLite. */
  postgres: PostgresServer | undefined
  /** Of the database, if it is to be filled. */
  disk: Disk | undefined
  /** Of the backups, if it is to be filled. */
  backupDisk: Disk | undefined
  /** Of the site, and of commands beside it. */
  settings: Record<string, string>
  servers: Servers
  mailbox: Mailbox
  feed: Feed
  clock: { setAhead(ms: number): void }
  sqliteFault: { set(word: string): void }
  /** Looks or works in the database beside the site; throws while it is away. */
  look<Answer>(work: (database: Database) => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

type Options = {
  chance: Chance
  settings?: Record<string, string> | undefined
  mail?: { manners?: Manners; hangMs?: number } | undefined
  /** Before a server that ended is started again. */
  beforeRestart(): Promise<unknown>
}

let opening: Promise<unknown> | undefined

/** Once all that is being opened ends with this process. */
export const untilOpened = () => Promise.allSettled([opening])

/** Opens it with all its servers. What was opened is closed when the rest cannot be. */
export function openWorld(variant: Variant, options: Options): Promise<World> {
  const world = open(variant, options)
  opening = world
  return world
}

async function open(variant: Variant, { chance, settings, mail, beforeRestart }: Options): Promise<World> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one()
  }
  const opened = <Thing>(thing: Thing, end: (thing: Thing) => unknown) => {
    closing.push(() => end(thing))
    return thing
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
    const ahead = opened(openWordFile('0'), (one) => one.remove())
    const sqliteFault = opened(openWordFile('none'), (one) => one.remove())
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
      ...settings,
    }
    const world: Omit<World, 'servers'> = {
      variant,
      chance,
      seen: { refused: 0, unanswered: 0, strange: [] },
      place: data.place,
      postgres: data.postgres,
      disk,
      backupDisk,
      settings: all,
      mailbox,
      feed,
      clock: { setAhead: (ms) => ahead.set(String(ms)) },
      sqliteFault,
      look: (work) => lookInto(data.place, work),
      close,
    }
    const whole = world as World
    whole.servers = opened(await startServers(variant.servers, all, { beforeRestart }), (one) => one.stop())
    opened(endWithUs(whole), (stop) => process.off('exit', stop))
    return whole
  } catch (error) {
    await close()
    throw error
  }
}

/** Whoever stops the run in the middle leaves no server and no disk behind. */
function endWithUs({ servers, postgres, disk, backupDisk }: World) {
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

type Opened = <Thing>(thing: Thing, end: (thing: Thing) => unknown) => Thing

/** A new, empty database, with the settings that name it. */
async function openData({ database }: Variant, disk: Disk | undefined, opened: Opened) {
  if (database === 'sqlite') {
    const DATA_DIR = disk?.folder ?? (await newFolder(opened))
    const place: DatabaseLocation = { file: join(DATA_DIR, 'clinic.db') }
    return { place, settings: { DATA_DIR }, postgres: undefined }
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
  return { place: { url: DATABASE_URL } as DatabaseLocation, settings, postgres }
}

/** So that it fits on a small disk. */
const smallLog = ['max_wal_size=64MB', 'min_wal_size=32MB']

const newFolder = async (opened: Opened) =>
  opened(await mkdtemp(join(tmpdir(), 'clinic-torture-')), (folder) => rmSync(folder, { recursive: true, force: true }))

async function lookInto<Answer>(place: DatabaseLocation, work: (database: Database) => Promise<Answer>) {
  const database = openDatabase(place)
  try {
    // The servers write as well, on a slow disk for long.
    if ('file' in place) await sql`pragma busy_timeout = 10000`.execute(database.db)
    return await work(database)
  } finally {
    await database.close()
  }
}
