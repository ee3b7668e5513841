import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { createQueue } from './queue.server.ts'

describe('a recurring job', () => {
  const sweep = { kind: 'sweep', key: 'sweep', everyMs: 60_000 } as const
  const noon = Date.UTC(2026, 4, 5, 17)
  /** The worker is quick, so that no key is in the way. */
  const takeAway = async ({ db }: Database) => (await db.deleteFrom('jobs').returning('kind').execute()).length

  function setClock(at: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('is added once per interval, whichever process adds it', async () => {
    const [one, other] = await openTwice()
    const [first, second] = [createQueue(one), createQueue(other)]
    setClock(noon)
    await first.repeat([sweep])
    expect(await takeAway(one)).toBe(1)
    vi.setSystemTime(noon + 59_999)
    await second.repeat([sweep])
    await first.repeat([sweep])
    expect(await takeAway(one)).toBe(0)
    vi.setSystemTime(noon + 60_000)
    await second.repeat([sweep])
    expect(await takeAway(one)).toBe(1)
    await first.repeat([sweep])
    expect(await takeAway(one)).toBe(0)
  })

  test('is added once when several processes add it at the same moment', async () => {
    const both = (await openTwice()).map((database) => ({ database, queue: createQueue(database) }))
    for (let round = 0; round < 5; round += 1) {
      setClock(noon + round * 60_000)
      const asked = both.map(async ({ database, queue }) => {
        await queue.repeat([sweep])
        return takeAway(database)
      })
      const [one = 0, other = 0] = await Promise.all(asked)
      expect(one + other).toBe(1)
    }
  })

  test('is only read while it is not due', async () => {
    const database = await openTestDatabase()
    let writes = 0
    const watched: Database = { ...database, transaction: (work) => ((writes += 1), database.transaction(work)) }
    setClock(noon)
    for (let call = 0; call < 5; call += 1) await createQueue(watched).repeat([sweep])
    expect(writes).toBe(1)
  })

  test('is added at a start, unless another process has added it since', async () => {
    const [one, other] = await openTwice()
    const [first, second] = [createQueue(one), createQueue(other)]
    setClock(noon)
    await first.repeat([sweep], noon - 2_000)
    await second.repeat([sweep], noon - 1_000)
    expect(await takeAway(one)).toBe(1)
    vi.setSystemTime(noon + 3_000)
    await second.repeat([sweep], noon + 1_000)
    expect(await takeAway(one)).toBe(1)
  })

  test('is not delayed by a clock that was ahead', async () => {
    const database = await openTestDatabase()
    setClock(noon + 365 * 24 * 60 * 60_000)
    await createQueue(database).repeat([sweep])
    await takeAway(database)
    vi.setSystemTime(noon)
    await createQueue(database).repeat([sweep])
    expect(await takeAway(database)).toBe(1)
  })
})
