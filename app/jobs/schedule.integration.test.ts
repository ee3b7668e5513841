import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import type { Services } from '#app/services.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import { startSchedule } from './schedule.server.ts'

afterEach(() => void vi.useRealTimers())

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${clinicTimeZone}]`).epochMilliseconds

test('payments are compared at 3 am of the clinic, whenever the site was started', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-20T14:20') })
  const database = await openTestDatabase()
  const services = {
    database,
    queue: createQueue(database),
    log: { warn() {}, error: (facts: object) => expect(facts).toEqual({}) },
    feed: { id: 'feed' },
    payments: {},
    backups: { state: async () => ({ since: Date.now(), onDiskOfData: false }) },
  } as unknown as Services
  onTestFinished(startSchedule(services))
  const job = await until(() =>
    database.db.selectFrom('jobs').select('runAt').where('kind', '=', 'reconcile-payments').executeTakeFirst(),
  )
  expect(job.runAt).toBe(at('2026-11-21T03:00'))
})
