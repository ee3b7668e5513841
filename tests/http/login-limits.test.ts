import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountHolder, goodPassword, linkIn } from '#tests/support/accounts.ts'
import { readMessage } from '#app/domain/outbox/read-message.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
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

test('password guesses from many networks are limited per account, while the owner can still log in from a known device', async () => {
  const owner = from('203.0.113.1')
  await owner.signUp(maya)
  await owner.logOut()
  for (let network = 1; network <= 5; network += 1)
    expect((await from(`198.51.100.${network}`).logIn(wrong)).status).toBe(400)
  const limited = await from('198.51.100.9').logIn(wrong)
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0)
  const text = await limited.text()
  expect(text).toContain('too many attempts')
  expect(text, 'nothing typed is lost').toContain(maya.email)
  expect((await from('198.51.100.10').logIn(maya)).status, 'a stranger with the right password waits too').toBe(429)
  expect((await owner.logIn(maya)).status).toBe(303)
})

test('a link from an email lets the owner in while strangers guess', async () => {
  const owner = from('203.0.113.7')
  const account = { email: 'priya@example.com', password: goodPassword }
  await owner.signUp(account)
  for (let tries = 1; tries <= 6; tries += 1) await from('198.51.100.30').logIn({ ...account, password: 'wrong' })
  const elsewhere = visitor(site, { 'X-Forwarded-For': '203.0.113.8' })
  expect((await elsewhere.post('/login', account)).status).toBe(429)
  await elsewhere.post('/login/forgot', { email: account.email })
  const link = await until(() =>
    look(site, async (db) => {
      const row = await db
        .selectFrom('emails')
        .select('raw')
        .where('kind', '=', 'password-reset')
        .where('recipient', '=', account.email)
        .executeTakeFirst()
      return row?.raw ? linkIn((await readMessage(row.raw)).text ?? '', '/login/reset/') : undefined
    }),
  )
  const password = 'seven herons by the weir'
  expect((await elsewhere.post(link, { password })).status).toBe(303)
  await from('198.51.100.31').logIn({ ...account, password: 'wrong' })
  expect((await elsewhere.post('/login', { email: account.email, password })).status).toBe(303)
})

test('an address without an account has the same limits', async () => {
  const stranger = { email: 'unknown@example.com', password: 'a wrong guess of mine' }
  for (let tries = 1; tries <= 5; tries += 1) expect((await from('192.0.2.1').logIn(stranger)).status).toBe(400)
  expect((await from('192.0.2.2').logIn(stranger)).status).toBe(429)
})

test('a device cookie counts only for its own account', async () => {
  const attacker = from('192.0.2.50')
  await attacker.signUp({ email: 'attacker@example.com', password: goodPassword })
  await attacker.logOut()
  const victim = { email: 'victim@example.com', password: 'a wrong guess of mine' }
  for (let tries = 1; tries <= 5; tries += 1) await attacker.logIn(victim)
  expect((await attacker.logIn(victim)).status).toBe(429)
})

test('emails that anyone may request are limited per mailbox', async () => {
  for (let tries = 1; tries <= 5; tries += 1)
    expect((await from('192.0.2.60').forgot('box@example.com')).status).toBe(200)
  const limited = await from('192.0.2.61').forgot('box@example.com')
  expect(limited.status).toBe(429)
  expect(await limited.text()).toContain('Failed to send password reset email. Please try again later.')
})

test.runIf(isLong)(
  'in a flood of sign-ins some get a 503 with Retry-After, and a sign-up afterwards succeeds',
  async () => {
    const answers = await Promise.all(
      // Far more than the queue holds, because some are done before the last ones arrive.
      Array.from({ length: 200 }, (_, index) =>
        from(`10.0.${index}.1`).logIn({ email: `p${index}@example.com`, password: 'x' }),
      ),
    )
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(await busy[0]?.text()).toContain(loginPage.busy)
    expect(busy[0]?.headers.get('Retry-After')).toBe('2')
    expect((await from('203.0.113.2').signUp({ email: 'later@example.com', password: goodPassword })).status).toBe(303)
  },
)
