import pg from 'pg'

/** A statement, and what is told of its answer while nobody has seen it yet. */
type Statement = { sql: string; parameters: readonly unknown[] }
type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

/** Held back, statements are in memory; more of them are not worth a message less. */
const mostHeld = 10
const mostParameters = 200

/**
 * What a transaction says to PostgreSQL, in as few messages as there are answers to wait for: each costs both sides more
 * than the insert of a row. What nobody needs an answer of goes along with the next statement, at the latest with the
 * commit: the begin, and inserts that return nothing. The order stays what it was, and PostgreSQL skips whatever comes
 * after a failure in the same message, the commit too (its documentation, 'Message Flow, Pipelining'). So a failing
 * insert is only told of one statement later, and how many rows it inserted is not told at all.
 */
export function inFewMessages(client: Pick<pg.PoolClient, 'query'>, types: pg.CustomTypesConfig) {
  let held: Statement[] = []
  let isInTransaction = false

  return async (sql: string, parameters: readonly unknown[]): Promise<Answer> => {
    const isEnd = sql === 'commit' || sql === 'rollback'
    if (sql === 'begin') isInTransaction = true
    if (isEnd) isInTransaction = false
    if (isInTransaction && needsNoAnswer(sql) && fits(held, parameters)) {
      held.push({ sql, parameters })
      return { command: '', rowCount: null, rows: [] }
    }
    const before = held
    held = []
    const neverBegun = before[0]?.sql === 'begin'
    // Nothing was said, so there is nothing to undo, nor to keep.
    if (isEnd && neverBegun && (sql === 'rollback' || before.every(isSetting)))
      return { command: sql.toUpperCase(), rowCount: null, rows: [] }
    if (before.length === 0 || sql === 'rollback') return client.query(sql, [...parameters])
    if (parameters.length > 0 || !sql.includes(';')) return together(client, [...before, { sql, parameters }], types)
    // Several statements in one text are of the protocol without parameters.
    await together(client, before, types)
    return client.query(sql)
  }
}

const isSetting = ({ sql }: Pick<Statement, 'sql'>) => sql === 'begin' || sql.startsWith('set local ')

/** How many rows an insert with a conflict has inserted is worth knowing. */
const needsNoAnswer = (sql: string) =>
  isSetting({ sql }) || (sql.startsWith('insert into ') && !/\s(returning|on conflict)\s/.test(sql))

const fits = (held: Statement[], parameters: readonly unknown[]) =>
  held.length < mostHeld && parameters.length <= mostParameters

/** Answers what the last one did. */
function together(client: Pick<pg.PoolClient, 'query'>, statements: Statement[], types: pg.CustomTypesConfig) {
  return new Promise<Answer>((resolve, reject) => {
    const message = new OneMessage(
      statements.map(({ sql, parameters }) => queryOf({ text: sql, values: [...parameters], types })),
      (error, answer) => (error ? reject(error) : resolve(answer)),
    )
    client.query(message)
  })
}

/** `extended`: with the messages of a query with parameters, which can stand one after the other. */
const queryOf = (config: pg.QueryConfig) =>
  new pg.Query({ ...config, queryMode: 'extended' } as pg.QueryConfig) as Query

/** What pg tells a query of the server's answer (node_modules/pg/lib/client.js); its types leave it out. */
type Query = pg.Query & {
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleEmptyQuery(connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
  callback: (error: Error | undefined, answer: Answer) => void
}

/** Several queries with one end of message ('Sync'), each of which hears its own part of the answer. */
class OneMessage implements pg.Submittable {
  #queries: Query[]
  #last: Query
  #answered = 0

  constructor(queries: Query[], callback: Query['callback']) {
    this.#queries = queries
    this.#last = queries.at(-1)!
    this.#last.callback = callback
  }

  /** pg puts its own in its place, to wait no longer than it should. */
  get callback() {
    return this.#last.callback
  }
  set callback(callback) {
    this.#last.callback = callback
  }

  submit(connection: pg.Connection) {
    const open: pg.Connection = Object.create(connection, { sync: { value: () => {} } })
    connection.stream.cork()
    try {
      for (const query of this.#queries) query.submit(query === this.#last ? connection : open)
    } finally {
      connection.stream.uncork()
    }
  }

  get #current() {
    return this.#queries[this.#answered] ?? this.#last
  }

  handleRowDescription(message: unknown) {
    this.#current.handleRowDescription(message)
  }
  handleDataRow(message: unknown) {
    this.#current.handleDataRow(message)
  }
  handleCommandComplete(message: unknown, connection: pg.Connection) {
    this.#current.handleCommandComplete(message, connection)
    this.#answered += 1
  }
  handleEmptyQuery(connection: pg.Connection) {
    this.#current.handleEmptyQuery(connection)
    this.#answered += 1
  }
  handleReadyForQuery(connection: pg.Connection) {
    this.#last.handleReadyForQuery(connection)
  }
  handleError(error: Error, connection: pg.Connection) {
    this.#last.handleError(error, connection)
  }
}
