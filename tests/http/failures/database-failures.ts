import pg from 'pg'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { adminSettings } from '#tests/support/admin.ts'
import { settingsFor } from '#tests/support/databases.ts'
import { startProxy } from './proxy.ts'
import { startSiteProcess } from '#tests/support/site.ts'

export type DatabaseFailure = {
  name: string
  /** Whether pages can still read the database. */
  readable: boolean
  /** What can still be written. */
  spares?: { dashboard: true }
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

const faults = fileURLToPath(import.meta.resolve('#tests/processes/sqlite-faults.ts'))

/** A site on SQLite, and the failures of its database file. */
export async function startOnFailingSqlite() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'clinic-failure-'))
  const faultFile = join(DATA_DIR, 'fault')
  const say = async (fault: string) => writeFileSync(faultFile, fault)
  await say('none')
  const settings = {
    ...adminSettings,
    DATA_DIR,
    SQLITE_FAULT: faultFile,
    NODE_OPTIONS: `--import=${faults}`,
    ABUSE_LIMITS: 'off',
  }
  const site = { ...(await startSiteProcess(settings)), settings }
  let other: DatabaseSync | undefined

  const failures: DatabaseFailure[] = [
    {
      name: 'locked by another process',
      readable: true,
      async begin() {
        other = new DatabaseSync(join(DATA_DIR, 'clinic.db'), { timeout: 10_000 })
        other.exec('begin exclusive')
      },
      end: async () => other?.close(),
    },
    { name: 'read-only', readable: true, begin: () => say('read-only'), end: () => say('none') },
  ]
  const full: DatabaseFailure = {
    // The system lets no file grow. connection.integration.test.ts covers SQLite's own error code for a full disk.
    name: 'full',
    readable: true,
    begin: async () => limitFileSize(site.process.pid, 4096),
    end: async () => limitFileSize(site.process.pid, 'unlimited'),
  }
  return { site, failures: process.platform === 'linux' ? [...failures, full] : failures, stop: () => site.stop() }
}

/** Sets the soft limit only, which can be raised again. Node.js ignores SIGXFSZ. */
const limitFileSize = (pid: number | undefined, most: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:`])

/** A site on PostgreSQL, and the failures of its server. */
export async function startOnFailingPostgres() {
  const settings = await settingsFor('postgres')
  const direct = new URL(settings.DATABASE_URL ?? '')
  const proxy = await startProxy({ host: direct.hostname, port: Number(direct.port) })
  const through = new URL(direct)
  through.port = String(proxy.port)
  const started = await startSiteProcess({
    ...settings,
    ...adminSettings,
    DATABASE_URL: through.href,
    ABUSE_LIMITS: 'off',
  })
  const site = { ...started, settings }
  const database = direct.pathname.slice(1)
  let holder: pg.Client | undefined

  const failures: DatabaseFailure[] = [
    { name: 'away', readable: false, begin: async () => proxy.goAway(), end: () => proxy.comeBack() },
    { name: 'silent', readable: false, begin: async () => proxy.fallSilent(), end: async () => proxy.speakAgain() },
    {
      name: 'locked by another client',
      readable: true,
      spares: { dashboard: true },
      async begin() {
        holder = await runStatements(direct, [
          'begin',
          'lock table liveness, jobs, emails, suppressions in access exclusive mode',
        ])
      },
      end: async () => holder?.end(),
    },
    {
      // As after a failover to a standby: new connections cannot write.
      name: 'read-only',
      readable: true,
      async begin() {
        await (await runStatements(direct, [`alter database ${database} set default_transaction_read_only = on`])).end()
        proxy.hangUp()
      },
      async end() {
        const words = ['set default_transaction_read_only = off', `alter database ${database} reset all`]
        await (await runStatements(direct, words)).end()
        proxy.hangUp()
      },
    },
    {
      // A test cannot fill the server's disk, so a trigger raises the same error.
      name: 'full',
      readable: true,
      begin: async () => (await runStatements(direct, [fullDisk, fullTables])).end(),
      end: async () => (await runStatements(direct, ['drop function no_space() cascade'])).end(),
    },
  ]
  async function stop() {
    await site.stop()
    proxy.stop()
  }
  return { site, failures, stop }
}

async function runStatements({ href }: URL, words: string[]) {
  const client = new pg.Client(href)
  await client.connect()
  for (const statement of words) await client.query(statement)
  return client
}

const fullDisk = `create function no_space() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`

const fullTables = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create trigger no_space before insert or update on %I execute function no_space()', name);
  end loop; end $$`
