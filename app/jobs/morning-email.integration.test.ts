import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { JobHandlers } from '#app/queue/payloads.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { startWorker } from '#app/queue/worker.server.ts'
import type { Services } from '#app/services.server.ts'
import { openTwice } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import { jobs } from './handlers.server.ts'
import { startSchedule } from './schedule.server.ts'

const log = { info() {}, warn() {}, error() {}, debug() {} }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function setClock(text: string) {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Temporal.ZonedDateTime.from(`${text}[${clinicTimeZone}]`).epochMilliseconds)
  onTestFinished(() => void vi.useRealTimers())
}

/** The work of one process; every job but the morning email does nothing. */
function startProcess(database: Database) {
  const queue = createQueue(database)
  const services = {
    database,
    queue,
    log,
    feed: { id: 'feed' },
    mailDomain: 'clinic.example',
    config: { admin: { email: 'admin@clinic.example' } },
    backups: { state: async () => ({ since: Date.now(), onDiskOfData: false }) },
  } as unknown as Services
  const nothing = { run: async () => {} }
  const handlers = new Proxy({} as JobHandlers<Services>, {
    get: (_, kind) => (kind === 'morning-email' ? jobs['morning-email'] : nothing),
    ownKeys: () => ['morning-email', 'read-feed'],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  const stopSchedule = startSchedule(services)
  const worker = startWorker({ database, queue, log }, handlers, services)
  return async () => {
    stopSchedule()
    await worker.stop()
  }
}

test('two processes send one morning email at 7 am, and a late one if both were down at 7', async () => {
  const databases = await openTwice()
  const days = async () => {
    const emails = await databases[0].db.selectFrom('emails').select('ids').orderBy('id').execute()
    return emails.map(({ ids }) => JSON.parse(ids).day)
  }
  const startBoth = () => databases.map((database) => startProcess(database))
  const stop = (processes: (() => Promise<void>)[]) => Promise.all(processes.map((end) => end()))

  setClock('2026-11-20T06:59:58')
  const first = startBoth()
  await pause(1_500)
  expect(await days()).toEqual([])
  setClock('2026-11-20T07:00:00')
  await until(async () => (await days()).length > 0 || undefined)
  await pause(1_200)
  await stop(first)
  expect(await days()).toEqual(['2026-11-20'])

  setClock('2026-11-21T09:30')
  const second = startBoth()
  await until(async () => (await days()).length > 1 || undefined)
  await pause(1_200)
  await stop(second)
  expect(await days()).toEqual(['2026-11-20', '2026-11-21'])
}, 60_000)
