/** Rejects after `ms`; `work` itself continues. */
export async function withTimeout<Answer>(work: Promise<Answer>, ms: number): Promise<Answer> {
  return withTimer(work, ms, 1)
}

const steps = 20

/**
 * Rejects after `ms` in which this process was idle enough to notice an answer: a step of the time that took longer,
 * because the process was busy, counts as one. Otherwise a crowd that the process is working on itself, such as right
 * after its start, passes for a database that does not answer.
 */
export async function withIdleTimeout<Answer>(work: Promise<Answer>, ms: number): Promise<Answer> {
  return withTimer(work, ms / steps, steps)
}

async function withTimer<Answer>(work: Promise<Answer>, ms: number, times: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number) => {
      timer = setTimeout(() => (left > 1 ? wait(left - 1) : reject(new Error('no answer in time'))), ms)
    }
    wait(times)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
