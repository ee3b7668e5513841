import { expect, onTestFinished, test, vi } from 'vitest'
import type { BackupState } from '#app/database/backups/backups.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { Services } from '#app/services.server.ts'
import { BusyError } from '#app/operator-error.ts'
import { drillBackup, makeBackup } from './make-backup.server.ts'

const at = (time: string) =>
  Temporal.PlainDateTime.from(`2026-05-05T${time}`).toZonedDateTime(clinicTimeZone).epochMilliseconds
const yesterday = at('03:00:10') - 86_400_000

/** Whether the job makes one at that time, when the newest is `madeAt`; `newest`: when it was asked for. */
async function makesOne({ now, madeAt, newest }: { now: number; madeAt?: number; newest?: number }) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const state = { since: yesterday, onDiskOfData: false, ...(madeAt !== undefined && { madeAt }) } satisfies BackupState
  let made = 0
  const backups = { state: async () => state, make: async () => ({ bytes: (made += 1), audit: null }) }
  const services = { backups, log: { info() {} } } as unknown as Services
  await makeBackup(services, { newest }, { stopping: new AbortController().signal, attempt: 1, wasInterrupted: false })
  return made === 1
}

test('a nightly backup is made once, even if two processes enqueue it', async () => {
  const now = at('03:00:20')
  expect(await makesOne({ now, madeAt: yesterday, newest: yesterday })).toBe(true)
  expect(await makesOne({ now, madeAt: at('03:00:15'), newest: yesterday })).toBe(false)
  expect(await makesOne({ now, madeAt: at('03:00:15'), newest: 0 })).toBe(false)
})

test('a manual backup on the day before does not replace the nightly one', async () => {
  const byHand = at('12:00:00') - 86_400_000
  expect(await makesOne({ now: at('03:00:20'), madeAt: byHand, newest: yesterday })).toBe(true)
  expect(await makesOne({ now: at('12:00:00'), madeAt: at('11:59:00') })).toBe(true)
})

test('a clock that was ahead delays no backup', async () => {
  const ahead = at('03:00:00') + 30 * 86_400_000
  expect(await makesOne({ now: at('03:00:20'), madeAt: ahead, newest: ahead })).toBe(true)
})

test('a backup or drill beside another one has not failed, and comes a minute later', async () => {
  const busy = async () => {
    throw new BusyError('another one')
  }
  const backups = { make: busy, drill: busy, state: async () => ({ since: yesterday, onDiskOfData: false }) }
  const services = { backups, log: {} } as unknown as Services
  const job = { stopping: new AbortController().signal, attempt: 1, wasInterrupted: false }
  for (const outcome of [await makeBackup(services, {}, job), await drillBackup(services)]) {
    expect(outcome).toEqual({ state: 'again', at: expect.any(Number) })
  }
})
