import { expect, test } from 'vitest'
import { createWriteLine } from './write-line.server.ts'

const refusal = () => Object.assign(new Error('database is locked'), { errcode: 5 })
const isWaiting = Symbol('waiting')
const within = (work: Promise<unknown>, ms: number) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms, isWaiting))])

test('writers come one after the other, in the order in which they asked', async () => {
  const inLine = createWriteLine()
  const seen: string[] = []
  const write = (name: string) => () => {
    seen.push(`${name} begins`)
    return new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => void seen.push(`${name} ends`))
  }
  await Promise.all(['one', 'two', 'three'].map((name) => inLine(write(name))))
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})

test('a write that fails lets the next one come', async () => {
  const inLine = createWriteLine()
  const failing = inLine(() => Promise.reject(new Error('a full disk')))
  const next = inLine(async () => 'written')
  await expect(failing).rejects.toThrow('a full disk')
  expect(await next).toBe('written')
})

test('while another process holds the lock only the first asks, and it asks until the lock is free', async () => {
  const inLine = createWriteLine()
  let locked = true
  let asked = 0
  const first = inLine(async () => {
    asked += 1
    if (locked) throw refusal()
    return 'first'
  })
  const second = inLine(async () => 'second')
  expect(await within(second, 60)).toBe(isWaiting)
  expect(asked).toBeGreaterThan(1)
  locked = false
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
})

test('however many wait for a lock that stays, each is refused soon after its own patience', async () => {
  const inLine = createWriteLine({ patienceMs: 200 })
  const askedAt = performance.now()
  const writers = Array.from({ length: 50 }, () => inLine(() => Promise.reject(refusal())))
  for (const outcome of await Promise.allSettled(writers)) expect(outcome.status).toBe('rejected')
  expect(performance.now() - askedAt).toBeLessThan(600)
})

test('a long line by itself makes nobody give up', async () => {
  const inLine = createWriteLine({ patienceMs: 50 })
  const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 60, 'written'))
  expect(await Promise.all(Array.from({ length: 5 }, () => inLine(slow)))).toEqual(Array(5).fill('written'))
})
