import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** For a visitor's request; a migration may take longer. */
const queryPatienceMs = 5_000

export type PoolOptions = {
  /** A connection broke that nobody was using; whoever used it got the error. */
  onBroken?: (error: Error) => void
  /** How long a query may take before its connection is given up. */
  patienceMs?: number
}

/** Connections that are given up when the server falls silent, and made anew when it is back. */
export function openPostgresPool(
  url: string,
  { onBroken = () => {}, patienceMs = queryPatienceMs }: PoolOptions,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: patienceMs,
    keepAlive: true,
    types,
  })
  // Without listeners a restart of the server ends the process: one for idle connections, and one for those
  // in use that wait between two queries, which the pool does not listen to.
  pool.on('error', onBroken)
  pool.on('connect', (client) => client.on('error', onBroken))
  return {
    options: pool.options,
    connect: async () => closedWhenSilent(await pool.connect()),
    end: () => pool.end(),
  }
}

/**
 * A query that got no answer in time may still run on its connection, and be part of a transaction there.
 * The next visitor must not get that connection: it is closed, and the server rolls back.
 */
function closedWhenSilent(client: pg.PoolClient): PostgresPoolClient {
  let silence: Error | undefined
  async function query(sql: string, parameters: readonly unknown[]) {
    // No second wait for the 'rollback' that follows.
    if (silence) throw silence
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') silence = error
      throw error
    }
  }
  return {
    // Its other signature is for reading by a cursor, which nothing here does.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || silence),
  }
}

const types = { getTypeParser }

const int8 = 20

/** Counts and times are bigint columns; all of ours are safe integers. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return exactNumber
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

/** A number that JavaScript cannot hold stays the text that it came as, rather than become another one. */
function exactNumber(text: string) {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}
