import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { adminSettings } from '#tests/support/admin.ts'
import { settingsFor } from '#tests/support/databases.ts'
import { startProxy } from './proxy.ts'
import { startSite } from '#tests/support/site-process.ts'

export type Trouble = {
  name: string
  /** Whether pages can still read what is stored. */
  readable: boolean
  /** What is stored all the same. */
  spares?: { dashboard: true }
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

const faults = fileURLToPath(import.meta.resolve('#tests/processes/sqlite-faults.ts'))

/** A site on SQLite, and the troubles that its file can have. It is never away: the process has it open. */
export async function startOnFailingSqlite() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'clinic-trouble-'))
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
  const site = { ...(await startSite(settings)), settings }
  let other: DatabaseSync | undefined

  const troubles: Trouble[] = [
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
  const full: Trouble = {
    // The system refuses to let any file grow. SQLite's own code for a full disk is tried in connection.integration.test.ts.
    name: 'full',
    readable: true,
    begin: async () => limitFileSize(site.process.pid, 4096),
    end: async () => limitFileSize(site.process.pid, 'unlimited'),
  }
  return { site, troubles: process.platform === 'linux' ? [...troubles, full] : troubles, stop: () => site.stop() }
}

/** The soft limit only, which anyone may raise again. Node.js ignores the signal that comes with it. */
const limitFileSize = (pid: number | undefined, most: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:`])

/** A site on PostgreSQL, and the troubles that its server can have. */
export async function startOnFailingPostgres() {
  const settings = await settingsFor('postgres')
  const direct = new URL(settings.DATABASE_URL ?? '')
  const proxy = await startProxy({ host: direct.hostname, port: Number(direct.port) })
  const through = new URL(direct)
  through.port = String(proxy.port)
  const started = await startSite({ ...settings, ...adminSettings, DATABASE_URL: through.href, ABUSE_LIMITS: 'off' })
  const site = { ...started, settings }
  const database = direct.pathname.slice(1)
  let holder: pg.Client | undefined

  const troubles: Trouble[] = [
    { name: 'away', readable: false, begin: async () => proxy.goAway(), end: () => proxy.comeBack() },
    { name: 'silent', readable: false, begin: async () => proxy.fallSilent(), end: async () => proxy.speakAgain() },
    {
      name: 'locked by somebody else',
      readable: true,
      spares: { dashboard: true },
      async begin() {
        holder = await tell(direct, [
          'begin',
          'lock table liveness, jobs, emails, suppressions in access exclusive mode',
        ])
      },
      end: async () => holder?.end(),
    },
    {
      // As after a switch to a standby: new connections cannot write.
      name: 'read-only',
      readable: true,
      async begin() {
        await (await tell(direct, [`alter database ${database} set default_transaction_read_only = on`])).end()
        proxy.hangUp()
      },
      async end() {
        const words = ['set default_transaction_read_only = off', `alter database ${database} reset all`]
        await (await tell(direct, words)).end()
        proxy.hangUp()
      },
    },
    {
      // The server's disk cannot be filled from here; a trigger answers what the server then answers.
      name: 'full',
      readable: true,
      begin: async () => (await tell(direct, [fullDisk, fullTables])).end(),
      end: async () => (await tell(direct, ['drop function no_space() cascade'])).end(),
    },
  ]
  async function stop() {
    await site.stop()
    proxy.stop()
  }
  return { site, troubles, stop }
}

async function tell({ href }: URL, words: string[]) {
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
