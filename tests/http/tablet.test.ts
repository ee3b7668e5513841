import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminForms } from '#content/pages/admin-appointments.ts'
import { formPage } from '#content/pages/form.ts'
import { tabletPage as words } from '#content/pages/tablet.ts'
import { goodPassword, addPasskeyOn, answerChallenge, softwareAuthenticator } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin, withPassword } from '#tests/support/admin.ts'
import { bookByTelephone, bookOnline } from '#tests/support/booking.ts'
import { intakeAnswers, publishForm, readForm } from '#tests/support/clinic-forms.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { formsIn, visitor } from '#tests/support/visitor.ts'
import { signInAs } from '#tests/support/staff.ts'

const secret = 'qzcanaryknee'
const minute = 60_000
const led = (answer: Response) => answer.headers.get('Location') ?? answer.status
const formPath = '/tablet/forms/intake'
const owner = [adminSettings.ADMIN_EMAIL, adminSettings.ADMIN_PASSWORD] as const

/** What the browser sends of the fields for staff. */
async function takeBack(device: Pick<ReturnType<typeof visitor>, 'get' | 'post'>, email: string, password: string) {
  const html = await (await device.get('/tablet/staff')).text()
  const { key = '' } = formsIn(html).find(({ fields }) => 'key' in fields)!.fields
  return device.post('/tablet/staff', { key, [`email-${key}`]: email, [`password-${key}`]: password })
}

describe.each(databasesFor(import.meta.url))('a device in a patient’s hands on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let people = 0
  const idOf = (link: string) => Buffer.from(link.split('/')[2]!.split('.')[0]!, 'base64url').toString().split('.')[0]!

  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    await publishForm(await signInAsAdmin(site))
  })
  afterAll(() => site?.stop())

  /** Staff press 'Fill in here' for a new appointment. */
  async function handOver() {
    people += 1
    const patient = {
      name: `Patient ${people}`,
      email: `patient${people}@example.com`,
      phone: `(205) 555-${3000 + people}`,
      health: 'tired',
    }
    const link = await bookOnline(site, patient).then((booked) => booked.link)
    const id = idOf(link)
    const device = await signInAsAdmin(site)
    const staff = device.cookies.get('session')!
    const started = await device.post(`/admin/appointments/${id}`, { intent: 'tablet', form: 'intake' })
    expect(led(started)).toBe('/tablet?start')
    return { device, id, link, staff }
  }

  const setClock = (id: string, times: { openedAt?: number; touchedAt?: number }) =>
    look(site, (db) =>
      db
        .updateTable('tabletSessions')
        .set(times)
        .where('appointmentId', '=', id)
        .execute()
        .then(() => {}),
    )

  test('opens the forms of the one appointment, and every other address leads there', async () => {
    const { device, id, link, staff } = await handOver()
    const other = await handOver()
    expect(device.cookies.has('session')).toBe(false)
    const first = await device.get('/tablet?start')
    expect(led(first)).toBe(formPath)
    expect(first.headers.get('Clear-Site-Data')).toBe('"cache"')
    const page = await device.get(formPath)
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain('What brings you?')
    // Neither header, menu and footer, nor a link to anywhere, nor anything for the browser to fill in.
    expect(html).not.toMatch(/<(header|nav|footer)\b/)
    expect(html.match(/<a [^>]*href="[^"]*"/g) ?? []).toEqual([])
    expect(html.match(/autoComplete="(?!off)[^"]*"/gi) ?? []).toEqual([])
    for (const address of [
      ...['/', '/login', '/profile', '/admin', `/admin/appointments/${id}`, '/admin/search?q=patient', '/my-data'],
      ...[
        link,
        other.link,
        `${other.link}/forms/intake`,
        '/booking',
        '/admin/lock',
        '/nothing',
        '/search?q=a',
        '/admin.data',
      ],
    ])
      expect(led(await device.get(address)), address).toBe(address.endsWith('.data') ? 202 : '/tablet')
    for (const address of ['/login', `/admin/appointments/${id}`, '/logout', '/admin/lock'])
      expect(led(await device.post(address, { intent: 'cancel' })), address).toBe('/tablet')
    expect(led(await device.get('/tablet/forms/nothing'))).toBe('/tablet')
    // The session of the staff member has ended on the server, not only in the browser.
    const copy = visitor(site, { Cookie: `session=${staff}` })
    expect(led(await copy.get('/admin'))).toBe('/')
    expect(await (await device.get('/visitor')).json()).toMatchObject({ isSignedIn: false, isTablet: true })
  })

  test('a form that was sent is not shown again, and the next person sees nothing', async () => {
    const { device, id } = await handOver()
    const { typed } = await readForm(device, formPath)
    const wrong = await device.post(formPath, typed({ 'What brings you?': secret }))
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain(secret)
    const sent = await device.post(formPath, typed({ ...intakeAnswers, 'What brings you?': secret }))
    expect(led(sent)).toBe('/tablet')
    expect(device.cookies.has('form-copy')).toBe(false)
    const thanks = await (await device.get('/tablet')).text()
    expect(thanks).toContain(words.done.title)
    expect(thanks).not.toContain(secret)
    expect(led(await device.get(formPath))).toBe('/tablet')
    expect(
      await look(site, (db) => db.selectFrom('formDrafts').where('appointmentId', '=', id).selectAll().execute()),
    ).toEqual([])
  })

  test('after 30 minutes, or 3 without a touch, shows nothing, and keeps what was typed for this patient', async () => {
    for (const [spent, sends] of [
      [{ openedAt: Date.now() - 31 * minute }, true],
      [{ touchedAt: Date.now() - 4 * minute }, false],
    ] as const) {
      const { device, id } = await handOver()
      const { typed, nameOf } = await readForm(device, formPath)
      const fields = { ...typed({ 'What brings you?': secret, Signature: 'Maya Thomas' }), form: 'intake' }
      expect((await device.post('/tablet/draft', { ...fields, intent: 'touch' })).status).toBe(204)
      await setClock(id, spent)
      // Without scripts, what is sent too late.
      if (sends) expect(led(await device.post(formPath, fields))).toBe('/tablet')
      expect((await device.post('/tablet/draft', { intent: 'touch' })).status).toBe(409)
      expect(led(await device.get(formPath))).toBe('/tablet')
      const over = await (await device.get('/tablet')).text()
      expect(over).toContain(words.over.title)
      expect(over).not.toContain(secret)
      const [draft] = await look(site, (db) =>
        db.selectFrom('formDrafts').where('appointmentId', '=', id).selectAll().execute(),
      )
      expect(Buffer.from(draft!.sealed).toString('latin1')).not.toContain(secret)
      // Staff hand the device over again.
      expect(led(await takeBack(device, ...owner))).toBe(`/admin/appointments/${id}`)
      await device.post(`/admin/appointments/${id}`, { intent: 'tablet', form: 'intake' })
      const again = (await readForm(device, formPath)).html
      expect(formsIn(again)[0]!.fields).toMatchObject({
        [nameOf('What brings you?')]: secret,
        [nameOf('Signature')]: '',
      })
      // Another patient has another form.
      const other = await handOver()
      expect((await readForm(other.device, formPath)).html).not.toContain(secret)
    }
  })

  test('the button for staff keeps what was typed, also without scripts', async () => {
    const { device } = await handOver()
    const { typed } = await readForm(device, formPath)
    const fields = { ...typed({ 'What brings you?': secret }), form: 'intake', intent: 'staff' }
    const kept = await device.post('/tablet/draft', fields)
    expect([kept.status, led(kept)]).toEqual([303, '/tablet/staff'])
    // A touch without the fields, since nothing was typed.
    expect((await device.post('/tablet/draft', { form: 'intake', intent: 'touch' })).status).toBe(204)
    expect(await (await device.get('/tablet/staff')).text()).toContain(words.back)
    expect((await readForm(device, formPath)).html).toContain(secret)
  })

  test('nobody else’s device has anything of it', async () => {
    const other = visitor(site)
    for (const path of ['/tablet/draft', formPath, '/tablet/staff']) {
      const answer = await other.post(path, { form: 'intake', intent: 'touch' })
      expect([answer.status, led(answer)], path).toEqual([303, '/tablet'])
    }
    expect([led(await other.get(formPath)), led(await other.get('/tablet'))]).toEqual([
      '/tablet',
      '/login?next=%2Fadmin',
    ])
  })

  test('is given back to people who work here alone', async () => {
    const { device, id } = await handOver()
    // A patient's own account is no key to it.
    const [email] = ['own-account@example.com']
    await visitor(site).post('/login?mode=sign-up', { name: 'Own', email, password: goodPassword })
    await look(site, (db) =>
      db
        .updateTable('users')
        .set({ emailVerified: 1 })
        .where('email', '=', email)
        .execute()
        .then(() => {}),
    )
    const own = await takeBack(device, email!, goodPassword)
    expect(own.status).toBe(400)
    expect(await own.text()).toContain(words.wrong)
    expect(device.cookies.has('session')).toBe(false)
    const html = await (await device.get('/tablet/staff')).text()
    expect(html).not.toMatch(/type="(password|email)"|name="(email|password)"/)
    const back = await takeBack(device, ...owner)
    expect(led(back)).toBe(`/admin/appointments/${id}`)
    expect(device.cookies.has('tablet')).toBe(false)
    expect((await device.get(`/admin/appointments/${id}`)).status).toBe(200)
    const acts = await look(site, (db) =>
      db
        .selectFrom('auditEntries')
        .select('act')
        .where('record', '=', `appointment:${id}`)
        .orderBy('sequence')
        .execute(),
    )
    expect(acts.map(({ act }) => act)).toEqual(['tablet.started', 'tablet.ended'])
    // Where it is not a patient's any more.
    expect(led(await device.get('/tablet'))).toBe('/login?next=%2Fadmin')
  })

  test('a passkey takes it back, if the device has verified who holds it', async () => {
    const admin = await signInAsAdmin(site)
    const key = softwareAuthenticator(site.url)
    await addPasskeyOn('/admin/security', admin, key, withPassword)
    const { device, id } = await handOver()
    const answer = (fault = {}) => answerChallenge(device, key, fault)
    const unverified = await device.post('/tablet/staff', {
      intent: 'passkey',
      passkey: await answer({ isVerified: false }),
    })
    expect(unverified.status).toBe(400)
    const back = await device.post('/tablet/staff', { intent: 'passkey', passkey: await answer() })
    expect(led(back)).toBe(`/admin/appointments/${id}`)
    await look(site, (db) =>
      db
        .deleteFrom('passkeys')
        .execute()
        .then(() => {}),
    )
  })

  test('is started by those who see the appointment, for a form that is due', async () => {
    const { link } = await handOver()
    const practitioner = await signInAs(site, 'practitioner')
    const refused = await practitioner.post(`/admin/appointments/${idOf(link)}`, { intent: 'tablet', form: 'intake' })
    expect([404, 409]).toContain(refused.status)
    const desk = await signInAs(site, 'front-desk')
    const none = await desk.post(`/admin/appointments/${idOf(link)}`, { intent: 'tablet', form: 'nothing' })
    expect(none.status).toBe(409)
    expect((await none.text()).replaceAll('&#x27;', "'")).toContain(adminForms.changed)
    expect(desk.cookies.has('session')).toBe(true)
  })

  test('what a link shows has nothing of a draft', async () => {
    const { device, link } = await handOver()
    const { typed } = await readForm(device, formPath)
    await device.post('/tablet/draft', { ...typed({ 'What brings you?': secret }), form: 'intake', intent: 'close' })
    const html = await (await visitor(site).get(`${link}/forms/intake`)).text()
    expect(html).toContain(formPage.sign)
    expect(html).not.toContain(secret)
  })
})

test('five wrong tries on a device, whoever is named, and then a wait', async () => {
  const site = await startSiteForTest('sqlite', adminSettings)
  const device = await signInAsAdmin(site)
  await publishForm(device)
  const { id } = await bookByTelephone(device, 1)
  await device.post(`/admin/appointments/${id}`, { intent: 'tablet', form: 'intake' })
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    expect((await takeBack(device, `${name}@example.com`, 'wrong')).status).toBe(400)
  const refused = await takeBack(device, ...owner)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(30)
  expect((await refused.text()).replaceAll('&#x27;', "'")).toContain(words.failure)
  // Passkeys count too; the form stays open.
  expect((await device.post('/tablet/staff', { intent: 'passkey', passkey: '{}' })).status).toBe(429)
  expect((await device.get(formPath)).status).toBe(200)
})
