/**
 * Who waits for a password to be hashed. Each kind has places of its own, so that a flood of one fills none of the
 * others': strangers who sign up keep nobody from signing in, and strangers who sign in keep out no known device, least
 * of all the owner's.
 */
export const queueSizes = {
  'owner-device': 5,
  'known-device': 20,
  'sign-in': 40,
  'new-password': 15,
} as const
export type HashQueueName = keyof typeof queueSizes

/** Too many passwords at once: the person should try again in a moment. */
export class TooManyAtOnce extends Error {}

/**
 * Hashes one password after the other: each takes a core and 19 MiB for some 30 ms, and pages come from the other core.
 * The kinds take turns. All places together are fewer than the requests that are worked on at once (server/load-shedding),
 * so a page never waits behind a password.
 */
export function createPasswordHashQueue(places: Record<HashQueueName, number> = queueSizes) {
  const waiting = new Map<HashQueueName, (() => Promise<unknown>)[]>()
  let isRunning = false

  async function run() {
    if (isRunning) return
    isRunning = true
    // In the order of the map; whichever kind had its turn goes behind the others.
    for (let next = waiting.entries().next().value; next; next = waiting.entries().next().value) {
      const [place, [work, ...rest]] = next
      waiting.delete(place)
      if (rest.length > 0) waiting.set(place, rest)
      await work?.()
    }
    isRunning = false
  }

  return function enqueue<Result>(place: HashQueueName, work: () => Promise<Result>): Promise<Result> {
    const before = waiting.get(place) ?? []
    if (before.length >= places[place])
      return Promise.reject(new TooManyAtOnce('too many passwords wait to be checked'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.set(place, [...before, () => work().then(resolve, reject)])
    void run()
    return promise
  }
}
