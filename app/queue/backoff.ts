/** Ten tries over about a day. */
export const mostAttempts = 10

/** How long to wait after this many attempts, in milliseconds. The jitter spreads jobs that failed together. */
export const backoffMs = (attempts: number, random = Math.random()) =>
  Math.round(30_000 * 2.5 ** (Math.min(attempts, mostAttempts - 1) - 1) * (0.8 + 0.4 * random))

/** Attempts are also used up when a job is brought forward or its worker is killed, so its age counts too. */
const leastAgeMs = 16 * 60 * 60 * 1000

export const isExhausted = (job: { attempts: number; createdAt: number }, now: number) =>
  job.attempts >= mostAttempts && now - job.createdAt >= leastAgeMs
