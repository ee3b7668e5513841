/** Which job loops cannot reach the database. A loop is identified by any object of its own. */
export type DatabaseFailures = {
  recordFailure(loop: object, err: unknown): void
  recordSuccess(loop: object): void
}

/** Logs one line when the first loop fails to reach the database, and one when every loop reaches it again. */
export function createDatabaseFailures(
  log: Record<'info' | 'error', (details: object, message: string) => void>,
): DatabaseFailures {
  const failing = new Set<object>()
  return {
    recordFailure(loop, err) {
      if (failing.size === 0) log.error({ err }, 'queue: the database does not answer')
      failing.add(loop)
    },
    recordSuccess(loop) {
      if (failing.delete(loop) && failing.size === 0) log.info({}, 'queue: the database answers again')
    },
  }
}
