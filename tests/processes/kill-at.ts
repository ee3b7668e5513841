import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/** `at`: which statement from here on. 'after': once it is sent. */
export type Kill = { at: number; when: 'before' | 'after' }

/** Has this process killed at one of its statements, on either database. */
export function killAt(kill: Kill) {
  let statements = 0
  function watch(prototype: object, method: string) {
    const original: (...values: unknown[]) => unknown = Reflect.get(prototype, method)
    Reflect.set(prototype, method, function (this: unknown, ...values: unknown[]) {
      statements += 1
      const isDue = statements === kill.at
      if (isDue && kill.when === 'before') process.kill(process.pid, 'SIGKILL')
      const answer = Reflect.apply(original, this, values)
      if (isDue) process.kill(process.pid, 'SIGKILL')
      return answer
    })
  }
  watch(DatabaseSync.prototype, 'exec')
  for (const method of ['run', 'all', 'get', 'iterate']) watch(StatementSync.prototype, method)
  watch(pg.Client.prototype, 'query')
}
