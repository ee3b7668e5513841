/** Rejects after `ms`; `work` itself continues. */
export async function withTimeout<Answer>(work: Promise<Answer>, ms: number): Promise<Answer> {
  return withTimer(work, ms, 1, () => 0)
}

const steps = 20

/**
 * Rejects after `ms`, in all, in which the database answered no query, by `countAnswers`; at the latest after five times
 * that. A step of the time in which it answered one does not count, and one that took longer, because this process was
 * busy, counts as one. Otherwise a crowd, such as right after a start, passes for a database that does not answer.
 */
export async function withSilenceTimeout<Answer>(
  work: Promise<Answer>,
  ms: number,
  countAnswers: () => number,
): Promise<Answer> {
  return withTimeout(withTimer(work, ms / steps, steps, countAnswers), 5 * ms)
}

async function withTimer<Answer>(work: Promise<Answer>, ms: number, times: number, countAnswers: () => number) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number, seen: number) => {
      if (left === 0) return reject(new Error('no answer in time'))
      timer = setTimeout(() => {
        const count = countAnswers()
        wait(count === seen ? left - 1 : left, count)
      }, ms)
    }
    wait(times, countAnswers())
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
