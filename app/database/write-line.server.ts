import { isBusy } from './dialect.server.ts'

/** How long a write waits for a lock that another process holds. */
const lockPatienceMs = 3_000

/**
 * SQLite has one write lock for all processes. Writers of this process stand in line for it: only the first one asks,
 * and not while holding the connection, so reads go on. Nobody waits longer than `patienceMs` for somebody else's lock;
 * then SQLite's own refusal is thrown.
 */
export function createWriteLine({ patienceMs = lockPatienceMs } = {}) {
  let last = Promise.resolve()
  /** SQLite's last refusal, while another process holds the lock. */
  let refusal: unknown

  /** Resolves when everybody before has left. Only a lock held elsewhere makes anyone give up, never a long line. */
  async function turn(before: Promise<void>, deadline: number) {
    let came = false
    const coming = before.then(() => void (came = true))
    await atMost(coming, deadline - Date.now())
    while (!came) {
      if (refusal) throw refusal
      await atMost(coming, 100)
    }
  }

  async function askForTheLock<Result>(write: () => Promise<Result>, deadline: number) {
    for (let asked = 1; ; asked += 1) {
      try {
        const result = await write()
        refusal = undefined
        return result
      } catch (error) {
        refusal = isBusy(error) ? error : undefined
        if (!refusal || Date.now() > deadline) throw error
        // Each question blocks the process for a few milliseconds, so they become rarer.
        await pause(Math.min(5 * asked, 50) * (0.5 + Math.random()))
      }
    }
  }

  return async function inLine<Result>(write: () => Promise<Result>): Promise<Result> {
    const deadline = Date.now() + patienceMs
    const before = last
    const { promise, resolve: leave } = Promise.withResolvers<void>()
    last = promise
    try {
      await turn(before, deadline)
      return await askForTheLock(write, deadline)
    } finally {
      // Who gave up early still keeps the place of those before.
      void before.then(leave)
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function atMost(coming: Promise<void>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.max(ms, 0))))
  return Promise.race([coming, waited]).finally(() => clearTimeout(timer))
}
