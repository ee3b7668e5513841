import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './dialect.server.ts'

/** How long a write waits for a lock that another process holds. */
const lockPatienceMs = 3_000

/** How many writes share a commit, and after how long no more of them join. Meanwhile no other process writes. */
const mostTogether = 50
const longestTogetherMs = 10

type Transact<Tx> = (work: (tx: Tx) => Promise<void>, how: { mayBeLost: boolean }) => Promise<void>

type Writer<Tx> = {
  work(tx: Tx): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
  deadline: number
  /** Nobody needs to wait for the disk. */
  mayBeLost: boolean
  /** Somebody in its group failed, so it is tried once more by itself. */
  alone: boolean
}

/**
 * SQLite has one write lock for all processes, and each commit waits for the disk. Writers of this process stand in
 * line: one asks for the lock, not while holding the connection, so reads go on; and whoever stands there once it is
 * granted is written in one transaction, one after the other, and is answered when that has been committed. If one of
 * them fails, nothing of it is kept and each is tried by itself, so that nobody notices the company.
 * Nobody waits longer than `patienceMs` for somebody else's lock; then SQLite's own refusal is thrown.
 */
export function createWriteLine<Tx>(transact: Transact<Tx>, { patienceMs = lockPatienceMs } = {}) {
  let line: Writer<Tx>[] = []
  let isServed = false

  async function serve() {
    isServed = true
    for (let refusals = 0; line.length > 0;) {
      // Whoever is on the way to the line joins it.
      await nextTurn()
      const refusal = await writeGroup()
      refusals = refusal ? refusals + 1 : 0
      if (!refusal) continue
      giveUpWhoWaitedTooLong(refusal)
      // Each question blocks the process for a few milliseconds, so they become rarer.
      await pause(Math.min(5 * refusals, 50) * (0.5 + Math.random()))
    }
    isServed = false
  }

  /** Answers SQLite's refusal while another process holds the lock. */
  async function writeGroup(): Promise<unknown> {
    const group: Writer<Tx>[] = []
    const results: unknown[] = []
    const mayBeLost = line.every((writer) => writer.mayBeLost)
    try {
      await transact(
        async (tx) => {
          const beganAt = performance.now()
          for (let next = line.shift(); next; next = nextOf(group, beganAt, mayBeLost)) {
            group.push(next)
            results.push(await next.work(tx))
          }
        },
        { mayBeLost },
      )
    } catch (error) {
      if (group.length === 0 && isBusy(error)) return error
      if (group.length > 1) line.unshift(...group.map((writer) => ({ ...writer, alone: true })))
      else (group[0] ?? line.shift())?.reject(error)
      return undefined
    }
    group.forEach((writer, index) => writer.resolve(results[index]))
    return undefined
  }

  function nextOf(group: Writer<Tx>[], beganAt: number, mayBeLost: boolean) {
    if (mayBeLost && !line[0]?.mayBeLost) return undefined
    if (group.length >= mostTogether || performance.now() - beganAt > longestTogetherMs) return undefined
    return group[0]?.alone || line[0]?.alone ? undefined : line.shift()
  }

  /** A long line by itself makes nobody give up. */
  function giveUpWhoWaitedTooLong(refusal: unknown) {
    const now = Date.now()
    const gone = line.filter(({ deadline }) => deadline <= now)
    line = line.filter(({ deadline }) => deadline > now)
    for (const { reject } of gone) reject(refusal)
  }

  return function inLine<Result>(work: (tx: Tx) => Promise<Result>, { mayBeLost = false } = {}): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const writer = { work, resolve: resolve as (result: unknown) => void, reject, deadline: Date.now() + patienceMs }
      line.push({ ...writer, mayBeLost, alone: false })
      if (!isServed) void serve()
    })
  }
}
