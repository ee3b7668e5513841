import { expect, onTestFinished, test } from 'vitest'
import type { Alert } from '#app/integrations/alerts/alerts.server.ts'
import { until } from '#tests/support/timing.ts'
import { startDatabaseWatch } from './watch-database.server.ts'

test('a long database outage causes one alert, and one when it is over', async () => {
  let isAway = false
  let listens = true
  const told: Alert['state'][] = []
  let failed = 0
  const database = { ping: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()) }
  async function postAlert({ state }: Alert) {
    if (listens) return void told.push(state)
    failed += 1
    throw new Error('no listener')
  }
  const deps = { database, postAlert, log: { warn() {} }, config: { alertUrl: 'https://alerts.example' } }
  onTestFinished(
    startDatabaseWatch(deps as unknown as Parameters<typeof startDatabaseWatch>[0], { everyMs: 5, patienceMs: 20 }),
  )

  listens = false
  isAway = true
  await until(async () => failed > 1 || undefined)
  expect(told).toEqual([])
  listens = true
  await until(async () => told.length === 1 || undefined)
  isAway = false
  await until(async () => told.length === 2 || undefined)
  expect(told).toEqual(['red', 'green'])
})
