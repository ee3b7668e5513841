import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'
import type { TransactionOptions } from './connection.server.ts'
import { isBusy } from './dialect.server.ts'

/** How long a write waits for a lock that another process holds. */
const lockTimeoutMs = 3_000

export type Transact<Tx> = <Result>(work: (tx: Tx) => Promise<Result>, options: TransactionOptions) => Promise<Result>

type Write = {
  /** Runs the transaction. Resolves with SQLite's error if another process holds the lock, else with undefined. */
  attempt(): Promise<unknown>
  reject(error: unknown): void
  deadline: number
}

/**
 * SQLite has one write lock for all processes. The writes of this process wait in a queue, one transaction each, in the
 * order in which they came. Only the first one asks for the lock, and not while it holds the connection, so reads go on.
 * A write waits `timeoutMs` for another process's lock; then it is rejected with SQLite's own error. Waiting for other
 * writes of this process has no time limit here.
 */
export function createWriteQueue<Tx>(transact: Transact<Tx>, { timeoutMs = lockTimeoutMs } = {}) {
  let queue: Write[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    for (let failures = 0; queue[0];) {
      // SQLite answers without waiting for anything, so a long queue would keep requests from being read.
      await yieldToEventLoop()
      const lockError = await queue[0].attempt()
      if (!lockError) {
        queue.shift()
        failures = 0
        continue
      }
      rejectExpired(lockError)
      failures += 1
      // Each attempt blocks the process for a few milliseconds, so attempts become rarer.
      await pause(Math.min(5 * failures, 50) * (0.5 + Math.random()))
    }
    isRunning = false
  }

  function rejectExpired(lockError: unknown) {
    const now = Date.now()
    const expired = queue.filter(({ deadline }) => deadline <= now)
    queue = queue.filter(({ deadline }) => deadline > now)
    for (const { reject } of expired) reject(lockError)
  }

  return function enqueue<Result>(work: (tx: Tx) => Promise<Result>, options: TransactionOptions = {}) {
    return new Promise<Result>((resolve, reject) => {
      async function attempt() {
        let hasBegun = false
        try {
          const result = await transact((tx) => {
            hasBegun = true
            return work(tx)
          }, options)
          resolve(result)
        } catch (error) {
          if (!hasBegun && isBusy(error)) return error
          reject(error)
        }
        return undefined
      }
      queue.push({ attempt, reject, deadline: Date.now() + timeoutMs })
      if (!isRunning) void run()
    })
  }
}
