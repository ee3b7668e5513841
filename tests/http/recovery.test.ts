import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountHolder, goodPassword, linkIn, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, authenticator, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { type MailServer, receivingMailServer } from '#tests/support/mail-server.ts'
import { runBeside } from '#tests/support/run-command.ts'
import { visitor } from '#tests/support/visitor.ts'
import { adminLinkMade } from '#content/admin-link.ts'
import { loginPage } from '#content/pages/login.ts'
import { profilePage } from '#content/pages/profile.ts'
import { textsOf } from '#tests/support/pages.ts'

const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = adminSettings
const longPassword = `${goodPassword} ${otherPassword}`

describe.each(databasesFor(import.meta.url))('on %s', (kind) => {
  let mail: MailServer
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    mail = await receivingMailServer({ until: afterAll })
    site = await startSiteOn(kind, {
      ...adminSettings,
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: mail.url,
      ABUSE_LIMITS: 'off',
    })
  })
  afterAll(() => site?.stop())

  async function emailAfter(ask: () => Promise<unknown>) {
    const before = mail.received.length
    await ask()
    return (await mail.email(before + 1)).text ?? ''
  }

  async function confirmedAccount(name: string) {
    const credentials = { email: `${name}@example.com`, password: goodPassword }
    const owner = accountHolder(site)
    const confirmLink = linkIn(await emailAfter(() => owner.signUp(credentials)), '/login/confirm/')
    await owner.fill(confirmLink, 'password', { password: goodPassword })
    const resetLink = async () => linkIn(await emailAfter(() => owner.forgot(credentials.email)), '/login/reset/')
    return { owner, credentials, confirmLink, resetLink }
  }

  test('a stolen reset link stops working once the owner changes the password', async () => {
    const { owner, credentials, resetLink } = await confirmedAccount('maya')
    const stolen = await resetLink()
    expect((await visitor(site).get(stolen)).status).toBe(200)
    const change = { intent: 'password', current: goodPassword, password: otherPassword }
    await emailAfter(() => owner.post('/profile', change))
    expect(await (await owner.get('/profile')).text(), 'the page confirms the new password').toContain(
      profilePage.saved.password,
    )
    const thief = accountHolder(site)
    const looked = await thief.get(stolen)
    expect([looked.status, await looked.text()]).toEqual([
      404,
      expect.stringContaining(`<h1>${textsOf('password').reset.gone.title}</h1>`),
    ])
    expect((await thief.post(stolen, { password: longPassword })).status).toBe(404)
    expect((await thief.logIn({ ...credentials, password: longPassword })).status).toBe(400)
    expect(await owner.isSignedIn(), 'the device that changed the password stays signed in').toBe(true)
  })

  test('a password reset invalidates every other link of the account, including confirmation links', async () => {
    const email = 'unconfirmed@example.com'
    const owner = accountHolder(site)
    const confirmLink = linkIn(
      await emailAfter(() => owner.signUp({ email, password: goodPassword })),
      '/login/confirm/',
    )
    const [stolen, used] = [
      linkIn(await emailAfter(() => owner.forgot(email)), '/login/reset/'),
      linkIn(await emailAfter(() => owner.forgot(email)), '/login/reset/'),
    ]
    expect(await (await owner.get(used)).text()).toContain(`>${textsOf('password').reset.text}<`)
    const told = await emailAfter(() => owner.post(used, { password: otherPassword }))
    expect(told.replaceAll(/\s+/g, ' ')).toContain('links and codes for the account no longer work')
    expect(await (await owner.get('/login')).text()).toContain(loginPage.changed)
    expect((await visitor(site).post(stolen, { password: longPassword })).status).toBe(404)
    const confirmed = await visitor(site).get(confirmLink)
    expect([confirmed.status, await confirmed.text()]).toEqual([
      404,
      expect.stringContaining(`<h1>${textsOf('password').confirm.gone.title}</h1>`),
    ])
  })

  test('a new password and admin:link end every session and every sign-in that waits for a code', async () => {
    const admin = await signInAsAdmin(site)
    await confirmWithPassword(admin, '/admin/security', { intent: 'start' })
    const key = /<code class="key">([A-Z2-7 ]+)</.exec(await (await admin.get('/admin/security')).text())?.[1] ?? ''
    const code = authenticator(key)
    await admin.post('/admin/security', { intent: 'confirm', code: code() })
    /** A thief who has entered the password, but not yet the code. */
    async function enterPassword(password: string) {
      const thief = visitor(site)
      const answer = await thief.post('/login', { email, password })
      expect(answer.headers.get('Location')).toContain('/login/code')
      return thief
    }

    const first = await enterPassword(password)
    await emailAfter(() => admin.post('/profile', { intent: 'password', current: password, password: longPassword }))
    const rejected = await first.post('/login/code', { code: code() })
    expect([rejected.status, rejected.headers.get('Location')]).toEqual([303, '/login'])
    expect((await first.get('/admin')).status).toBe(302)

    const second = await enterPassword(longPassword)
    const stolen = linkIn(await emailAfter(() => accountHolder(site).forgot(email)), '/login/reset/')
    expect((await admin.get('/admin')).status).toBe(200)
    const made = (await runBeside(site, 'admin-link')).said
    expect(made, 'the command prints the link').toContain(adminLinkMade)
    expect((await admin.get('/admin')).status, 'admin:link ends the sessions').toBe(302)
    expect((await second.post('/login/code', { code: '000000' })).headers.get('Location')).toBe('/login')
    expect((await visitor(site).post(stolen, { password: goodPassword })).status).toBe(404)

    const third = await enterPassword(longPassword)
    const late = linkIn(await emailAfter(() => accountHolder(site).forgot(email)), '/login/reset/')
    const link = /(\/login\/admin\/[\w-]+)/.exec(made)?.[1] ?? ''
    const owner = visitor(site)
    expect((await owner.post(link, { password: `${longPassword} again` })).status).toBe(303)
    expect((await owner.get('/admin')).status).toBe(200)
    expect((await third.post('/login/code', { code: '000000' })).headers.get('Location')).toBe('/login')
    expect((await visitor(site).post(late, { password: longPassword })).status).toBe(404)
  })
})
