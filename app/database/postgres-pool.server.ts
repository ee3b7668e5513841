import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

export type PoolOptions = {
  /** An idle connection broke, or one between two queries. */
  onConnectionError?: (error: Error) => void
  /** How long a query may take before its connection is discarded; a migration needs longer than a request. */
  queryTimeoutMs?: number
}

export function openPostgresPool(
  url: string,
  { onConnectionError = () => {}, queryTimeoutMs = 5_000 }: PoolOptions,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    types,
  })
  // Without these listeners a restart of the server ends the process: the pool listens only to idle connections, the
  // clients also to those in use between two queries.
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  return {
    options: pool.options,
    connect: async () => discardAfterTimeout(await pool.connect()),
    end: () => pool.end(),
  }
}

/**
 * A query that timed out may still run on its connection, and be part of a transaction there. Discarding the connection
 * makes the server roll back, and keeps it from the next request.
 */
function discardAfterTimeout(client: PostgresPoolClient): PostgresPoolClient {
  let timeout: Error | undefined

  async function run<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    // The 'rollback' that follows must not wait a second time.
    if (timeout) throw timeout
    try {
      return await client.query(sql, parameters)
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') timeout = error
      throw error
    }
  }

  function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(statement: string | PostgresCursor<Row>, parameters: readonly unknown[] = []) {
    return typeof statement === 'string' ? run<Row>(statement, parameters) : client.query(statement)
  }

  return { query, release: (destroy) => client.release(destroy || timeout !== undefined) }
}

/** Counts and times are bigint columns; all of ours are safe integers. A number that JavaScript cannot hold exactly stays text. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
})
