import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patientPage } from '#app/routes/admin/patients/words.ts'
import { maskEmail } from '#app/domain/shared/mask-email.ts'
import { dataCodePage } from '#content/pages/data-code.ts'
import { myDataPage } from '#content/pages/my-data.ts'
import { accountHolder, goodPassword, linkIn, newAddress } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { formsIn, visitor } from '#tests/support/visitor.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { signInAs } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'

type Browser = ReturnType<typeof visitor>

let people = 0
function newPatient(more: { name?: string; email?: string } = {}) {
  people += 1
  const health = `qzhealth${people}word`
  return { name: `Ana ${people}`, email: newAddress(), phone: `(205) 555-${7000 + people}`, health, ...more }
}

describe.each(databasesFor(import.meta.url))('a person’s own data on %s', (kind) => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  beforeAll(async () => void ({ mail, site } = await startMailingSite(kind, adminSettings)))
  afterAll(() => site?.stop())

  const emailsTo = (email: string, subject: string, count = 1) =>
    until(async () => {
      const all = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
      const found = all.filter((one) => one.subject === subject && one.to?.some(({ address }) => address === email))
      return found.length >= count ? found : undefined
    })
  const codeIn = (text = '') => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ''

  /** Asks for a code in this browser, and reads it in the mailbox. */
  async function askForCode(browser: Browser, link: string, email: string, count = 1) {
    const sent = await browser.post(`${link}/data`, { intent: 'send' })
    expect(sent.status).toBe(303)
    const emails = await emailsTo(email, 'Your code', count)
    return codeIn(emails.at(-1)?.text)
  }
  const enter = (browser: Browser, link: string, code: string) =>
    browser.post(`${link}/data`, { intent: 'check', code })
  async function openByLink(link: string, email: string) {
    const browser = visitor(site)
    const opened = await enter(browser, link, await askForCode(browser, link, email))
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, '/my-data'])
    return browser
  }
  const page = async (browser: Browser, path = '/my-data') => {
    const answer = await browser.get(path)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    return answer.text()
  }
  async function download(browser: Browser) {
    const answer = await browser.post('/my-data/file', {})
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('Content-Disposition')).toContain('attachment')
    return (await answer.json()) as Record<string, Record<string, unknown>[]>
  }
  const acts = (act: string) =>
    look(site, (db) => db.selectFrom('auditEntries').selectAll().where('act', '=', act).execute())
  /** An account of somebody who reads this mailbox. */
  async function confirmedAccount(email: string, name: string) {
    const person = accountHolder(site)
    await person.signUp({ email, name, password: goodPassword })
    const [confirm] = await until(async () => {
      const all = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
      const found = all.filter(
        (one) => one.to?.some(({ address }) => address === email) && /login\/confirm/.test(one.text ?? ''),
      )
      return found.length > 0 ? found : undefined
    })
    const path = linkIn(confirm!.text!, '/login/confirm/')
    expect((await person.post(path, { password: goodPassword })).status).toBe(303)
    return person
  }
  /** As if they had signed in long ago. */
  const makeSessionsOld = (email: string) =>
    look(site, async (db) => {
      const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      const old = new Date(Date.now() - 10 * 60_000)
      const createdAt = kind === 'sqlite' ? old.toISOString() : old
      await db.updateTable('sessions').set({ createdAt }).where('userId', '=', id).execute()
    })

  test('opens with the link and a code to its address, the health answer too, which is recorded first', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    await placeOrderOn(site, { contact: { name: patient.name, email: patient.email } })
    const before = (await acts('data.opened')).length

    // The link alone shows neither the answer nor the address.
    const linkPage = await page(visitor(site), link)
    expect(linkPage).toContain(`href="${link}/data"`)
    const asking = await page(visitor(site), `${link}/data`)
    expect(asking).toContain(dataCodePage.to(maskEmail(patient.email)))
    expect(asking).not.toContain('value="check"')
    expect((await visitor(site).get('/my-data', { 'Sec-Purpose': 'prefetch' })).status).toBe(503)
    for (const html of [asking, await page(visitor(site))]) {
      expect(html).not.toContain(patient.health)
      expect(html).not.toContain(patient.email)
      expect(html).not.toContain('rel="modulepreload"')
    }
    expect(linkPage).not.toContain(patient.health)
    expect((await visitor(site).post('/my-data/file', {})).headers.get('Location')).toBe('/my-data')
    expect(await acts('data.opened')).toHaveLength(before)

    const browser = await openByLink(link, patient.email)
    const html = await page(browser)
    for (const text of [patient.name, patient.email, patient.health, myDataPage.sections.orders])
      expect(html).toContain(text)
    expect((await acts('data.opened')).slice(before)).toMatchObject([
      { who: 'patient', fromWhere: 'online', detail: patient.email },
    ])

    const file = await download(browser)
    expect((await acts('data.downloaded')).at(-1)).toMatchObject({ who: 'patient', detail: patient.email })
    expect(file.appointments).toMatchObject([
      {
        name: patient.name,
        healthAnswer: patient.health,
        bookedBy: 'online',
        bookedAt: expect.stringMatching(/^2\d{3}-\d\d-\d\dT/),
      },
    ])
    expect(file.orders).toMatchObject([{ name: patient.name }])
    expect(file.emails!.map(({ kind: one }) => one)).toEqual(expect.arrayContaining(['appointment', 'data-code']))
    expect(JSON.stringify(file.emails)).not.toMatch(/\b\d{6}\b.*works once/s)
    const [copy] = (await page(browser)).match(/Requests about your data/) ?? []
    expect(copy).toBeDefined()
    // Closed, it is gone from this browser.
    expect((await browser.post('/my-data', { intent: 'close' })).status).toBe(303)
    expect(await page(browser)).not.toContain(patient.health)
  })

  test('a code works once, in the browser that asked, for its appointment, and not after five wrong ones', async () => {
    const [one, other] = [newPatient(), newPatient()]
    const [{ link }, { link: otherLink }] = [await bookOnline(site, one), await bookOnline(site, other)]
    const browser = visitor(site)
    const code = await askForCode(browser, link, one.email)
    expect(await page(browser, `${link}/data`)).toContain(dataCodePage.sent(maskEmail(one.email)))

    const elsewhere = visitor(site)
    const answers = [await enter(elsewhere, link, code), await enter(browser, otherLink, code)]
    await askForCode(elsewhere, otherLink, other.email)
    answers.push(await enter(elsewhere, otherLink, code))
    for (const answer of answers) expect(answer.status).toBe(400)
    expect(await page(elsewhere)).not.toContain(one.health)

    const blank = await enter(browser, link, '')
    expect([blank.status, await blank.text()]).toEqual([400, expect.stringContaining(dataCodePage.blank)])
    expect((await enter(browser, link, code)).status).toBe(303)
    const again = visitor(site)
    again.cookies.set('my-data', browser.cookies.get('my-data') ?? '')
    expect(await (await enter(browser, link, code)).text()).toContain(dataCodePage.gone)

    const guessing = visitor(site)
    const right = await askForCode(guessing, link, one.email, 2)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let n = 0; n < 4; n += 1)
      expect(await (await enter(guessing, link, wrong)).text()).toContain(dataCodePage.wrong)
    expect(await (await enter(guessing, link, wrong)).text()).toContain(dataCodePage.gone)
    expect((await enter(guessing, link, right)).status).toBe(400)
    expect(await page(guessing)).not.toContain(one.health)
  })

  test('a code expires, and only a few are sent', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const browser = visitor(site)
    const code = await askForCode(browser, link, patient.email)
    await look(site, (db) =>
      db
        .updateTable('dataCodes')
        .set({ createdAt: Date.now() - 15 * 60_000 })
        .execute(),
    )
    expect(await (await enter(browser, link, code)).text()).toContain(dataCodePage.gone)
    for (let n = 0; n < 4; n += 1) expect((await browser.post(`${link}/data`, { intent: 'send' })).status).toBe(303)
    const refused = await browser.post(`${link}/data`, { intent: 'send' })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  })

  test('an address that was entered through the link opens nothing, not even with an account', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const stranger = newAddress()
    await visitor(site).post(link, { intent: 'contact', ...patient, email: stranger })
    const [asked] = await until(async () => {
      const all = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
      const found = all.filter((one) => one.to?.some(({ address }) => address === stranger))
      return found.length > 0 ? found : undefined
    })
    await visitor(site).post(linkIn(asked!.text!, '/appointments/confirm/'), {})
    const links = await emailsTo(stranger, (await linksSubject()) ?? '')
    const fresh = linkIn(links[0]!.text!, '/appointments/')
    expect(await page(visitor(site), `${fresh}/data`)).not.toContain('name="intent"')
    expect((await visitor(site).post(`${fresh}/data`, { intent: 'send' })).status).toBe(404)

    const account = await confirmedAccount(stranger, patient.name)
    const html = await page(account)
    expect(html).toContain(myDataPage.left.unconfirmed)
    expect(html).not.toContain(patient.health)
    // With an appointment of their own under the patient's name, which joins that record, only their own answer.
    const theirs = newPatient({ name: patient.name, email: stranger })
    const own = await page(await openByLink((await bookOnline(site, theirs)).link, stranger))
    expect(own).toContain(theirs.health)
    expect(own).not.toContain(patient.health)
  })
  const linksSubject = () =>
    until(() =>
      look(
        site,
        async (db) =>
          (
            await db
              .selectFrom('emails')
              .select('subject')
              .where('kind', '=', 'appointment-links')
              .where('subject', 'is not', null)
              .executeTakeFirst()
          )?.subject ?? undefined,
      ),
    )

  test('a link to an address that staff entered neither replaces nor erases what is sealed', async () => {
    const { email, ...patient } = newPatient()
    const { link } = await bookOnline(site, { ...patient, email })
    const stored = () =>
      look(site, (db) => db.selectFrom('appointments').selectAll().where('email', '=', email).executeTakeFirst())
    await look(site, (db) =>
      db.updateTable('appointments').set({ givenEmail: null }).where('email', '=', email).execute(),
    )
    const before = await stored()
    for (const intent of ['health', 'erase-health', 'erase'])
      expect((await visitor(site).post(link, { intent, health: 'qzstranger' })).status, intent).toBe(403)
    expect([before?.email, await stored()]).toEqual([email, before])
  })

  test('people who share an address see each other’s data neither by link nor with an account', async () => {
    const email = newAddress()
    const [mother, child] = [newPatient({ name: 'Helen Marsh', email }), newPatient({ name: 'Ben Marsh', email })]
    const [{ link }, { link: childLink }] = [await bookOnline(site, mother), await bookOnline(site, child)]
    const account = await confirmedAccount(email, 'Helen Marsh')
    const shared = await page(account)
    expect(shared).toContain(myDataPage.left.shared)
    for (const { health } of [mother, child]) expect(shared).not.toContain(health)

    const own = await openByLink(link, email)
    for (const text of [await page(own), JSON.stringify(await download(own))]) {
      expect(text).toContain(mother.health)
      expect(text).not.toContain(child.health)
      expect(text).not.toContain('Ben Marsh')
    }
    // An act on the other's appointment is refused.
    const { id } = await look(site, (db) =>
      db
        .selectFrom('appointments')
        .select('id')
        .where('name', '=', 'Ben Marsh')
        .where('email', '=', email)
        .executeTakeFirstOrThrow(),
    )
    for (const intent of ['health', 'erase-health'])
      expect((await own.post('/my-data', { intent, appointment: id, health: 'x' })).status).toBe(409)
    const others = await page(await openByLinkAgain(childLink, email))
    expect(others).toContain(child.health)
    expect(others).not.toContain(mother.health)
  })
  async function openByLinkAgain(link: string, email: string) {
    const browser = visitor(site)
    expect((await enter(browser, link, await askForCode(browser, link, email, 2))).status).toBe(303)
    return browser
  }

  test('a merge opens nothing to links, codes and sessions unless the owner chooses so, and its end ends all of it', async () => {
    const own = newPatient()
    const victim = newPatient()
    const shared = { phone: own.phone }
    const { link } = await bookOnline(site, own)
    const { link: victimLink } = await bookOnline(site, { ...victim, ...shared })
    const session = await openByLink(link, own.email)
    const ofVictim = await openByLink(victimLink, victim.email)
    const recordOf = async ({ email }: { email: string }) => {
      const { id } = await look(site, (db) =>
        db.selectFrom('patients').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
      )
      return id
    }
    const [ownId, other] = [await recordOf(own), await recordOf(victim)]
    const record = `/admin/patients/${ownId}`
    const owner = await signInAsAdmin(site)
    const desk = await signInAs(site, 'front-desk', newAddress())

    // The page says for each address what it would open; only who reads it all may choose.
    const would = [own, victim].map(({ name, email }) => ({ name, email, answers: 1, forms: 0, notes: 0 }))
    const [ofOwner, ofDesk] = [await (await owner.get(record)).text(), await (await desk.get(record)).text()]
    for (const one of would) {
      expect(ofOwner).toContain(patientPage.opens.to(one))
      expect(ofDesk).toContain(patientPage.opens.would(one))
    }
    expect(ofOwner.match(/<input[^>]*name="chosen"[^>]*>/g)).toHaveLength(2)
    expect(ofOwner, 'nothing is chosen before').not.toMatch(/<input[^>]*name="chosen"[^>]*checked/)
    for (const text of ['name="chosen"', 'value="merge-open"']) expect(ofDesk).not.toContain(text)
    const chosen = { other, chosen: ownId }
    expect((await desk.post(record, { intent: 'merge-open', ...chosen })).status).toBe(403)
    expect((await desk.get(`/admin/patients/${other}`)).status, 'still a record of its own').toBe(200)
    const undo = async () => {
      const change = /name="change" value="([^"]+)"/.exec(await (await desk.get(record)).text())?.[1] ?? ''
      return desk.post(record, { intent: 'undo', change })
    }
    const separate = () => desk.post(record, { intent: 'separate', record: other })
    const merges: { by: Browser; fields: Record<string, string>; opens: boolean; end: () => Promise<Response> }[] = [
      { by: desk, fields: { intent: 'merge', ...chosen }, opens: false, end: undo },
      { by: owner, fields: { intent: 'merge-open', other }, opens: false, end: undo },
      { by: owner, fields: { intent: 'merge-open', ...chosen }, opens: true, end: undo },
      { by: owner, fields: { intent: 'merge-open', ...chosen }, opens: true, end: separate },
      { by: desk, fields: { intent: 'merge', other }, opens: false, end: undo },
    ]
    for (const [n, { by, fields, opens, end }] of merges.entries()) {
      expect((await by.post(record, fields)).status).toBe(303)
      for (const text of [await page(session), JSON.stringify(await download(session))])
        expect(text.includes(victim.health), `merge ${n}`).toBe(opens)
      expect(await page(ofVictim), 'an address that was not chosen').not.toContain(own.health)
      if (!opens) {
        expect((await end()).status).toBe(303)
        continue
      }
      const waiting = visitor(site)
      const code = await askForCode(waiting, link, own.email, n)
      expect((await end()).status).toBe(303)
      expect((await enter(waiting, link, code)).status).toBe(303)
      for (const browser of [session, waiting])
        for (const text of [await page(browser), JSON.stringify(await download(browser)), await page(browser, link)]) {
          expect(text, `after merge ${n}`).not.toContain(victim.health)
          expect(text).not.toContain(victim.email)
        }
      expect(await page(session)).toContain(own.health)
    }

    // Booked again under the proved address, with another phone: the record keeps its own, and asks.
    await bookOnline(site, { ...own, phone: '(205) 555-6199' })
    const asks = await (await desk.get(record)).text()
    expect(asks).toContain(patientPage.phones.given('(205) 555-6199'))
    expect(asks).toContain(own.phone)
    expect(asks).not.toContain(patientPage.phones.given(own.phone))
  })

  test('an account opens its own person’s data right after signing in, and later with the password', async () => {
    const patient = newPatient({ name: 'Iris Own' })
    await bookOnline(site, patient)
    const account = await confirmedAccount(patient.email, 'iris  own')
    expect(await page(account)).toContain(patient.health)
    expect(await download(account)).toMatchObject({ account: [{ email: patient.email, emailConfirmed: true }] })

    await makeSessionsOld(patient.email)
    const asked = await page(account)
    expect(asked).not.toContain(patient.health)
    expect((await account.post('/my-data/file', {})).status).toBe(303)
    const wrong = await account.post('/my-data', { intent: 'open', password: 'not this one at all' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain(myDataPage.closed.confirm.wrong)
    expect((await account.post('/my-data', { intent: 'open', password: goodPassword })).status).toBe(303)
    expect(await page(account)).toContain(patient.health)
    // The cookie opens nothing in a browser without the session.
    const elsewhere = visitor(site)
    elsewhere.cookies.set('my-data', account.cookies.get('my-data') ?? '')
    expect(await page(elsewhere)).not.toContain(patient.health)

    const named = await confirmedAccount(newAddress(), 'Nobody Here')
    const nothing = await page(named)
    expect(nothing).toContain(myDataPage.left.none)
    for (const intent of ['correct', 'erase']) expect(nothing).not.toContain(`value="${intent}"`)
    expect((await named.post('/my-data', { intent: 'erase', request: 'erase-one' })).status).toBe(409)
  })

  test('an unconfirmed account opens nothing, and a name that does not agree neither', async () => {
    const patient = newPatient()
    await bookOnline(site, patient)
    const other = await confirmedAccount(patient.email, 'Somebody Else')
    const html = await page(other)
    expect(html).toContain(myDataPage.left['other-name'])
    expect(html).not.toContain(patient.health)
  })

  test('replaces and erases a health answer at once, and asks for corrections and erasure once', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const browser = await openByLink(link, patient.email)
    const forms = formsIn(await page(browser))
    const { appointment = '' } = forms.find(({ fields }) => 'health' in fields)!.fields
    const blank = await browser.post('/my-data', { intent: 'health', appointment, health: ' ' })
    expect([blank.status, await blank.text()]).toEqual([
      400,
      expect.stringMatching(RegExp(`<textarea[^>]*id="health-${appointment}"[^>]*aria-invalid="true"`)),
    ])
    expect((await browser.post('/my-data', { intent: 'health', appointment, health: 'qzreplaced' })).status).toBe(303)
    expect(await page(browser)).toContain('qzreplaced')
    expect((await browser.post('/my-data', { intent: 'erase-health', appointment })).status).toBe(303)
    expect(await page(browser)).not.toContain('qzreplaced')
    for (const act of ['health.replaced-by-patient', 'health.erased-by-patient'])
      expect((await acts(act)).at(-1)).toMatchObject({ who: 'patient', detail: patient.email })

    const { request = '' } = formsIn(await page(browser)).find(({ fields }) => 'correction' in fields)!.fields
    const empty = await browser.post('/my-data', { intent: 'correct', request, correction: '' })
    expect(empty.status).toBe(400)
    for (let n = 0; n < 2; n += 1)
      expect((await browser.post('/my-data', { intent: 'correct', request, correction: 'qzcorrection' })).status).toBe(
        303,
      )
    const html = await page(browser)
    expect(html.split('qzcorrection')).toHaveLength(2)
    for (const id of ['erase-one', 'erase-two'])
      expect((await browser.post('/my-data', { intent: 'erase', request: id })).status).toBe(303)
    expect(await page(browser)).toContain(myDataPage.erase.open)
    const rows = await look(site, (db) =>
      db
        .selectFrom('dataRequests')
        .innerJoin('patients', 'patients.id', 'dataRequests.patientId')
        .select(['kind', 'way', 'request'])
        .where('email', '=', patient.email)
        .execute(),
    )
    expect(rows.map(({ kind: one }) => one).toSorted()).toEqual(['correction', 'erasure'])
    expect(Buffer.from(rows.find(({ request: text }) => text)!.request!).includes('qzcorrection')).toBe(false)

    // Without proof nothing is changed or opened.
    expect((await visitor(site).post('/my-data', { intent: 'open', password: goodPassword })).status).toBe(403)
    for (const intent of ['correct', 'erase', 'health', 'erase-health'])
      expect(
        (await visitor(site).post('/my-data', { intent, appointment, request: 'r', correction: 'x' })).status,
      ).toBe(403)
  })
})

test('while no emails leave the site, no code is sent, and the page says to call', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const patient = newPatient()
  const { link, person } = await bookOnline(site, patient)
  const html = await (await person.get(`${link}/data`)).text()
  expect(html).toContain('give you a copy of your data')
  expect(html).not.toContain('value="send"')
  expect((await person.post(`${link}/data`, { intent: 'send' })).status).toBe(404)
  expect(await look(site, (db) => db.selectFrom('dataCodes').selectAll().execute())).toEqual([])
  for (const broken of ['/appointments/x/data', '/appointments/YWJj.YWJj/data'])
    expect((await person.get(broken)).status).toBe(404)
})
