/** So many wait at most; at some 30 ms each, the last one waits about two seconds. */
const mostWaiting = 60

/** Too many passwords at once: whoever asked should come back in a moment. */
export class TooManyAtOnce extends Error {}

/**
 * One password after the other: each takes a core and 19 MiB for as long as it lasts, and pages come from the other
 * core. A flood of tries costs those who try, not those who read.
 */
export function createHashLine(most = mostWaiting) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= most) return Promise.reject(new TooManyAtOnce('too many passwords wait to be checked'))
    waiting += 1
    const result = last.then(work).finally(() => (waiting -= 1))
    last = result.catch(() => {})
    return result
  }
}
