import { expect, test } from 'vitest'
import { createPasswordHashQueue, queueSizes, QueueFull } from './password-hash-queue.server.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

test('passwords are hashed one at a time, in the order of arrival', async () => {
  const enqueue = createPasswordHashQueue()
  let atOnce = 0
  const done: number[] = []
  await Promise.all(
    [1, 2, 3].map((name) =>
      enqueue('sign-in', async () => {
        atOnce += 1
        expect(atOnce).toBe(1)
        await pause()
        atOnce -= 1
        done.push(name)
      }),
    ),
  )
  expect(done).toEqual([1, 2, 3])
})

test('a full queue rejects passwords until it has room; the other queues accept them', async () => {
  const enqueue = createPasswordHashQueue({ ...queueSizes, 'new-password': 2 })
  // The first one is under way and no longer waits.
  const waiting = [1, 2, 3].map(() => enqueue('new-password', pause))
  await expect(enqueue('new-password', pause)).rejects.toBeInstanceOf(QueueFull)
  await expect(enqueue('known-device', async () => 'in')).resolves.toBe('in')
  await Promise.all(waiting)
  await expect(enqueue('new-password', async () => 'in')).resolves.toBe('in')
})

test('the queues alternate, so a long one does not delay the others', async () => {
  const enqueue = createPasswordHashQueue()
  const done: string[] = []
  const hash = (queue: keyof typeof queueSizes, name: string) => enqueue(queue, async () => void done.push(name))
  await Promise.all([
    ...['a', 'b', 'c', 'd'].map((name) => hash('new-password', name)),
    ...['1', '2'].map((name) => hash('sign-in', name)),
    hash('owner-device', 'owner'),
  ])
  expect(done).toEqual(['a', 'b', '1', 'owner', 'c', '2', 'd'])
})

test('a failure does not block the next password', async () => {
  const enqueue = createPasswordHashQueue()
  await expect(enqueue('sign-in', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(enqueue('sign-in', async () => 'in')).resolves.toBe('in')
})
