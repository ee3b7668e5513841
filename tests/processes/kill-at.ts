import { flushCompileCache } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/** `at`: which statement that writes, from here on. 'after': once it is sent. */
export type Kill = { at: number; when: 'before' | 'after' }

// A death between two statements that only read is the same as one at the next that writes.
const onlyReads = /^\s*(select\b|with\b(?!.*\b(insert|update|delete)\b)|begin\b|pragma\b)/is

/** Has this process killed at one of its statements that write, a commit too, on either database. */
export function killAt(kill: Kill) {
  // A killed process would not store what it compiled.
  flushCompileCache()
  let statements = 0
  function watch(prototype: object, method: string, toSql: (self: object, first: unknown) => string) {
    const original: (...values: unknown[]) => unknown = Reflect.get(prototype, method)
    Reflect.set(prototype, method, function (this: object, ...values: unknown[]) {
      if (onlyReads.test(toSql(this, values[0]))) return Reflect.apply(original, this, values)
      statements += 1
      const isDue = statements === kill.at
      if (isDue && kill.when === 'before') process.kill(process.pid, 'SIGKILL')
      const answer = Reflect.apply(original, this, values)
      if (isDue) process.kill(process.pid, 'SIGKILL')
      return answer
    })
  }
  watch(DatabaseSync.prototype, 'exec', (_, sql) => String(sql))
  for (const method of ['run', 'all', 'get', 'iterate'])
    watch(StatementSync.prototype, method, (statement) => (statement as StatementSync).sourceSQL)
  watch(pg.Client.prototype, 'query', (_, query) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  )
}
