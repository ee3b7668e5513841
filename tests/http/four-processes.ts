import pg from 'pg'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSigner } from '#app/vault/signing.server.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { newDatabaseOn, startPostgres } from '#tests/support/postgres-server.ts'
import { type Site, type SiteProcess, startSite, startSiteProcess } from '#tests/support/site.ts'

export type FourProcesses = Awaited<ReturnType<typeof startFourProcesses>>
export type FourSites = Awaited<ReturnType<typeof startFour<Site>>>

export const newSecrets = () => ({
  SESSION_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})

/** Two processes that serve and run jobs, one that only serves, and one that only runs jobs. */
const roles = ['on', 'on', 'off', 'only'] as const

type Start<Started> = (settings: Record<string, string>) => Promise<Started>

export const startFourProcesses = () => startFour<SiteProcess>(startSiteProcess)

/** The same in this process: they have nothing in common but their database, either. */
export const startFourSites = () => startFour<Site>(startSite)

/**
 * Four processes as on separate machines: one PostgreSQL, the same secrets, and a data folder each. A database trigger
 * counts added jobs as soon as the first process creates their table.
 */
async function startFour<Started extends { stop: () => Promise<unknown> }>(start: Start<Started>) {
  const postgres = await startPostgres()
  const url = await newDatabaseOn(postgres.url)
  await createJobCounter(url)
  const BACKUP_DIR = mkdtempSync(join(tmpdir(), 'clinic-backups-'))
  const settings = { ...adminSettings, ...newSecrets(), DATABASE_URL: url, BACKUP_DIR, TRUST_PROXY: '1' }
  const startRole = (WORKER: string, more: Record<string, string> = {}) => start({ ...settings, ...more, WORKER })
  const all: Started[] = await Promise.all(roles.map((role) => startRole(role)))
  const ask = (query: string, kind: string) => askDatabase(url, query, [kind])
  return {
    postgres,
    settings,
    all,
    startRole,
    web: () => all.slice(0, 3),
    place: { dataDir: '', settings },
    /** The signed opening time of a form, long enough ago for a person to fill it in. */
    openedBefore: () => createSigner(settings.SESSION_SECRET).sign('form opened', String(Date.now() - 10_000)),
    jobsAdded: (kind: string) => ask('select count(*)::int as value from seen.jobs where kind = $1', kind),
    /** In whole minutes of the database's clock. */
    minutesSinceFirst: (kind: string) =>
      ask(
        'select floor(extract(epoch from clock_timestamp() - min(at)) / 60)::int as value from seen.jobs where kind = $1',
        kind,
      ),
    async stop() {
      await Promise.all(all.map((site) => site.stop()))
      await postgres.stop()
      rmSync(BACKUP_DIR, { recursive: true, force: true })
    },
  }
}

async function askDatabase(url: string, query: string, values: string[] = []) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(query, values)
  await client.end()
  return Number(rows?.[0]?.value)
}

const createJobCounter = (url: string) =>
  askDatabase(
    url,
    `create schema seen;
    create table seen.jobs (kind text, at timestamptz default now());
    create function seen.note() returns trigger language plpgsql as $$
      begin insert into seen.jobs (kind) values (new.kind); return null; end $$;
    create function seen.follow() returns event_trigger language plpgsql as $$
      begin
        if to_regclass('public.jobs') is not null
          and not exists (select from pg_trigger where tgname = 'note_jobs') then
          create trigger note_jobs after insert on public.jobs for each row execute function seen.note();
        end if;
      end $$;
    create event trigger follow_jobs on ddl_command_end when tag in ('CREATE TABLE') execute function seen.follow();`,
  )

let people = 0
/** A new person with an IP address and email address of their own. */
export function newcomer() {
  people += 1
  const headers = { 'X-Forwarded-For': `203.0.${Math.floor(people / 250)}.${(people % 250) + 1}` }
  return { n: people, email: `person-${people}@example.com`, headers }
}
