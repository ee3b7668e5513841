import pg from 'pg'
import { newDatabaseOn } from './postgres-server.ts'

type Fresh = { shape: string; bytes: number }
type Taken = { url: string; fresh: Fresh }
type Seed = { table: string; rows: string }

/** Beyond this, emptying is no longer cheaper than making a new one. */
const mostBytesMore = 4 * 2 ** 20

/**
 * Migrated databases on the run's PostgreSQL, used by one test after the other: making one takes the server 200 ms of
 * work, emptying one 20. One that a test has changed in more than its rows, or filled by much, is not used again.
 */
export function reusedDatabases(server: string, template: string) {
  const free: Taken[] = []
  let seeds: Seed[] | undefined

  async function make(): Promise<Taken> {
    const url = await newDatabaseOn(server, template)
    return connected(url, async (client) => {
      seeds ??= await seedsOf(client)
      return { url, fresh: await stateOf(client) }
    })
  }

  return {
    take: async (): Promise<Taken> => free.pop() ?? make(),
    async giveBack(taken: Taken) {
      const isEmpty = await connected(taken.url, async (client) => {
        const { shape, bytes } = await stateOf(client)
        if (shape !== taken.fresh.shape || bytes > taken.fresh.bytes + mostBytesMore) return false
        await empty(client, seeds ?? [])
        return true
      })
      if (isEmpty) free.push(taken)
    },
  }
}

async function connected<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Those that something was ever written to. */
async function usedTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`)
  return rows.map(({ name }) => name)
}

/** What the migrations put into tables, as the database writes it itself. */
async function seedsOf(client: pg.Client): Promise<Seed[]> {
  const seeds = []
  for (const table of await usedTables(client)) {
    const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`)
    if (rows[0]?.rows) seeds.push({ table, rows: rows[0].rows })
  }
  return seeds
}

/** `shape` is the same for as long as only rows were written. */
async function stateOf(client: pg.Client): Promise<Fresh> {
  const { rows } = await client.query<{ shape: string; bytes: string }>(`select
    md5(concat_ws(' ',
      (select string_agg(concat_ws(' ', oid, relname, relnatts, relchecks), ',' order by oid) from pg_class),
      (select string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
      (select string_agg(concat_ws(' ', attrelid, attname, attnotnull), ',' order by attrelid, attnum)
        from pg_attribute where attrelid >= 16384),
      (select concat_ws(' ', count(*), max(oid)) from pg_proc),
      (select count(*) from pg_statistic),
      (select count(*) from pg_db_role_setting))) as shape,
    pg_database_size(current_database()) as bytes`)
  return { shape: rows[0]?.shape ?? '', bytes: Number(rows[0]?.bytes) }
}

async function empty(client: pg.Client, seeds: Seed[]) {
  // Those of processes that a test has killed may hold locks.
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const used = await usedTables(client)
  const inserts = seeds.map(
    ({ table, rows }) =>
      `insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(rows)});`,
  )
  // Without triggers, of which some forbid just this. Truncated, since in the room of deleted rows new ones would not
  // stand in the order in which they come, which tests may expect.
  const truncate = `truncate ${used.join(', ')} cascade;`
  await client.query(['set session_replication_role = replica;', truncate, ...inserts].join('\n'))
}
