import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import { type Settlement, settleTogether } from './settle.server.ts'

type Waiting = { settlement: Settlement; settled: () => void; giveUp: (error: unknown) => void }

/** How long a result is kept for a database that does not take it; a job settled late is not run again. */
const patienceMs = 5 * 60_000
const pauseMs = 500
/** Commits take at most a fifth of the time: while four times as long passes, others gather for the next one. */
const gatheringTimes = 4
/** The longest that a finished job waits for others to be settled with, and how many of them are enough. */
const longestGatheringMs = 25
const enoughAtOnce = 10
/**
 * While visitors are served, whom a commit keeps waiting, commits are small, one page's time each, and take at most a
 * hundredth of the time.
 */
const politeGroup = 4
const politeMs = (tookMs: number) => Math.min(Math.max(100 * tookMs, 100), 2_000)

/**
 * Settles jobs, each promise once its own has committed. Those that end while a transaction runs are settled together
 * by the next one: the more there is to do, the fewer commits it takes.
 */
export function createSettling(database: Pick<Database, 'transaction'>, isBusy: () => boolean) {
  const waiting: Waiting[] = []
  let running = false
  let stopped = false
  let stopping = false
  let go = () => {}

  async function run() {
    running = true
    // Whatever else ends in this turn comes along.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const group = waiting.splice(0, isBusy() && !isEnough() ? politeGroup : waiting.length)
      const startedAt = performance.now()
      await settleGroup(group)
      const tookMs = performance.now() - startedAt
      await gather(tookMs)
    }
    running = false
  }

  async function gather(tookMs: number) {
    if (stopping || isEnough()) return
    const gathered = new Promise<void>((resolve) => (go = resolve))
    await Promise.race([
      pause(isBusy() ? politeMs(tookMs) : Math.min(gatheringTimes * tookMs, longestGatheringMs)),
      gathered,
    ])
  }

  // With visitors there are so many only from before they came, and a killed worker would repeat them all.
  const isEnough = () => waiting.length >= enoughAtOnce

  async function settleGroup(group: Waiting[]) {
    try {
      await settleTogether(
        database,
        group.map(({ settlement }) => settlement),
      )
      for (const { settled } of group) settled()
    } catch {
      // Whichever of them is to blame, the others are settled.
      for (const one of group) void settleAlone(one)
    }
  }

  /** The work is done and cannot be undone, so its result is not dropped because the database is away for a while. */
  async function settleAlone({ settlement, settled, giveUp }: Waiting) {
    for (const deadline = Date.now() + patienceMs; ;) {
      try {
        await settleTogether(database, [settlement])
        return settled()
      } catch (error) {
        if (stopped || Date.now() > deadline) return giveUp(error)
      }
      await pause(pauseMs)
    }
  }

  return {
    settle: (settlement: Settlement) =>
      new Promise<void>((settled, giveUp) => {
        waiting.push({ settlement, settled, giveUp })
        if (isEnough()) go()
        if (!running) void run()
      }),
    /** Whatever ends from now on is settled at once. */
    hurry() {
      stopping = true
      go()
    },
    /** Tries nothing twice any more. */
    stop() {
      stopped = true
    },
  }
}
