import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { adminSettings, authenticator, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { look } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }

describe('a link into the dashboard', () => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  beforeAll(async () => {
    ;({ mail, site } = await startMailingSite('sqlite', adminSettings))
  })
  afterAll(() => site?.stop())

  const emails = () => mail.received.map((raw) => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  const linkTo = (page: string) => `/login?next=${encodeURIComponent(page)}`

  test('goes through sign-in in any email', async () => {
    const patient = { name: 'Maya', email: 'maya@example.com', phone: '205 555 0101', health: 'Well' }
    await bookOnline(site, patient)
    const { id } = await look(site, (db) => db.selectFrom('appointments').select('id').executeTakeFirstOrThrow())
    const emailId = randomUUID()
    await look(site, async (db) => {
      const day = clinicDate(Date.now(), clinicTimeZone).toString()
      const recipient = credentials.email
      await db
        .insertInto('emails')
        .values({
          id: emailId,
          kind: 'today',
          ids: JSON.stringify({ day }),
          recipient,
          messageId: emailId,
          state: 'failed',
          createdAt: Date.now(),
        })
        .execute()
    })
    const admin = await signInAsAdmin(site)
    await admin.post(`/admin/mail/${emailId}`, { intent: 'retry' })
    // It can be stopped for ten seconds.
    await look(site, (db) => db.updateTable('jobs').set({ runAt: 0 }).where('id', '=', emailId).execute())
    for (const page of [`/admin/appointments/${id}`, '/admin'])
      await until(async () => emails().some((email) => email.includes(`${linkTo(page)}\r\n`)))
    for (const email of emails()) expect(email).not.toMatch(/https?:\/\/[^/\s]+\/admin/)
  })

  test('opens its page after a sign-in, even if the first attempt failed', async () => {
    const owner = visitor(site)
    const link = linkTo('/admin/orders?state=new')
    const page = await owner.get(link)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`action="${link}"`)])
    const failed = await owner.post(link, { ...credentials, password: 'a wrong guess' })
    expect([failed.status, await failed.text()]).toEqual([400, expect.stringContaining(`action="${link}"`)])
    const entered = await owner.post(link, credentials)
    expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/admin/orders?state=new'])
    const again = await owner.get(link)
    expect([again.status, again.headers.get('Location')], 'a signed-in admin is redirected at once').toEqual([
      302,
      '/admin/orders?state=new',
    ])
  })

  test('redirects non-staff to the home page, as a direct dashboard URL does for strangers', async () => {
    const patient = accountHolder(site)
    const email = 'ben@example.com'
    await patient.signUp({ email, password: goodPassword })
    await look(site, (db) => db.updateTable('users').set({ emailVerified: 1 }).where('email', '=', email).execute())
    const entered = await patient.post(linkTo('/admin/orders'), { email, password: goodPassword })
    expect(entered.headers.get('Location')).toBe('/admin/orders')
    for (const person of [patient, visitor(site)]) {
      const led = await person.get('/admin/orders')
      expect([led.status, led.headers.get('Location')]).toEqual([302, '/'])
    }
  })

  test.each([
    'https://evil.example/admin',
    '//evil.example',
    String.raw`/\evil.example`,
    '/%09/evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/admin/..//evil.example',
    'javascript:alert(1)',
    '/logout',
    '/login/admin/x',
  ])('with a forged target never redirects to another site: %j', async (next) => {
    const owner = visitor(site)
    const answer = await owner.post(linkTo(next), credentials)
    const location = answer.headers.get('Location') ?? ''
    expect(new URL(location, site.url).origin).toBe(new URL(site.url).origin)
    expect(location).not.toMatch(/^\/[/\\]|logout|login/)
  })

  test('opens its page through two-factor authentication, from each of its steps', async () => {
    const admin = await signInAsAdmin(site)
    await confirmWithPassword(admin, '/admin/security', { intent: 'start' })
    const key = /<code class="key">([A-Z2-7 ]+)</.exec(await (await admin.get('/admin/security')).text())?.[1] ?? ''
    const code = authenticator(key)
    await admin.post('/admin/security', { intent: 'confirm', code: code() })
    const page = '/admin/messages'
    const toCode = `/login/code?next=${encodeURIComponent(page)}`
    const owner = visitor(site)
    const late = await owner.get(toCode)
    expect(late.headers.get('Location'), 'without a password first').toBe(linkTo(page))
    expect((await owner.post(toCode, { code: '000000' })).headers.get('Location')).toBe(linkTo(page))
    expect((await owner.post(linkTo(page), credentials)).headers.get('Location')).toBe(toCode)
    expect(await (await owner.get(toCode)).text(), 'start again').toContain(`href="${linkTo(page)}"`)
    expect((await owner.post(toCode, { code: '000000' })).status).toBe(400)
    expect((await owner.post(toCode, { code: code() })).headers.get('Location')).toBe(page)
    expect((await owner.get(page)).status).toBe(200)
  })
})
