/**
 * How many passwords may wait in each queue. A flood fills only its own: sign-ups do not block sign-ins, and sign-ins
 * of strangers do not block known devices or the owner's.
 */
export const queueSizes = {
  'owner-device': 5,
  'known-device': 20,
  'sign-in': 40,
  'new-password': 15,
} as const
export type HashQueueName = keyof typeof queueSizes

/** The queue is full; the person should try again in a moment. */
export class QueueFull extends Error {}

/**
 * Hashes one password at a time, from the queues in turn: each takes a core and 19 MiB for some 30 ms, and the other
 * core serves pages. All queues together hold fewer than the requests in progress (server/load-shedding), so that pages
 * never wait behind passwords.
 */
export function createPasswordHashQueue(sizes: Record<HashQueueName, number> = queueSizes) {
  const waiting = new Map<HashQueueName, (() => Promise<unknown>)[]>()
  let isRunning = false

  async function run() {
    if (isRunning) return
    isRunning = true
    // In the order of the map; a queue that had its turn goes to the end.
    for (let next = waiting.entries().next().value; next; next = waiting.entries().next().value) {
      const [name, [work, ...rest]] = next
      waiting.delete(name)
      if (rest.length > 0) waiting.set(name, rest)
      await work?.()
    }
    isRunning = false
  }

  return function enqueue<Result>(name: HashQueueName, work: () => Promise<Result>): Promise<Result> {
    const before = waiting.get(name) ?? []
    if (before.length >= sizes[name])
      return Promise.reject(new QueueFull('too many passwords are waiting to be hashed'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.set(name, [...before, () => work().then(resolve, reject)])
    void run()
    return promise
  }
}
