import { describe, expect, test } from 'vitest'
import { createWorkLine } from './work-line.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const bounds = { atOnce: 2, inOneTurn: 10, mostWaiting: 2, patienceMs: 60_000 }

/** Requests that say what became of them. */
function requestsIn(line: ReturnType<typeof createWorkLine>) {
  const said: string[] = []
  const done: Record<string, () => void> = {}
  const come = (name: string) =>
    line.enter(
      (finish) => {
        said.push(`${name} begins`)
        done[name] = finish
      },
      (why) => said.push(`${name} ${why}`),
    )
  return { come, done, said }
}

describe('the line of requests', () => {
  test('works on some at a time, lets the next ones in as they came, and refuses who comes to a full line', async () => {
    const { come, done, said } = requestsIn(createWorkLine(bounds))
    for (const name of ['a', 'b', 'c', 'd', 'e']) come(name)
    expect(said).toEqual(['a begins', 'b begins', 'e line-full'])
    done.b?.()
    done.a?.()
    expect(said.slice(3)).toEqual(['c begins', 'd begins'])
  })

  test('counts what is done once, however often it is said', () => {
    const line = createWorkLine(bounds)
    const { come, done } = requestsIn(line)
    for (const name of ['a', 'b', 'c', 'd']) come(name)
    for (let times = 0; times < 3; times += 1) done.a?.()
    expect([line.working(), line.waiting()]).toEqual([2, 1])
  })

  test('begins few in one turn, so that others are answered in between', async () => {
    const { come, said } = requestsIn(createWorkLine({ ...bounds, atOnce: 10, inOneTurn: 1 }))
    for (const name of ['a', 'b', 'c']) come(name)
    expect(said).toEqual(['a begins'])
    await turn()
    expect(said).toEqual(['a begins', 'b begins'])
    await turn()
    expect(said).toEqual(['a begins', 'b begins', 'c begins'])
  })

  test('refuses who waited too long, also when nothing gets done any more', async () => {
    const line = createWorkLine({ ...bounds, patienceMs: 1 })
    const { come, said } = requestsIn(line)
    for (const name of ['a', 'b', 'c', 'd']) come(name)
    await expect.poll(() => said.slice(2), { timeout: 30_000 }).toEqual(['c waited', 'd waited'])
    expect(line.waiting()).toBe(0)
  })
})
