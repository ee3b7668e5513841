import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'

let site: Awaited<ReturnType<typeof startSiteOn>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, TRUST_PROXY: '1' })
})
afterAll(() => site?.stop())

const from = (address: string) => accountHolder(site, { 'X-Forwarded-For': address })

test('a flood of sign-ups blocks sign-ins from neither known nor new devices', async () => {
  const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }
  const owner = from('203.0.113.20')
  expect((await owner.logIn(credentials)).status).toBe(303)
  await owner.logOut()
  const patient = { email: 'patient@example.com', password: goodPassword }
  await from('203.0.113.21').signUp(patient)
  // One network has used up its limit.
  await from('192.0.2.200').signUp({ email: 'first@example.com', password: goodPassword })
  await look(site, (db) =>
    db.updateTable('limits').set({ count: 60 }).where('key', 'like', 'sign-up:network:%').execute(),
  )

  let isOver = false
  let sent = 0
  const statuses = new Map<number, number>()
  async function signUpAgainAndAgain(index: number) {
    while (!isOver) {
      sent += 1
      // Every fourth sign-up is rejected.
      const network = index % 4 === 0 ? '192.0.2.200' : `10.${1 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}`
      const { status } = await from(network).signUp({ email: `flood-${sent}@example.com`, password: goodPassword })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const flood = Array.from({ length: 100 }, (_, index) => signUpAgainAndAgain(index))
  try {
    await until(async () => (statuses.get(429) ?? 0) > 20 && (statuses.get(503) ?? 0) > 20, 120_000)
    for (let times = 0; times < 3; times += 1) {
      expect((await owner.logIn(credentials)).status, `the owner, time ${times + 1}`).toBe(303)
      const newDevice = await from(`203.0.113.${30 + times}`).logIn(patient)
      expect(newDevice.status, `a new device, time ${times + 1}`).toBe(303)
    }
    expect(statuses.get(303), 'some of the sign-ups are accepted').toBeGreaterThan(0)
  } finally {
    isOver = true
    await Promise.allSettled(flood)
  }
}, 240_000)
