import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountHolder, goodPassword, linkIn, otherPassword } from '#tests/support/accounts.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { type MailServer, receivingMailServer } from '#tests/support/mail-server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { confirmAccountPage, forgotPage, loginPage } from '#content/pages/login.ts'
import { textsOf } from '#tests/support/pages.ts'

const adminEmail = 'admin@clinic.example'
const maya = { email: 'maya@example.com', password: goodPassword }
const stranger = { email: 'maya@example.com', password: otherPassword }
/** Escapes text as React does. */
const inHtml = (text: string) => text.replaceAll("'", '&#x27;')

describe.each(databasesFor(import.meta.url))('accounts with emails on %s', (kind) => {
  let mail: MailServer
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    mail = await receivingMailServer({ until: afterAll })
    site = await startSiteOn(kind, {
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: mail.url,
      ABUSE_LIMITS: 'off',
      ADMIN_EMAIL: adminEmail,
    })
  })
  afterAll(() => site?.stop())

  const nextEmail = async (ask: () => Promise<unknown>) => {
    const before = mail.received.length
    await ask()
    return mail.email(before + 1)
  }
  const plain = ({ text = '' }: { text?: string }) => text

  test('an account needs the emailed link and the password to be confirmed', async () => {
    const person = accountHolder(site)
    const sent = await nextEmail(async () => {
      const answer = await person.signUp(maya)
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/#outcome'])
    })
    expect(await (await person.get('/')).text()).toContain(loginPage.signUp.sent)
    const early = await person.logIn(maya)
    expect(early.status).toBe(400)
    expect(await early.text()).toContain(loginPage.unverified.text)

    const link = linkIn(plain(sent), '/login/confirm/')
    for (const scanner of [visitor(site), visitor(site)]) expect((await scanner.get(link)).status).toBe(200)
    expect((await person.logIn(maya)).status, 'looking at the link confirms nothing').toBe(400)

    expect((await person.fill(link, 'password', { password: otherPassword })).status).toBe(400)
    const confirmed = await person.fill(link, 'password', { password: goodPassword })
    expect([confirmed.status, confirmed.headers.get('Location')]).toEqual([303, '/'])
    expect(await person.isSignedIn()).toBe(true)
  })

  test('a browser that keeps no cookies is told so, before a password is checked', async () => {
    const typed = { email: 'nobody@example.com', password: goodPassword, 'asks-cookie': '1' }
    const answer = await visitor(site).post('/login', typed)
    expect([answer.status, (await answer.text()).includes(inHtml(loginPage.noCookies))]).toEqual([400, true])
    const keeping = visitor(site)
    expect(await (await keeping.get('/login')).text()).toContain('name="asks-cookie"')
    expect(await (await keeping.post('/login', typed)).text()).toContain(inHtml(loginPage.login.wrong))
  })

  test('the login page sends the confirmation email again, and only to its own address', async () => {
    const email = 'again@example.com'
    const person = accountHolder(site)
    await nextEmail(() => person.signUp({ email, password: goodPassword }))
    const unverified = await person.logIn({ email, password: goodPassword })
    expect(await unverified.text()).toContain(loginPage.unverified.button)
    const sent = await nextEmail(async () => {
      const answer = await person.post('/login', { email, intent: 'again' })
      expect(await answer.text()).toContain(loginPage.unverified.sent)
    })
    expect(plain(sent)).toContain('/login/confirm/')
    const before = mail.received.length
    const answer = await person.post('/login', { email: 'unknown@example.com', intent: 'again' })
    expect(await answer.text()).toContain(loginPage.unverified.sent)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(mail.received.length).toBe(before)
  })

  test('signing up with a known address gets the same response as a new one, changes nothing, and notifies its owner', async () => {
    const attacker = accountHolder(site)
    const sent = await nextEmail(async () => {
      const answer = await attacker.signUp(stranger)
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/#outcome'])
    })
    expect(sent.to?.[0]?.address).toBe(maya.email)
    expect(sent.subject).toContain('account')
    expect((await attacker.logIn(stranger)).status).toBe(400)
    expect((await accountHolder(site).logIn(maya)).status).toBe(303)
  })

  test('a person who signed up with a foreign address gets no access when its owner confirms another way', async () => {
    const email = 'owner@example.com'
    const attacker = accountHolder(site)
    await nextEmail(() => attacker.signUp({ email, password: otherPassword }))
    const owner = accountHolder(site)
    const second = await nextEmail(() => owner.signUp({ email, password: goodPassword }))
    const link = linkIn(plain(second), '/login/confirm/')
    const rejected = await owner.fill(link, 'password', { password: goodPassword })
    expect(await rejected.text()).toContain(confirmAccountPage.choose)
    const reset = await nextEmail(() => owner.forgot(email))
    await owner.fill(linkIn(plain(reset), '/login/reset/'), 'password', { password: goodPassword })
    expect((await owner.logIn({ email, password: goodPassword })).status).toBe(303)
    expect((await attacker.logIn({ email, password: otherPassword })).status).toBe(400)
  })

  test('a reset link works once, ends every session and notifies the owner', async () => {
    const email = 'reset@example.com'
    const owner = accountHolder(site)
    const welcome = await nextEmail(() => owner.signUp({ email, password: otherPassword }))
    await owner.fill(linkIn(plain(welcome), '/login/confirm/'), 'password', { password: otherPassword })
    expect(await owner.isSignedIn()).toBe(true)

    const person = accountHolder(site)
    const first = await nextEmail(() => person.forgot(email))
    const sent = await nextEmail(async () => {
      const answer = await person.forgot(email)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(forgotPage.success)
    })
    const link = linkIn(plain(sent), '/login/reset/')
    for (const scanner of [visitor(site), visitor(site)]) expect((await scanner.get(link)).status).toBe(200)
    const weak = await person.fill(link, 'password', { password: 'password1' })
    expect([weak.status, await weak.text()]).toEqual([400, expect.stringContaining('people guess')])

    const told = await nextEmail(async () => {
      const both = await Promise.all([
        person.fill(link, 'password', { password: goodPassword }),
        person.fill(link, 'password', { password: goodPassword }),
      ])
      expect(both.map(({ status }) => status).toSorted(), 'of two presses one counts').toEqual([303, 404])
    })
    expect(plain(told)).toContain('was changed')
    expect(await owner.isSignedIn(), 'other sign-ins are ended').toBe(false)
    for (const used of [link, linkIn(plain(first), '/login/reset/')]) {
      const page = await person.get(used)
      expect([page.status, await page.text()]).toEqual([
        404,
        expect.stringContaining(`<h1>${textsOf('password').reset.gone.title}</h1>`),
      ])
    }
    expect((await person.logIn({ email, password: otherPassword })).status).toBe(400)
    expect((await person.logIn({ email, password: goodPassword })).status).toBe(303)
  })

  test('a reset link expires after 30 minutes', async () => {
    const email = 'late@example.com'
    const owner = accountHolder(site)
    await nextEmail(() => owner.signUp({ email, password: goodPassword }))
    const sent = await nextEmail(() => owner.forgot(email))
    const link = linkIn(plain(sent), '/login/reset/')
    const ends = await look(site, (db) =>
      db
        .selectFrom('verifications')
        .innerJoin('users', 'users.id', 'verifications.value')
        .select('verifications.expiresAt')
        .where('users.email', '=', email)
        // The confirmation link expires later.
        .orderBy('verifications.expiresAt')
        .executeTakeFirstOrThrow(),
    )
    const minutes = (new Date(ends.expiresAt as string).getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThanOrEqual(30)
    const past = kind === 'sqlite' ? new Date(Date.now() - 1000).toISOString() : new Date(Date.now() - 1000)
    await look(site, (db) =>
      db
        .updateTable('verifications')
        .set({ expiresAt: past as string })
        .execute(),
    )
    expect((await owner.get(link)).status).toBe(404)
    expect((await owner.post(link, { password: otherPassword })).status).toBe(404)
  })

  test("the admin's address needs a password of 15 characters to be verified", async () => {
    const admin = accountHolder(site)
    await nextEmail(() => admin.signUp({ email: adminEmail, password: 'gentle-lamp-78' }))
    const sent = await nextEmail(() => admin.forgot(adminEmail))
    const link = linkIn(plain(sent), '/login/reset/')
    const short = await admin.fill(link, 'password', { password: 'gentle-lamp-78' })
    expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('at least 15')])
    expect((await admin.fill(link, 'password', { password: goodPassword })).status).toBe(303)
    expect((await admin.logIn({ email: adminEmail, password: goodPassword })).status).toBe(303)
    expect((await admin.get('/admin')).status).toBe(200)
  })

  test('neither responses nor their timing reveal which addresses have an account', async () => {
    const ask = {
      login: (email: string) => accountHolder(site).logIn({ email, password: otherPassword }),
      reset: (email: string) => accountHolder(site).forgot(email),
      'sign up': (email: string) => accountHolder(site).signUp({ email, password: otherPassword }),
    }
    for (const [name, act] of Object.entries(ask)) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      // Other load can only delay a response, so the fastest ones are compared, with more rounds on a busy machine. If no
      // password were checked, the response would take a tenth of the time.
      const soonest = () => [times.known, times.unknown].map((all) => Math.min(...all)).toSorted((a, b) => a - b)
      // Without a password check, responses take only a few milliseconds, which vary more than they differ on a busy machine.
      const least = name === 'login' ? 15 : 60
      const areAlike = ([sooner = 0, later = 0] = soonest()) => later < Math.max(least, sooner * 2.5)
      for (let round = 0; round < 8 || (round < 40 && !areAlike()); round += 1)
        for (const who of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const email = who === 'known' ? maya.email : `unknown-${name.length}-${round}@example.com`
          const startedAt = performance.now()
          const answer = await act(email)
          const text = (await answer.text()).replaceAll(email, 'EMAIL').replaceAll(/nonce="[^"]*"/g, '')
          times[who].push(performance.now() - startedAt)
          expect({ status: answer.status, to: answer.headers.get('Location') }, name).toEqual(
            name === 'sign up' ? { status: 303, to: '/#outcome' } : expect.anything(),
          )
          answers[who] = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
        }
      expect(answers.known, name).toBe(answers.unknown)
      expect(areAlike(), `${name}: ${soonest().join(' and ')} ms`).toBe(true)
    }
  }, 120_000)
  const answers: Record<'known' | 'unknown', string> = { known: '', unknown: '' }
})

describe('accounts without email delivery', () => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn('sqlite', { ABUSE_LIMITS: 'off', ADMIN_EMAIL: adminEmail })
  })
  afterAll(() => site?.stop())

  test('signing up signs in at once, even on a double click', async () => {
    const person = accountHolder(site)
    const answer = await person.signUp({ ...maya, name: 'Maya' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
    expect(await person.isSignedIn()).toBe(true)
    expect((await accountHolder(site).signUp(maya)).status).toBe(303)
  })

  test('a known address gets an error, and its password stays', async () => {
    const answer = await accountHolder(site).signUp(stranger)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(loginPage.signUp.known)])
    expect((await accountHolder(site).logIn(maya)).status).toBe(303)
  })

  test('signing up with the admin’s address grants nothing', async () => {
    const attacker = accountHolder(site)
    await attacker.signUp({ email: adminEmail, password: goodPassword })
    expect(await attacker.isSignedIn()).toBe(true)
    expect((await attacker.get('/admin')).status).toBe(302)
    expect(await (await attacker.get('/')).text()).not.toContain('href="/admin"')
  })

  test('the reset form has the same response for any address, and says that no email is sent', async () => {
    for (const email of [maya.email, 'unknown@example.com']) {
      const text = await (await accountHolder(site).forgot(email)).text()
      expect(text).toContain(forgotPage.success)
      expect(text).toContain('send email right now')
    }
  })

  test.each([
    ['/login', {}],
    ['/login?mode=sign-up', {}],
    ['/login/forgot', {}],
  ])('a malformed address at %s is an error of the field', async (path, more) => {
    const answer = await visitor(site).post(path, { email: 'maya@', password: goodPassword, ...more })
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain('Enter an email address in the form')
    expect(text, 'nothing typed is lost').toContain('value="maya@"')
    expect(text, 'except the password').not.toContain(goodPassword)
  })

  test('the login page redirects signed-in people to the home page, or to the requested page of this site', async () => {
    const person = accountHolder(site)
    for (const [next, to] of [
      ['/products', '/products'],
      ['//elsewhere.example', '/'],
      ['https://elsewhere.example', '/'],
    ] as const) {
      const answer = await person.post(`/login?next=${encodeURIComponent(next)}`, maya)
      expect(answer.headers.get('Location')).toBe(to)
      expect((await person.get(`/login?next=${encodeURIComponent(next)}`)).headers.get('Location')).toBe(to)
    }
  })

  test('a wrong password and an unknown address get the same message', async () => {
    for (const email of [maya.email, 'unknown@example.com']) {
      const answer = await accountHolder(site).logIn({ email, password: 'something else entirely' })
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining(inHtml(loginPage.login.wrong)),
      ])
    }
  })
})
