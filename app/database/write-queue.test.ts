import { expect, test } from 'vitest'
import { createWriteQueue } from './write-queue.server.ts'

const lockError = () => Object.assign(new Error('database is locked'), { errcode: 5 })
const isWaiting = Symbol('waiting')
const within = (work: Promise<unknown>, ms: number) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms, isWaiting))])
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A database that keeps what was committed. `before` is asked for each transaction, `commit` after its work. */
function store({
  before = () => {},
  commit = () => {},
}: { before?: () => void; commit?: (rows: string[]) => void } = {}) {
  const commits: string[][] = []
  const inQueue = (options?: { timeoutMs: number }) =>
    createWriteQueue<string[]>(async (work) => {
      before()
      const rows: string[] = []
      const result = await work(rows)
      commit(rows)
      commits.push(rows)
      return result
    }, options)
  return { commits, inQueue }
}

const write = (row: string) => async (rows: string[]) => {
  rows.push(row)
  return row
}

test('writes run one after the other, in their order', async () => {
  const inQueue = store().inQueue()
  const seen: string[] = []
  const slow = (name: string) => async () => {
    seen.push(`${name} begins`)
    await wait(5)
    seen.push(`${name} ends`)
  }
  await Promise.all(['one', 'two', 'three'].map((name) => inQueue(slow(name))))
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})

test('concurrent writes have a commit each, and each gets its own result', async () => {
  const { commits, inQueue } = store()
  const enqueue = inQueue()
  expect(await Promise.all(['a', 'b', 'c'].map((row) => enqueue(write(row))))).toEqual(['a', 'b', 'c'])
  expect(commits).toEqual([['a'], ['b'], ['c']])
})

test('no write resolves before its commit', async () => {
  let answered = 0
  const seen: number[] = []
  const enqueue = store({ commit: () => seen.push(answered) }).inQueue()
  await Promise.all(['a', 'b'].map((row) => enqueue(write(row)).then(() => (answered += 1))))
  expect(seen).toEqual([0, 1])
})

test('a long queue lets the event loop read requests in between', async () => {
  const enqueue = store().inQueue()
  let read = 0
  const reading = setInterval(() => (read += 1), 0)
  await Promise.all(Array.from({ length: 120 }, (_, row) => enqueue(write(String(row)))))
  await wait(1)
  clearInterval(reading)
  expect(read).toBeGreaterThan(0)
})

test('a failed write affects no other and stores nothing', async () => {
  const { commits, inQueue } = store()
  const enqueue = inQueue()
  const outcomes = await Promise.allSettled([
    enqueue(write('a')),
    enqueue(async (rows) => {
      rows.push('half')
      throw new Error('no such product')
    }),
    enqueue(write('c')),
    enqueue(write('d')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { message: 'no such product' } })
  expect(commits.flat()).toEqual(['a', 'c', 'd'])
  expect(await enqueue(write('later'))).toBe('later')
})

test('a failed commit rejects only its own write', async () => {
  const { commits, inQueue } = store({
    commit(rows) {
      if (rows.includes('too big')) throw new Error('database or disk is full')
    },
  })
  const enqueue = inQueue()
  const outcomes = await Promise.allSettled(['a', 'too big', 'c'].map((row) => enqueue(write(row))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(commits).toEqual([['a'], ['c']])
})

test('a transaction that cannot begin rejects its own write', async () => {
  let broken = true
  const enqueue = store({
    before() {
      if (broken) throw new Error('disk I/O error')
      broken = true
    },
  }).inQueue()
  await expect(enqueue(write('a'))).rejects.toThrow('disk I/O error')
  broken = false
  expect(await enqueue(write('b'))).toBe('b')
})

test('while another process holds the lock, only the first write retries, until the lock is free', async () => {
  let [locked, asked] = [true, 0]
  const enqueue = store({
    before() {
      asked += 1
      if (locked) throw lockError()
    },
  }).inQueue()
  const both = Promise.all([enqueue(write('first')), enqueue(write('second'))])
  expect(await within(both, 60)).toBe(isWaiting)
  expect(asked).toBeGreaterThan(1)
  locked = false
  expect(await both).toEqual(['first', 'second'])
})

test('while a lock is never released, each waiting write fails soon after its own timeout, and is not stored', async () => {
  let locked = true
  const { commits, inQueue } = store({
    before() {
      if (locked) throw lockError()
    },
  })
  const enqueue = inQueue({ timeoutMs: 1_000 })
  const askedAt = performance.now()
  const writers = Array.from({ length: 50 }, () => enqueue(write('early')))
  await wait(800)
  const late = enqueue(write('late'))
  for (const outcome of await Promise.allSettled(writers))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { errcode: 5 } })
  expect(performance.now() - askedAt).toBeLessThan(5_000)
  locked = false
  expect(await late).toBe('late')
  expect(commits).toEqual([['late']])
})

test('a long queue alone causes no timeout', async () => {
  const enqueue = store().inQueue({ timeoutMs: 50 })
  const slow = async () => {
    await wait(60)
    return 'written'
  }
  expect(await Promise.all(Array.from({ length: 5 }, () => enqueue(slow)))).toEqual(Array(5).fill('written'))
})
