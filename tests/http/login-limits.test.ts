import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { loginPage } from '#content/pages/login.ts'

const maya = { email: 'maya@example.com', password: goodPassword }
const wrong = { email: 'maya@example.com', password: 'a wrong guess of mine' }

let site: Awaited<ReturnType<typeof startSiteOn>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, TRUST_PROXY: '1' })
})
afterAll(() => site?.stop())

const from = (address: string) => accountHolder(site, { 'X-Forwarded-For': address })

test('guessing is slowed down from wherever it comes, while the owner gets in at home', async () => {
  const owner = from('203.0.113.1')
  await owner.signUp(maya)
  await owner.logOut()
  for (let network = 1; network <= 5; network += 1)
    expect((await from(`198.51.100.${network}`).logIn(wrong)).status).toBe(400)
  const refused = await from('198.51.100.9').logIn(wrong)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  const text = await refused.text()
  expect(text).toContain('too many attempts')
  expect(text, 'nothing typed is lost').toContain(maya.email)
  expect((await from('198.51.100.10').logIn(maya)).status, 'a stranger with the right password waits too').toBe(429)
  expect((await owner.logIn(maya)).status).toBe(303)
})

test('an address nobody has is slowed down just the same', async () => {
  const nobody = { email: 'nobody@example.com', password: 'a wrong guess of mine' }
  for (let tries = 1; tries <= 5; tries += 1) expect((await from('192.0.2.1').logIn(nobody)).status).toBe(400)
  expect((await from('192.0.2.2').logIn(nobody)).status).toBe(429)
})

test("a device cookie of one's own account opens nobody else's", async () => {
  const attacker = from('192.0.2.50')
  await attacker.signUp({ email: 'attacker@example.com', password: goodPassword })
  await attacker.logOut()
  const victim = { email: 'victim@example.com', password: 'a wrong guess of mine' }
  for (let tries = 1; tries <= 5; tries += 1) await attacker.logIn(victim)
  expect((await attacker.logIn(victim)).status).toBe(429)
})

test('emails that anyone may ask for fill nobody’s mailbox', async () => {
  for (let tries = 1; tries <= 5; tries += 1)
    expect((await from('192.0.2.60').forgot('box@example.com')).status).toBe(200)
  const refused = await from('192.0.2.61').forgot('box@example.com')
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('Failed to send password reset email. Please try again later.')
})

test('a flood of passwords is told to come back in a moment, and then gets in', async () => {
  const answers = await Promise.all(
    // Far more than may wait, since some are through before the last ones come.
    Array.from({ length: 200 }, (_, index) =>
      from(`10.0.${index}.1`).logIn({ email: `p${index}@example.com`, password: 'x' }),
    ),
  )
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(await busy[0]?.text()).toContain(loginPage.busy)
  expect(busy[0]?.headers.get('Retry-After')).toBe('2')
  expect((await from('203.0.113.2').signUp({ email: 'later@example.com', password: goodPassword })).status).toBe(303)
})

test('a flood of sign-ups, refused and accepted, keeps neither known devices nor a new device from signing in', async () => {
  const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }
  const owner = from('203.0.113.20')
  expect((await owner.logIn(credentials)).status).toBe(303)
  await owner.logOut()
  const patient = { email: 'patient@example.com', password: goodPassword }
  await from('203.0.113.21').signUp(patient)
  // From one network there were as many as it may send.
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
      // Every fourth one is refused.
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
