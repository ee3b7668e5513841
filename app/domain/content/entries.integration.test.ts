import { beforeEach, describe, expect, test } from 'vitest'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { openContent } from './content-now.server.ts'
import { moveEntry } from './entries.server.ts'

const admin = { who: 'account-1', from: '203.0.113.7' }

async function openServices() {
  const database = await openTestDatabase()
  const content = await openContent(database, () => undefined)
  const pages = createPurges(database, { invalidate() {} }, { content: content.reload })
  const deps = { database, vault: testVault(database), queue: createQueue(database), pages, content }
  return {
    move: (id: string, by: -1 | 1, past?: string, over = content.versionOf('order/services')) =>
      moveEntry(deps, admin, { collection: 'services', id, by, past, over, now: 0 }),
    ids: () => content.list('services').map((entry) => entry.id),
  }
}

describe('moving a service', () => {
  let services: Awaited<ReturnType<typeof openServices>>
  beforeEach(async () => {
    services = await openServices()
  })

  test('swaps it with its neighbor, or puts it past the one that is named, up and down', async () => {
    const [first, second, third, ...rest] = services.ids() as [string, string, string, ...string[]]
    expect(await services.move(first, 1)).toMatchObject({ ok: true })
    expect(services.ids()).toEqual([second, first, third, ...rest])
    expect(await services.move(third, -1, second)).toMatchObject({ ok: true })
    expect(services.ids()).toEqual([third, second, first, ...rest])
    expect(await services.move(third, 1, first)).toMatchObject({ ok: true })
    expect(services.ids()).toEqual([second, first, third, ...rest])
  })

  test('says past which one it is moved back, wherever it went', async () => {
    const before = services.ids()
    const [first, last] = [before[0]!, before.at(-1)!]
    for (const [id, by, past] of [
      [first, 1, last],
      [last, -1, first],
      [before[2]!, 1, before[5]!],
    ] as const) {
      const moved = await services.move(id, by, past)
      expect(services.ids()).not.toEqual(before)
      await services.move(id, by === 1 ? -1 : 1, moved.ok ? moved.past : '')
      expect(services.ids()).toEqual(before)
    }
  })

  test('changes nothing beyond the ends, past nothing, or over an older order', async () => {
    const before = services.ids()
    const [first, second] = [before[0]!, before[1]!]
    const [meanwhile, nothing] = ['changed-meanwhile', 'not-there'].map((reason) => ({ ok: false, reason }))
    expect(await services.move(first, -1)).toEqual(meanwhile)
    expect(await services.move(before.at(-1)!, 1)).toEqual(meanwhile)
    expect(await services.move(second, -1, 'nothing')).toEqual(nothing)
    expect(await services.move('nothing', 1)).toEqual(nothing)
    expect(services.ids()).toEqual(before)
    await services.move(first, 1)
    expect(await services.move(first, 1, undefined, 0)).toEqual(meanwhile)
    expect(services.ids()[1]).toBe(first)
  })
})
