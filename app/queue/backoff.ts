/** Ten tries over about a day. */
export const mostAttempts = 10

/** How long to wait after this many tries, in milliseconds; the jitter keeps jobs that failed together apart. */
export const backoffMs = (attempts: number, random = Math.random()) =>
  Math.round(30_000 * 2.5 ** (Math.min(attempts, mostAttempts - 1) - 1) * (0.8 + 0.4 * random))

/** Tries can be brought forward, or counted for a worker that was killed; they alone do not end a job. */
const leastAgeMs = 16 * 60 * 60 * 1000

export const hadItsTries = (job: { attempts: number; createdAt: number }, now: number) =>
  job.attempts >= mostAttempts && now - job.createdAt >= leastAgeMs
