import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayField, serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { fairness, offerPage, waitlistEntryPage, waitlistPage } from '#content/pages/waitlist.ts'
import { waitlistEmails } from '#content/emails.ts'
import { addressLine } from '#content/site.ts'
import { linkIn } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { plain } from '#tests/support/shown.ts'

const serviceId = bookingOfAService.split('/').at(-1)!
const revealing = services.find(({ id }) => id === serviceId)!.title

/** The chosen value of a select. */
function chosen(html: string, name: string) {
  const [options = ''] = new RegExp(`<select[^>]*name="${name}".*?</select>`, 's').exec(html) ?? []
  const [, value] = /<option value="([^"]*)" selected/.exec(options) ?? []
  return value ?? ''
}

let people = 0
function newPerson() {
  people += 1
  return { name: `Wanda ${people}`, email: `wanda${people}@example.com`, phone: `(205) 555-${7000 + people}` }
}

describe.each(databasesFor(import.meta.url))('the waitlist on %s', (kind) => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  beforeAll(async () => void ({ mail, site } = await startMailingSite(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })))
  afterAll(() => site?.stop())

  const page = async (path: string) => plain(await (await visitor(site).get(path)).text())
  const post = (path: string, form: Record<string, string>) => visitor(site).post(path, form)

  /** The last email to an address with this subject. */
  const emailTo = (address: string, subject: string) =>
    until(async () => {
      const all = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
      return all.findLast((email) => email.to?.[0]?.address === address && email.subject?.startsWith(subject))
    })

  async function join(more: Record<string, string> = {}) {
    const person = newPerson()
    const answer = await post('/waitlist', { ...person, [serviceField(serviceId)]: 'on', ...more })
    expect(answer.status).toBe(303)
    const email = await emailTo(person.email, 'You’re on the waitlist')
    return { ...person, link: linkIn(email.text!, '/waitlist/')! }
  }

  const later = async (table: 'jobs', what: string) => {
    await look(site, (db) =>
      db
        .updateTable(table)
        .set({ runAt: Date.now() - 1 })
        .where('kind', '=', what)
        .execute(),
    )
  }

  /** Somebody cancels, and the time in which that can be undone is over. */
  async function freeAnHour() {
    const booked = await bookOnline(site, { ...newPerson(), health: 'tired' })
    expect((await booked.person.post(booked.link, { intent: 'cancel' })).status).toBe(303)
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ undoUntil: Date.now() - 1 })
        .where('undoUntil', 'is not', null)
        .execute(),
    )
    await later('jobs', 'release-hour')
  }

  const offered = async ({ email }: { email: string }) => {
    const sent = await emailTo(email, 'A time has opened')
    return { path: linkIn(sent.text!, '/offers/')!, text: sent.text! }
  }

  const openOffers = () =>
    look(site, (db) => db.selectFrom('waitlistOffers').selectAll().where('state', '=', 'open').execute())

  const leave = ({ link }: { link: string }) => post(link, { intent: 'leave' })

  test('each error above the form leads to what it is about', async () => {
    const html = await (await post('/waitlist', { name: 'Wanda', email: 'wanda', phone: '' })).text()
    const targets = [...html.matchAll(/<li><a href="#([^"]+)">([^<]+)/g)].map(([, id, says]) => {
      const part = html.slice(html.indexOf(` id="${id}"`))
      return [says, /^[^>]*aria-describedby="[^"]*error"/.test(part), part.indexOf(says!) > 0]
    })
    expect(targets).toHaveLength(3)
    for (const [says, ...isThere] of targets) expect(isThere, String(says)).toEqual([true, true])
    const legend = html.slice(html.indexOf('<fieldset class="answers" id="outcome"'))
    expect(legend).toMatch(new RegExp(`^[^>]*><legend>${waitlistPage.wish.services}`))
  })

  test('is joined without scripts; what is missing is said beside its field, and nothing typed is lost', async () => {
    const form = await page(`/waitlist?service=${serviceId}`)
    expect(form).toContain(fairness)
    expect(form).toMatch(new RegExp(`name="${serviceField(serviceId)}"[^>]*checked`))
    const wrong = await post('/waitlist', { ...newPerson(), phone: 'none', [dayField(2)]: 'on', lastDay: '2020-01-01' })
    const again = plain(await wrong.text())
    expect(wrong.status).toBe(400)
    for (const text of [waitlistPage.errors.services, 'Enter a day from today', 'value="none"'])
      expect(again).toContain(text)
    expect(again).toMatch(new RegExp(`name="${dayField(2)}"[^>]*checked`))
    const person = await join({ [dayField(2)]: 'on', until: '12:00' })
    const shown = await page(person.link)
    expect(shown).toContain(waitlistEntryPage.states.waiting)
    for (const own of [person.name, person.email, person.phone]) expect(shown).not.toContain(own)
    expect([chosen(shown, 'from'), chosen(shown, 'until')]).toEqual(['', '12:00'])
    const browser = visitor(site)
    const wish = { intent: 'change', [serviceField(serviceId)]: 'on', from: '16:00' }
    expect((await browser.post(person.link, wish)).status).toBe(303)
    const changed = plain(await (await browser.get(person.link)).text())
    expect(changed).toContain(waitlistEntryPage.change.done)
    expect(changed).not.toContain(waitlistEntryPage.keep)
    expect([chosen(changed, 'from'), chosen(changed, 'until')]).toEqual(['16:00', ''])
    await leave(person)
    const left = await page(person.link)
    for (const text of [waitlistEntryPage.states.left, waitlistEntryPage.again]) expect(left).toContain(text)
    expect(left).not.toContain('name="intent"')
    for (const intent of ['change', 'keep']) expect((await post(person.link, { ...wish, intent })).status).toBe(409)
  })

  test.each([
    [{ from: '15:00', until: '15:00' }, 'until', waitlistPage.errors.until],
    [{ from: '15:00', until: '10:00' }, 'until', waitlistPage.errors.until],
    [{ from: 'noon', until: '' }, 'from', waitlistPage.errors.hour],
  ])('hours that leave no time are said beside the field: %o', async (times, field, error) => {
    const wrong = await post('/waitlist', { ...newPerson(), [serviceField(serviceId)]: 'on', ...times })
    const html = plain(await wrong.text())
    expect(wrong.status).toBe(400)
    const [select = ''] = new RegExp(`<select[^>]*name="${field}".*?</div>`, 's').exec(html) ?? []
    expect(select).toContain(error)
    expect(select).toMatch(/^[^>]*aria-invalid="true"/)
    if (times.until) expect([chosen(html, 'from'), chosen(html, 'until')]).toEqual([times.from, times.until])
  })

  test('an hour chosen while the clinic was open then stays chosen', async () => {
    const person = await join({ from: '05:00' })
    expect(chosen(await page(person.link), 'from')).toBe('05:00')
    expect(await page('/waitlist')).not.toContain('value="05:00"')
    await leave(person)
  })

  test('joined, the page says so, and leads to the form for another wish', async () => {
    const browser = visitor(site)
    const answer = await browser.post('/waitlist', { ...newPerson(), [serviceField(serviceId)]: 'on' })
    const joined = plain(await (await browser.get(answer.headers.get('Location')!)).text())
    expect(joined).toContain(waitlistPage.joined)
    expect(joined).not.toContain('name="phone"')
    const [, href = ''] = new RegExp(`<a href="([^"]*)">${waitlistPage.another}`).exec(joined) ?? []
    expect(plain(await (await browser.get(href)).text())).toContain('name="phone"')
    await look(site, (db) =>
      db.updateTable('waitlistEntries').set({ state: 'left' }).where('state', '=', 'waiting').execute(),
    )
  })

  test('joined twice with the same wishes is one place', async () => {
    const person = newPerson()
    const form = { ...person, [serviceField(serviceId)]: 'on' }
    for (let times = 0; times < 2; times += 1) expect((await post('/waitlist', form)).status).toBe(303)
    const entries = await look(site, (db) =>
      db.selectFrom('waitlistEntries').selectAll().where('email', '=', person.email).execute(),
    )
    expect(entries).toHaveLength(1)
    await leave({ link: linkIn((await emailTo(person.email, 'You’re on')).text!, '/waitlist/')! })
  })

  test('offers a freed hour by an email that names no service, and only its button accepts', async () => {
    const [first, second] = [await join(), await join()]
    await freeAnHour()
    const { path, text } = await offered(first)
    expect(text).not.toContain(revealing)
    for (const own of [first.name, first.phone]) expect(text).not.toContain(own)
    // A mail scanner opens the link.
    for (let times = 0; times < 3; times += 1) expect(await page(path)).toContain(offerPage.accept)
    expect(await openOffers()).toHaveLength(1)
    const shown = await page(path)
    expect(shown).not.toContain(offerPage.asks)
    for (const text of [offerPage.service, revealing, addressLine(contentFacts(Date.now()))])
      expect(shown).toContain(text)
    for (const own of [first.name, first.email, first.phone]) expect(shown).not.toContain(own)

    const both = await Promise.all([post(path, { intent: 'accept' }), post(path, { intent: 'accept' })])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    const made = await look(site, (db) =>
      db.selectFrom('appointments').selectAll().where('name', '=', first.name).execute(),
    )
    expect(made).toMatchObject([{ state: 'confirmed', email: first.email, serviceId }])
    const confirmation = await emailTo(first.email, 'Your appointment')
    expect(linkIn(confirmation.text!, '/appointments/')).toBeDefined()
    // To whoever the email was forwarded, it shows neither the person nor the link to the appointment.
    const after = await page(path)
    for (const own of [first.name, first.email, '/appointments/']) expect(after).not.toContain(own)
    expect(await page(first.link)).toContain(waitlistEntryPage.states.booked)
    await leave(second)
  })

  test('a fourth appointment is a request, which the page says before it is accepted, and what became of it', async () => {
    const { link, ...person } = await join()
    for (let times = 0; times < 3; times += 1) await bookOnline(site, { ...person, health: 'tired' })
    await freeAnHour()
    const { path } = await offered(person)
    const before = await page(path)
    expect(before).toContain(offerPage.asks)
    for (const own of Object.values(person)) expect(before).not.toContain(own)
    expect((await post(path, { intent: 'accept' })).status).toBe(303)
    expect(await page(path)).toContain(offerPage.asked.emailed)
    // Somebody whose link came by text may have no email.
    await look(site, (db) =>
      db.updateTable('waitlistEntries').set({ email: '' }).where('email', '=', person.email).execute(),
    )
    const unmailed = await page(path)
    expect(unmailed).toContain(offerPage.asked.kept())
    expect(unmailed).not.toMatch(/our email/i)
    expect((await emailTo(person.email, 'Your request for an appointment'))?.text).not.toContain(revealing)
    expect(await page(link)).toContain(waitlistEntryPage.states.booked)
    await look(site, (db) =>
      db.updateTable('appointments').set({ state: 'declined' }).where('state', '=', 'requested').execute(),
    )
    expect(await page(path)).toContain(offerPage.over.title)
  })

  test('passes an hour on that is declined, and says so kindly once its time is up', async () => {
    const [first, second, third] = [await join(), await join(), await join()]
    await freeAnHour()
    const one = await offered(first)
    await post(one.path, { intent: 'decline' })
    expect(await page(one.path)).toContain(offerPage.declined.title)
    const two = await offered(second)
    await look(site, (db) =>
      db
        .updateTable('waitlistOffers')
        .set({ until: Date.now() - 1 })
        .where('state', '=', 'open')
        .execute(),
    )
    const over = await page(two.path)
    for (const text of [offerPage.over.text, offerPage.over.free, `href="/booking/${serviceId}?day=`])
      expect(over).toContain(text)
    // Accepting it too late passes it on, though no job has run.
    await post(two.path, { intent: 'accept' })
    expect(await page(two.path)).toContain(offerPage.over.text)
    const three = await offered(third)
    await post(three.path, { intent: 'leave' })
    expect(await page(three.path)).toContain(offerPage.over.left)
    expect(await openOffers()).toEqual([])
    for (const person of [first, second]) {
      expect(await page(person.link)).toContain(waitlistEntryPage.states.waiting)
      await leave(person)
    }
  })

  test('lets nobody accept a time on a day that the clinic has just closed, and says that it is no longer held', async () => {
    const person = await join()
    await freeAnHour()
    const { path } = await offered(person)
    const [offer] = await openOffers()
    const admin = await signInAsAdmin(site)
    const day = clinicDate(offer!.startsAt, clinicTimeZone).toString()
    const closing = { section: 'closures', intent: 'close', firstDay: day, lastDay: day, anyway: 'on' }
    expect((await admin.post('/admin/clinic', closing)).status).toBe(303)
    expect((await post(path, { intent: 'accept' })).status).toBe(303)
    expect(await page(path)).toContain(offerPage.over.text)
    const made = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('name', '=', person.name).execute(),
    )
    expect(made).toEqual([])
    await emailTo(person.email, waitlistEmails.withdrawn.subject)
    expect(await page(person.link)).toContain(waitlistEntryPage.states.waiting)
    await leave(person)
  })

  test('asks who never answers whether they still want to be told', async () => {
    const person = await join()
    await look(site, (db) =>
      db.updateTable('waitlistEntries').set({ silent: 2 }).where('email', '=', person.email).execute(),
    )
    await freeAnHour()
    await offered(person)
    await look(site, (db) =>
      db
        .updateTable('waitlistOffers')
        .set({ until: Date.now() - 1 })
        .where('state', '=', 'open')
        .execute(),
    )
    await later('jobs', 'end-offer')
    await emailTo(person.email, waitlistEmails.paused.subject)
    const paused = await page(person.link)
    for (const text of [waitlistEntryPage.states.paused, waitlistEntryPage.keep]) expect(paused).toContain(text)
    expect((await post(person.link, { intent: 'keep' })).status).toBe(303)
    expect(await page(person.link)).toContain(waitlistEntryPage.states.waiting)
    await leave(person)
  })

  test('accepts nothing for who was deleted, and answers forged, huge and malformed links with 404', async () => {
    const person = await join()
    await freeAnHour()
    const { path } = await offered(person)
    await look(site, (db) => db.deleteFrom('waitlistEntries').where('email', '=', person.email).execute())
    const token = path.split('/').at(-1)!
    const [body = '', signature = ''] = token.split('.')
    const malformed = [
      ...[token, `${body}.${body}`, `.${signature}`, `${token}.${token}`, `${token.slice(0, -1)}x`],
      ...['x', 'YWJj.YWJj', '%F0%9F%8C%BF', "'--", '..%2f..%2fadmin', '%22%3E%3Cscript', 'a'.repeat(6_000)],
    ]
    for (const link of malformed)
      for (const address of [`/offers/${link}`, `/waitlist/${link}`]) {
        expect((await visitor(site).get(address)).status, address.slice(0, 80)).toBe(404)
        for (const intent of ['accept', 'decline', 'leave', 'keep', 'change'])
          expect((await post(address, { intent })).status, `${intent} ${address.slice(0, 80)}`).toBe(404)
      }
    expect((await post(`/offers/${token}/pay`, {})).status).toBe(404)
    expect((await post(`/offers/${token}%00`, { intent: 'accept' })).status).toBe(400)
  })

  test.each([
    ['no intent', {}],
    ['another intent', { intent: 'toString' }],
    ['an amount that nobody asked for', { intent: 'accept', toPay: 'full 1 0'.repeat(1_000) }],
  ])('a post with %s accepts no offer and is no fault of the website', async (_, form: Record<string, string>) => {
    const person = await join()
    await freeAnHour()
    const { path } = await offered(person)
    expect((await post(path, form)).status).toBeLessThan(500)
    const made = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('name', '=', person.name).execute(),
    )
    expect(made).toEqual([])
    expect(await openOffers()).toHaveLength(1)
    await leave(person)
  })
})
