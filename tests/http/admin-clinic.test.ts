import { services, otherProduct, product } from '#tests/support/catalogue.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { holidaysFrom } from '#app/domain/clinic/holidays.ts'
import { observedHolidays } from '#app/domain/clinic/practical-facts.ts'
import { deliveredClinic } from '#app/domain/clinic/sections.ts'
import { clinicDate, formatDay, nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { adminSettings, clinicAdmin, withPassword } from '#tests/support/admin.ts'
import { bookByTelephone, bookOnline } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { buttonsIn, formsIn, formWith, visitor } from '#tests/support/visitor.ts'
import { contact, shopper } from '#tests/support/shopper.ts'
import { startSiteProcess, startSite } from '#tests/support/site.ts'
import { signInAs } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { admin as adminWords } from '#content/pages/admin.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { appointmentPage } from '#content/pages/appointment.ts'
import { cartPage } from '#content/pages/cart.ts'
import { productsPage } from '#content/pages/products.ts'
import { servicesPage } from '#content/pages/services.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

const delivered = contentFacts(Date.now())
const settings = { ...adminSettings, ABUSE_LIMITS: 'off' }
const today = () => Temporal.Now.plainDateISO(clinicTimeZone)
const inDays = (days: number) => today().add({ days }).toString()

const readText = async (site: { url: string }, path: string) => (await visitor(site).get(path)).text()

/** Only cached pages have an ETag. */
const cachedHome = (site: { url: string }, holds: (html: string) => boolean = () => true) =>
  until(async () => {
    const page = await fetch(site.url)
    const html = await page.text()
    return page.headers.has('ETag') && holds(html) ? html : undefined
  })

describe.each(databasesFor(import.meta.url))('what the admin says on %s', (kind) => {
  let site: Site
  /** Another process on the same database. */
  let other: Awaited<ReturnType<typeof startSite>>
  let admin: Awaited<ReturnType<typeof clinicAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, settings)
    const { PORT: _, ...same } = site.settings
    other = await startSite({ ...same, DATA_DIR: site.dataDir, WORKER: 'off' })
    admin = await clinicAdmin(site)
  })
  afterAll(async () => {
    await other?.stop({ keepData: true })
    await site?.stop()
  })

  test('a notice is on cached pages as soon as it is saved, in another process soon after, as plain text', async () => {
    for (const one of [site, other]) await cachedHome(one)
    const text = 'Snow: <b>call</b> first & come later. ‏سنفتح‎ 🌿'
    const saved = await admin.press('notice', { text, until: today().toString() })
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/admin/clinic#notice-outcome'])
    expect(await readText(site, '/')).toContain('Snow: &lt;b&gt;call&lt;/b&gt; first &amp; come later.')
    await cachedHome(site, (html) => html.includes('Snow:'))
    await until(async () => (await readText(other, '/')).includes('Snow:') || undefined)
    for (const path of ['/cart', '/not-there', '/login']) expect(await readText(site, path), path).toContain('Snow:')
    expect(await (await admin.get('/admin/clinic')).text()).toContain(words.saved)

    await admin.press('notice', {}, 'reset')
    expect(await readText(site, '/')).not.toContain('Snow:')
    await until(async () => !(await readText(other, '/')).includes('Snow:') || undefined)
  })

  test('the reminder is sent as many hours before as configured, and invalid input is reported next to the field', async () => {
    for (const hours of ['', 'two', '-1', '1.5', '337', '9999'])
      expect((await admin.press('reminder', { hours })).status, hours).toBe(400)
    expect((await admin.press('reminder', { hours: ' 72 ' })).status).toBe(303)
    const buttonsOn = (html: string) => buttonsIn(formWith(html, 'hours').html, 'intent')
    const changed = await (await admin.get('/admin/clinic')).text()
    for (const said of [words.saved, 'An email 72 hours before the appointment']) expect(changed).toContain(said)
    expect(buttonsOn(changed)).toEqual(['save', 'reset'])
    await admin.press('reminder', {}, 'reset')
    const reset = await (await admin.get('/admin/clinic')).text()
    for (const said of [words.isDefault, words.reminder.said(delivered.reminderHours)]) expect(reset).toContain(said)
    expect(buttonsOn(reset)).toEqual(['save'])
  })

  test('closing two days notifies visitors everywhere, and reopening reverts it', async () => {
    const [first, last] = [inDays(0), inDays(1)]
    const past = { id: 'past', firstDay: inDays(-2), lastDay: inDays(-1), fromTime: null, untilTime: null }
    await look(site, (db) =>
      db
        .insertInto('closures')
        .values({ ...past, reason: 'Long ago' })
        .execute(),
    )
    const closing = { firstDay: first, lastDay: last, reason: 'Staff <training>', tell: 'on' }
    expect((await admin.press('closures', closing, 'close')).status).toBe(303)
    const home = await readText(site, '/')
    expect(home).toMatch(/class="notice".*We are closed .*We reopen /s)
    expect(home).toContain('Closed today')
    const special = structuredData(home).specialOpeningHoursSpecification
    // A holiday may be near.
    expect(special).toContainEqual({
      '@type': 'OpeningHoursSpecification',
      validFrom: first,
      validThrough: last,
      opens: '00:00',
      closes: '00:00',
    })
    expect(await readText(site, '/contact')).toContain('Staff &lt;training&gt;')
    expect(await readText(site, '/contact')).not.toContain('Long ago')

    const page = await (await admin.get('/admin/clinic')).text()
    for (const said of [words.closures.added, words.closures.past(1), 'Long ago']) expect(page).toContain(said)
    expect(page.match(/<details class="adm-row" name="section" open=""/g), 'the section is open').toHaveLength(1)
    const id = /name="closure" value="([^"]+)"/.exec(page)?.[1] ?? ''
    await admin.press('notice', {}, 'reset')
    await admin.post('/admin/clinic', { section: 'closures', intent: 'remove', closure: id })
    const after = await readText(site, '/')
    expect(after).not.toContain('We are closed')
    expect(JSON.stringify(structuredData(after).specialOpeningHoursSpecification ?? [])).not.toContain(
      `"validFrom":"${first}","validThrough":"${last}"`,
    )
  })

  test('a holiday is a closed day until the clinic opens on it, and again after it closes', async () => {
    const [holiday] = holidaysFrom(today(), observedHolidays(deliveredClinic), delivered.hours)
    // Some clinics observe no holidays.
    if (!holiday) return
    const press = (intent: string, day = holiday.day) =>
      admin.post('/admin/clinic', { section: 'closures', intent, day })
    const contactPage = async () => (await readText(site, '/contact')).replaceAll('<!-- -->', '')
    expect(await contactPage()).toContain(holiday.name)
    for (let presses = 0; presses < 2; presses += 1) expect((await press('open-holiday')).status).toBe(303)
    const opened = await contactPage()
    expect(opened).not.toContain(`${formatDay(Temporal.PlainDate.from(holiday.day), today())}: <bdi>${holiday.name}`)
    const html = await (await admin.get('/admin/clinic')).text()
    for (const said of ['value="close-holiday"', words.closures.holidays.opened]) expect(html).toContain(said)
    expect(html).not.toContain(words.closures.toldOtherwise)
    for (const nonsense of ['', '2026-13-01', '1999-12-25', 'constructor'])
      expect((await press('open-holiday', nonsense)).status, nonsense).toBeLessThan(500)
    expect((await press('close-holiday')).status).toBe(303)
    expect(await (await admin.get('/admin/clinic')).text()).toContain(words.closures.holidays.closed)
    expect(await contactPage()).toContain(
      `${formatDay(Temporal.PlainDate.from(holiday.day), today())}: <bdi>${holiday.name}`,
    )
  })

  test('removing a closure removes its notice, and no other one', async () => {
    const close = async (more: Record<string, string>) => {
      const closing = { firstDay: inDays(40), lastDay: '', ...more }
      expect((await admin.press('closures', closing, 'close')).status).toBe(303)
      const { id } = await look(site, (db) =>
        db.selectFrom('closures').select('id').where('firstDay', '=', inDays(40)).executeTakeFirstOrThrow(),
      )
      return id
    }
    const remove = (closure: string) => admin.post('/admin/clinic', { section: 'closures', intent: 'remove', closure })
    const own = await close({ tell: 'on', words: 'Gone fishing.' })
    for (const one of [site, other])
      await until(async () => (await readText(one, '/')).includes('Gone fishing.') || undefined)
    const said = async () => (await admin.get('/admin/clinic')).text()
    await remove(own)
    expect(await said()).toContain(words.closures.removedWithNotice)
    expect(await readText(site, '/')).not.toContain('Gone fishing.')
    await until(async () => !(await readText(other, '/')).includes('Gone fishing.') || undefined)

    const another = await close({})
    await admin.press('notice', { text: 'A new number.', until: inDays(20) })
    await remove(another)
    const withoutNotice = await said()
    expect(withoutNotice).toContain(words.closures.removed)
    expect(withoutNotice).not.toContain(words.closures.removedWithNotice)
    expect(await readText(site, '/')).toContain('A new number.')
    await admin.press('notice', {}, 'reset')

    // A closure's notice that replaced another one stays until its own closure is removed.
    const first = await close({ tell: 'on', words: 'Gone fishing.' })
    const closing = { firstDay: inDays(41), lastDay: '', tell: 'on', words: 'Gone sailing.' }
    const asked = await (await admin.press('closures', closing, 'close')).text()
    const replaces = /name="replaces" value="(\d+)"/.exec(asked)?.[1] ?? ''
    expect((await admin.press('closures', { ...closing, replaces }, 'close')).status).toBe(303)
    await said()
    await remove(first)
    expect(await said()).not.toContain(words.closures.removedWithNotice)
    expect(await readText(site, '/')).toContain('Gone sailing.')
    const { id: second } = await look(site, (db) =>
      db.selectFrom('closures').select('id').where('firstDay', '=', inDays(41)).executeTakeFirstOrThrow(),
    )
    await admin.press('notice', { text: 'Gone rowing.', until: inDays(41) })
    await remove(second)
    expect(await said()).toContain(words.closures.removedWithNotice)
    expect(await readText(site, '/')).not.toMatch(/Gone (sailing|rowing)/)
  })

  test('closing lists the affected appointments and emails their patients new times, once, even after a delay', async () => {
    const { id } = await bookByTelephone(admin, 1)
    const readAppointment = () =>
      look(site, (db) => db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
    const firstDay = clinicDate((await readAppointment()).startsAt, clinicTimeZone).toString()
    await admin.press('closures', { firstDay, lastDay: '' }, 'close')
    const { id: closure } = await look(site, (db) =>
      db.selectFrom('closures').select('id').where('firstDay', '=', firstDay).executeTakeFirstOrThrow(),
    )
    const html = await (await admin.get('/admin/clinic')).text()
    expect(html).toContain(`href="/admin/appointments/${id}"`)
    for (const said of ['Caller 1', words.closures.callThem, words.closures.affected(1)]) expect(html).toContain(said)
    expect(html).toContain('id="emails"')
    // Who closes days without the right to the calendar sees how many, and nobody.
    const editor = await signInAs(site, 'editor', 'closes@clinic.example')
    for (const path of ['/admin/clinic', '/admin/clinic.data']) {
      const seen = await (await editor.get(path)).text()
      if (path === '/admin/clinic') expect(seen).toContain(words.closures.inTheWay(1))
      for (const hidden of ['Caller 1', '555-3001', 'caller1@example.com', id, 'id="emails"'])
        expect(seen, path).not.toContain(hidden)
    }
    const ofEditor = await editor.post('/admin/clinic', { section: 'closures', intent: 'tell', closure })
    expect(ofEditor.status).toBe(403)
    const told = () =>
      look(site, (db) =>
        db.selectFrom('emails').select(['recipient', 'raw']).where('ids', 'like', '%"about":"closed"%').execute(),
      )
    for (let presses = 0; presses < 2; presses += 1)
      await admin.post('/admin/clinic', { section: 'closures', intent: 'tell', closure })
    expect((await told()).map(({ recipient }) => recipient)).toEqual(['caller1@example.com'])
    expect(await (await admin.get('/admin/clinic')).text()).toContain(words.closures.patientsTold)
    const raw = await until(async () => (await told())[0]?.raw ?? undefined)
    const text = Buffer.from(raw).toString().replaceAll('=\r\n', '')
    expect(text).toContain('be closed at the time of your appointment')
    const link = /\/appointments\/[\w.-]+\/move/.exec(text)?.[0] ?? ''
    expect((await visitor(site).get(link)).status).toBe(200)
    const patients = async () => (await visitor(site).get(link.replace('/move', ''))).text()
    expect(await patients()).toContain('be closed at this time')
    const removed = await admin.post('/admin/clinic', { section: 'closures', intent: 'remove', closure })
    expect(removed.status).toBe(303)
    expect(await (await admin.get('/admin/clinic')).text()).toContain(words.closures.toldOtherwise)
    expect(await patients()).not.toContain('be closed at this time')
    expect(await (await admin.get('/admin/clinic')).text()).not.toContain(`href="/admin/appointments/${id}"`)
  })

  test('closing days replaces another notice only on confirmation, and preserves the input', async () => {
    await admin.press('notice', { text: 'A new number.', until: inDays(20) })
    const closing = { firstDay: inDays(30), lastDay: '', reason: 'Fair', tell: 'on', words: 'Away on the 30th.' }
    const asked = await admin.press('closures', closing, 'close')
    expect(asked.status).toBe(409)
    const html = await asked.text()
    expect(html).toContain(words.closures.replace)
    for (const typed of ['value="Fair"', 'Away on the 30th.', `value="${inDays(30)}"`, 'A new number.'])
      expect(html).toContain(typed)
    const replaces = /name="replaces" value="(\d+)"/.exec(html)?.[1] ?? ''
    expect((await admin.press('closures', { ...closing, replaces }, 'close')).status).toBe(303)
    expect(await readText(site, '/')).toContain('Away on the 30th.')
    await admin.press('notice', {}, 'reset')
  })

  test('pages, emails and search show the current phones, email addresses, address and hours', async () => {
    const phones = { phone: '(205) 555-0177', messaging: 'https://wa.me/12055550177' }
    const address = { street: '12 Oak Street', city: 'Homewood', region: 'Alabama', postalCode: '35209' }
    await admin.press('phones', phones)
    await admin.press('emails', { general: 'desk@clinic.example', booking: 'times@clinic.example' })
    await admin.press('address', address)
    const afternoon = { 'monday-opens-1': '', 'monday-closes-1': '' }
    await admin.press('hours', { 'monday-opens-0': '10:00', 'monday-closes-0': '4:30 pm', ...afternoon })

    const home = await readText(site, '/')
    for (const said of ['tel:+12055550177', 'mailto:desk@clinic.example', '12 Oak Street, Homewood, Alabama 35209'])
      expect(home).toContain(said)
    const data = structuredData(home)
    expect(data).toMatchObject({ telephone: '+12055550177', email: 'desk@clinic.example' })
    expect(data.address).toMatchObject({ streetAddress: '12 Oak Street', postalCode: '35209' })
    expect(data.openingHoursSpecification).toContainEqual(
      expect.objectContaining({ dayOfWeek: 'https://schema.org/Monday', opens: '10:00', closes: '16:30' }),
    )
    expect((await readText(site, '/contact')).replaceAll(/<\/?span[^>]*>/g, '')).toContain('10 am to 4:30 pm')
    expect(await readText(site, '/search?q=%28205%29+555-0177')).toContain('href="/contact"')
    for (const path of ['/privacy', '/not-there', '/booking', '/resources'])
      expect((await readText(site, path)).replaceAll(/<\/?span[^>]*>/g, ''), path).toContain('(205) 555-0177')
    const foreign = await fetch(`${site.url}/`, { method: 'POST', headers: { Origin: 'https://elsewhere.example' } })
    expect(await foreign.text()).toContain('tel:+12055550177')

    const patient = { name: 'Ana', email: 'ana@example.com', phone: '(205) 555-6001', health: 'tired' }
    const { link, person } = await bookOnline(site, patient)
    const appointment = await (await person.get(link)).text()
    expect(appointment).toContain(encodeURIComponent('12 Oak Street, Homewood'))
    expect(appointment).toContain(appointmentPage.directions)

    const buyer = shopper(site)
    await buyer.add(product.id)
    expect((await buyer.press('order', contact)).status).toBe(303)
    const emails = await until(async () => {
      const sent = await look(site, (db) =>
        db
          .selectFrom('emails')
          .select(['kind', 'recipient', 'raw'])
          .where('state', '=', 'kept')
          .where('kind', 'like', 'order-%')
          .execute(),
      )
      return sent.length >= 2 ? sent : undefined
    })
    expect(emails.find(({ kind }) => kind === 'order-notice')?.recipient).toBe('desk@clinic.example')
    const confirmation = emails.find(({ kind }) => kind === 'order-confirmation')
    const raw = Buffer.from(confirmation?.raw ?? []).toString()
    for (const said of ['(205) 555-0177', '12 Oak Street, Homewood, Alabama 35209', 'desk@clinic.example'])
      expect(raw.replaceAll('=\r\n', '')).toContain(said)

    for (const section of ['phones', 'emails', 'address', 'hours']) await admin.press(section, {}, 'reset')
    expect(structuredData(await readText(site, '/'))).toMatchObject({
      telephone: delivered.phone.e164,
      email: delivered.emails.general,
    })
  })

  test('an unavailable product has no button, is removed from carts with a notice, and cannot be ordered', async () => {
    const buyer = shopper(site)
    for (const { id } of [product, otherProduct]) await buyer.add(id)
    const { fields } = await buyer.cartPageNow()

    await admin.press(`product:${product.id}`, { unavailable: 'on' })
    const products = await readText(site, '/products')
    expect(products).toContain(productsPage.notAvailable)
    expect(products).not.toContain(`value="add:${product.id}"`)
    expect(products).toContain(`value="add:${otherProduct.id}"`)

    // The page with both products is still open.
    const rejected = await buyer.post('/cart', { ...fields, ...contact, intent: 'order' })
    expect(rejected.status).toBe(409)
    const html = await rejected.text()
    expect(html).toContain(cartPage.gone(product.name))
    expect(html).toContain(cartPage.changedMeanwhile)
    expect(Object.keys((await buyer.cartPageNow()).lines)).toEqual([otherProduct.id])
    expect((await buyer.add(product.id)).headers.get('Location')).toBe('/products')

    expect((await buyer.press('order', contact)).status).toBe(303)
    const lines = await look(site, (db) =>
      db
        .selectFrom('orderLines')
        .innerJoin('orders', 'orders.id', 'orderLines.orderId')
        .select('productId')
        .where('cartId', '=', fields.cart ?? '')
        .execute(),
    )
    expect(lines).toEqual([{ productId: otherProduct.id }])
    await admin.press(`product:${product.id}`, { price: '1,234.50' })
    expect(await readText(site, '/products')).toContain('$1,234.50')
    await admin.press(`product:${product.id}`, {}, 'reset')
    expect(await readText(site, '/products')).toContain(`value="add:${product.id}"`)
  })

  test('the cards of services show a price text and whether a service is bookable', async () => {
    const [service] = services
    const shown = await admin.findForm(`service:${service?.id}`)
    expect(shown.html).not.toContain(`, ${words.unavailable}`)
    const changed = { price: 'From $80 & up', unavailable: 'on' }
    await admin.press(`service:${service?.id}`, changed)
    const post = (typed: Record<string, string>) =>
      admin.post(shown.action, { ...shown.fields, ...typed, intent: 'save' })
    expect((await post(changed)).status, 'a second press').toBe(303)
    const late = await post({ price: '$5' })
    const inLine = `From $80 &amp; up, ${words.unavailable}`
    expect([late.status, (await late.text()).includes(inLine)]).toEqual([409, true])
    const page = await readText(site, '/services')
    expect(page).toContain('From $80 &amp; up')
    expect(page).toContain(servicesPage.notAvailable)
    expect(page).not.toContain(`href="/booking/${service?.id}"`)
    expect(await readText(site, `/booking/${service?.id}`)).toContain('From $80 &amp; up')
    await admin.press(`service:${service?.id}`, {}, 'reset')
    expect(await readText(site, '/services')).toContain(`href="/booking/${service?.id}"`)
  })

  test.each([
    ['emails', { general: 'elsewhere@clinic.example', booking: 'elsewhere@clinic.example' }, 'elsewhere@'],
    ['phones', { phone: '(205) 555-0199', messaging: 'https://wa.me/12055550199' }, '555-0199'],
  ] as const)('the clinic’s %s change only by a manager, who confirms their identity', async (section, to, shown) => {
    const fresh = await clinicAdmin(site)
    const { fields } = await fresh.findForm(section)
    const typed = { ...fields, ...to, intent: 'save' }
    for (const role of ['editor', 'front-desk'] as const) {
      const staff = await signInAs(site, role, `${role}-${section}@clinic.example`)
      for (const intent of ['save', 'reset'])
        for (const path of ['/admin/clinic', '/admin/clinic.data'])
          expect((await staff.post(path, { ...typed, ...withPassword, intent })).status, `${role} ${path}`).toBe(403)
    }
    for (const intent of ['save', 'reset']) {
      const asked = await fresh.post('/admin/clinic', { ...typed, intent })
      expect([asked.status, await asked.text()]).toEqual([403, expect.stringContaining(unlockPage.why.fresh)])
    }
    const [[name, kept]] = Object.entries(to) as [[string, string]]
    const asked = formWith(await (await fresh.post('/admin/clinic', typed)).text(), 'unlock-password')
    expect(asked.fields[name], 'what was typed is kept').toBe(kept)
    const wrong = await fresh.post(asked.action, { ...asked.fields, 'unlock-password': 'a wrong guess' })
    expect(wrong.status).toBe(403)
    expect(await readText(site, '/')).not.toContain(shown)
    expect((await fresh.findForm(section)).fields.revision).toBe(fields.revision)
    const done = await fresh.post(asked.action, { ...asked.fields, 'unlock-password': withPassword['unlock-password'] })
    expect(done.status).toBe(303)
    expect(await readText(site, '/')).toContain(shown)
    await admin.press(section, {}, 'reset')
  })

  test('the second of two tabs is warned, sees both versions, and loses nothing', async () => {
    const first = await admin.findForm('emails')
    const mine = { general: 'mine@clinic.example', booking: 'mine-too@clinic.example' }
    await admin.press('emails', { general: 'theirs@clinic.example', booking: 'theirs@clinic.example' })
    const rejected = await admin.post('/admin/clinic', { ...first.fields, ...mine, intent: 'save', ...withPassword })
    expect(rejected.status).toBe(409)
    const html = await rejected.text()
    const { error, discard } = words.meanwhile
    for (const said of [error, discard, 'theirs@clinic.example', 'value="mine@clinic.example"'])
      expect(html).toContain(said)
    expect(await readText(site, '/')).toContain('mailto:theirs@clinic.example')

    // Also in another process, whose page may be a second old.
    const there = await clinicAdmin(other)
    const late = await there.post('/admin/clinic', { ...first.fields, ...mine, intent: 'save', ...withPassword })
    expect(late.status).toBe(409)
    const revision = /name="section" value="emails"\/><input type="hidden" name="revision" value="(\d+)"/.exec(
      await late.text(),
    )?.[1]
    const again = await there.post('/admin/clinic', {
      ...first.fields,
      ...mine,
      revision: revision ?? '',
      intent: 'save',
    })
    expect(again.status).toBe(303)
    expect(await readText(other, '/')).toContain('mailto:mine@clinic.example')
    await until(async () => (await readText(site, '/')).includes('mailto:mine@clinic.example') || undefined)
    await admin.press('emails', {}, 'reset')
  })

  test('what a section said before is listed with who saved it, and is shown again by its button, once', async () => {
    await admin.press('reminder', { hours: '30' })
    await admin.press('reminder', { hours: '31' })
    const { html } = await admin.findForm('reminder')
    const [older] = formsIn(html).filter(({ fields }) => fields.section === 'reminder' && 'from' in fields)
    expect(html.replaceAll('<!-- -->', '')).toMatch(/30 hours before the appointment.*?Saved [^<]* by /s)
    const restore = { ...older!.fields, intent: 'restore' }
    expect((await admin.post(older!.action, restore)).status).toBe(303)
    const after = await (await admin.get('/admin/clinic')).text()
    expect(after).toContain(words.restored)
    expect(after).toContain(words.reminder.said(30))
    // Pressed on a page that is out of date.
    const late = await admin.post(older!.action, { ...restore, from: '0' })
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining(words.meanwhile.error)])
    const { fields } = await admin.findForm('reminder')
    for (const from of ['99', 'x', ''])
      expect((await admin.post('/admin/clinic', { ...fields, from, intent: 'restore' })).status, from).toBe(404)
    await admin.press('reminder', {}, 'reset')
  })

  test.each([
    ['phones', { phone: 'call us', messaging: 'ftp://x' }],
    ['emails', { general: 'desk@', booking: '' }],
    ['address', { street: '12 Oak Street', city: '', postalCode: '!' }],
    ['hours', { 'monday-opens-0': '17:00', 'monday-closes-0': '09:00' }],
    ['notice', { text: 'x'.repeat(20_000), until: '2020-01-01' }],
    ['notice', { text: '<script>alert(1)</script>', until: '2027-02-29' }],
    [`product:${product.id}`, { price: '12.345' }],
    [`product:${product.id}`, { price: '1e9' }],
    [`service:${services[0]?.id}`, { price: ' ' }],
  ])('%s rejects %j next to its fields, and preserves the input', async (section, typed) => {
    const answer = await admin.press(section, typed as Record<string, string>)
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('class="err"')
    expect(html).not.toContain(words.meanwhile.discard)
    expect(html).not.toContain('<script>alert')
    for (const value of Object.values(typed).filter((text) => text.trim() && !text.includes('<')))
      expect(html).toContain(value.slice(0, 2_000))
  })

  test('unknown fields and foreign requests change nothing', async () => {
    const before = await readText(site, '/')
    for (const section of ['', 'odd', '__proto__', 'constructor', 'product:none', 'closures-x'])
      expect((await admin.post('/admin/clinic', { section, revision: '0', intent: 'save' })).status).toBe(
        section === 'product:none' ? 303 : 403,
      )
    for (const revision of ['x', '-1', '99999999999999999999', ''])
      expect(
        (
          await admin.post('/admin/clinic', {
            section: 'emails',
            revision,
            general: 'a@b.example',
            booking: 'a@b.example',
            ...withPassword,
          })
        ).status,
      ).toBe(409)
    const stranger = await visitor(site).post('/admin/clinic', { section: 'notice', text: 'Hi', until: inDays(1) })
    expect(stranger.status).toBe(403)
    expect(await stranger.text()).toContain(adminWords.denied)
    expect(await readText(site, '/')).toBe(before)
  })

  test('an address that was posted after the session ended can be sent again in full', async () => {
    const typed = { street: '9 Elm Street', city: 'Hoover', region: 'Alabama', postalCode: '35226' }
    await admin.press('address', { ...typed, street: '1 Main Street', postalCode: '35244' })
    const { fields } = await admin.findForm('address')
    const rejected = await visitor(site).post('/admin/clinic', { ...fields, ...typed, intent: 'save' })
    expect(rejected.status).toBe(403)
    const html = await rejected.text()
    for (const value of Object.values(typed)) expect(html).toContain(`<dd>${value}</dd>`)
    const again = formWith(html, 'postalCode')
    expect((await admin.post(again.action, again.fields)).status).toBe(303)
    expect(await readText(site, '/contact')).toContain('9 Elm Street')
    expect((await admin.findForm('address')).fields).toMatchObject(typed)
  })
})

test('a notice expires at the end of its day, even on cached pages and without a restart', async () => {
  const clock = fileURLToPath(import.meta.resolve('#tests/processes/clock.ts'))
  const folder = mkdtempSync(join(tmpdir(), 'clinic-clock-'))
  const CLOCK_AHEAD = join(folder, 'ahead')
  const midnight = nextClinicMidnight(Date.now(), clinicTimeZone)
  const setClock = (to: number) => writeFileSync(CLOCK_AHEAD, String(to - Date.now()))
  // Closer to midnight than the ten minutes for which pages are cached.
  const evening = midnight - 5 * 60_000
  setClock(evening)
  const site = await startSiteProcess({ ...settings, CLOCK_AHEAD, NODE_OPTIONS: `--import=${clock}` })
  try {
    const admin = await clinicAdmin(site)
    const day = clinicDate(evening, clinicTimeZone).toString()
    expect((await admin.press('notice', { text: 'Only today.', until: day })).status).toBe(303)
    await cachedHome(site, (html) => html.includes('Only today.'))
    setClock(midnight - 2 * 60_000)
    await cachedHome(site, (html) => html.includes('Only today.'))
    setClock(midnight)
    await cachedHome(site, (html) => !html.includes('Only today.'))
    expect(await (await admin.get('/admin/clinic')).text(), 'the admin sees what it said').toContain('Only today.')
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true })
  }
})

test('a failed save is reported, and the input is preserved', async () => {
  const site = await startSiteForTest('sqlite', settings)
  const admin = await clinicAdmin(site)
  const form = await admin.findForm('notice')
  const locked = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
  locked.exec('pragma busy_timeout = 2000; begin immediate')
  try {
    const typed = { text: 'Closed for snow.', until: inDays(1), intent: 'save' }
    const answer = await admin.post('/admin/clinic', { ...form.fields, ...typed })
    expect(answer.status).toBe(503)
    const html = await answer.text()
    expect(html).toContain(words.failure)
    expect(html).toContain('Closed for snow.')
    expect(await readText(site, '/')).not.toContain('Closed for snow.')
  } finally {
    locked.close()
  }
})

/** The structured data of the clinic. */
function structuredData(html: string): Record<string, unknown> {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const graph: Record<string, unknown>[] = JSON.parse(json)['@graph'] ?? []
  return graph.find(({ '@type': type }) => type === 'MedicalBusiness') ?? {}
}
