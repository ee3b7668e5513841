import { expect, test } from 'vitest'
import { createWriteLine } from './write-line.server.ts'

const refusal = () => Object.assign(new Error('database is locked'), { errcode: 5 })
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
  const inLine = (options?: { patienceMs: number }) =>
    createWriteLine<string[]>(async (work) => {
      before()
      const rows: string[] = []
      await work(rows)
      commit(rows)
      commits.push(rows)
    }, options)
  return { commits, inLine }
}

const write = (row: string) => async (rows: string[]) => {
  rows.push(row)
  return row
}

test('writers come one after the other, in the order in which they asked', async () => {
  const inLine = store().inLine()
  const seen: string[] = []
  const slow = (name: string) => async () => {
    seen.push(`${name} begins`)
    await wait(5)
    seen.push(`${name} ends`)
  }
  await Promise.all(['one', 'two', 'three'].map((name) => inLine(slow(name))))
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})

test('writers that ask at the same time share a commit, and each is told its own result', async () => {
  const { commits, inLine } = store()
  const line = inLine()
  expect(await Promise.all(['a', 'b', 'c'].map((row) => line(write(row))))).toEqual(['a', 'b', 'c'])
  expect(commits).toEqual([['a', 'b', 'c']])
})

test('nobody is answered before the commit', async () => {
  let answered = 0
  const seen: number[] = []
  const line = store({ commit: () => seen.push(answered) }).inLine()
  await Promise.all(['a', 'b'].map((row) => line(write(row)).then(() => (answered += 1))))
  expect(seen).toEqual([0])
})

test('a group does not grow for ever: others get their turn', async () => {
  const { commits, inLine } = store()
  const line = inLine()
  await Promise.all(Array.from({ length: 120 }, (_, row) => line(write(String(row)))))
  expect(commits.map(({ length }) => length)).toEqual([50, 50, 20])
  const slow = async (rows: string[]) => {
    await wait(15)
    rows.push('slow')
  }
  await Promise.all([line(slow), line(slow)])
  expect(commits.slice(3)).toEqual([['slow'], ['slow']])
})

test('a write that fails takes nobody with it and leaves nothing behind', async () => {
  const { commits, inLine } = store()
  const line = inLine()
  const outcomes = await Promise.allSettled([
    line(write('a')),
    line(async (rows) => {
      rows.push('half')
      throw new Error('no such product')
    }),
    line(write('c')),
    line(write('d')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { message: 'no such product' } })
  expect(commits.flat()).toEqual(['a', 'c', 'd'])
  expect(await line(write('later'))).toBe('later')
})

test('a commit that fails is tried once more for each by itself', async () => {
  const { commits, inLine } = store({
    commit(rows) {
      if (rows.includes('too big')) throw new Error('database or disk is full')
    },
  })
  const line = inLine()
  const outcomes = await Promise.allSettled(['a', 'too big', 'c'].map((row) => line(write(row))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(commits).toEqual([['a'], ['c']])
})

test('a transaction that cannot begin is told to the one who wanted it', async () => {
  let broken = true
  const line = store({
    before() {
      if (broken) throw new Error('disk I/O error')
      broken = true
    },
  }).inLine()
  await expect(line(write('a'))).rejects.toThrow('disk I/O error')
  broken = false
  expect(await line(write('b'))).toBe('b')
})

test('while another process holds the lock only one asks, and it asks until the lock is free', async () => {
  let [locked, asked] = [true, 0]
  const line = store({
    before() {
      asked += 1
      if (locked) throw refusal()
    },
  }).inLine()
  const both = Promise.all([line(write('first')), line(write('second'))])
  expect(await within(both, 60)).toBe(isWaiting)
  expect(asked).toBeGreaterThan(1)
  locked = false
  expect(await both).toEqual(['first', 'second'])
})

test('however many wait for a lock that stays, each is refused soon after its own patience, and never written', async () => {
  let locked = true
  const { commits, inLine } = store({
    before() {
      if (locked) throw refusal()
    },
  })
  const line = inLine({ patienceMs: 1_000 })
  const askedAt = performance.now()
  const writers = Array.from({ length: 50 }, () => line(write('early')))
  await wait(800)
  const late = line(write('late'))
  for (const outcome of await Promise.allSettled(writers))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { errcode: 5 } })
  expect(performance.now() - askedAt).toBeLessThan(5_000)
  locked = false
  expect(await late).toBe('late')
  expect(commits).toEqual([['late']])
})

test('a long line by itself makes nobody give up', async () => {
  const line = store().inLine({ patienceMs: 50 })
  const slow = async () => {
    await wait(60)
    return 'written'
  }
  expect(await Promise.all(Array.from({ length: 5 }, () => line(slow)))).toEqual(Array(5).fill('written'))
})
