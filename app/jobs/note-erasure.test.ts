import { expect, test } from 'vitest'
import { noteErasure } from './note-erasure.server.ts'

const entry = { at: 1, withAccount: false, email: 'fingerprint' }

test('an erasure is recorded even if the backup disk is unavailable for a long time', async () => {
  const noted: unknown[] = []
  let isAway = true
  const services = {
    backups: {
      async noteErasure(one: unknown) {
        if (isAway) throw new Error('ENOSPC')
        noted.push(one)
      },
    },
    log: { error() {} },
  }
  const before = Date.now()
  expect(await noteErasure(services, entry)).toMatchObject({ state: 'again', at: expect.any(Number) })
  const { at } = (await noteErasure(services, entry)) ?? { at: 0 }
  expect(at).toBeGreaterThan(before)
  isAway = false
  expect(await noteErasure(services, entry)).toBeUndefined()
  expect(noted).toEqual([entry])
})
