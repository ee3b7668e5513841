import { products, services } from '#tests/support/catalogue.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, formatClinicMoment, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { auditTrail } from '#content/audit.ts'
import { admin as words } from '#content/pages/admin.ts'
import { clinicAdminPage as clinicPage } from '#content/pages/admin-clinic.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { adminSettings, clinicAdmin, signInAsAdmin } from '#tests/support/admin.ts'
import { auditPage } from '#app/routes/admin/audit/words.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { formsIn } from '#tests/support/visitor.ts'
import { recordActs } from '#tests/support/filled-dashboard.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { plain, shownOf } from '#tests/support/shown.ts'
import { until } from '#tests/support/timing.ts'

describe.each(databasesFor(import.meta.url))('the page of the audit trail on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  const page = async (query = '') => {
    const answer = await admin.get(`/admin/audit${query}`)
    // Without the data that the browser gets, which has everything a second time.
    const [html = ''] = (await answer.text()).split('</main>')
    return { status: answer.status, html: plain(html) }
  }
  const shown = (html: string) => [...html.matchAll(/thing (\d+)/g)].map(([, number]) => Number(number))

  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
    const acts = Array.from({ length: 120 }, (_, index) => index + 1)
    await recordActs(
      site,
      acts.map((act) => ({
        act: 'subscriber.added',
        record: `subscriber:${act % 2 === 0 ? 'even' : 'odd'}`,
        detail: `thing ${act}`,
      })),
    )
  })
  afterAll(() => site.stop())

  test('shows entries newest first, and pages to older ones without a gap', async () => {
    let seen: number[] = []
    for (let query: string | undefined = ''; query !== undefined;) {
      const { status, html } = await page(query)
      expect(status).toBe(200)
      seen = [...seen, ...shown(html)]
      query = /<a (?=[^>]*rel="next")[^>]*href="\/admin\/audit(\?[^"]*)"/.exec(html)?.[1]
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
  })

  test('shows the entries of one record over several pages', async () => {
    const { html } = await page('?record=subscriber%3Aeven')
    const { search } = auditPage
    const clear = [words.clearFilters, auditPage.empty.text, auditPage.noneFound.text, search.found, search.tooShort]
    expect(shownOf(html, clear)).toEqual([words.clearFilters])
    expect(shownOf((await page()).html, [...clear, 'role="alert"'])).toEqual([])
    expect(shown(html)[0]).toBe(120)
    expect(shown(html).every((number) => number % 2 === 0)).toBe(true)
    const older = /<a (?=[^>]*rel="next")[^>]*href="\/admin\/audit(\?[^"]*)"/.exec(html)?.[1] ?? ''
    expect(shown((await page(older)).html)).toEqual([20, 18, 16, 14, 12, 10, 8, 6, 4, 2])
  })

  test('shows the entries about one area or of one kind of actor, and the oldest first', async () => {
    expect(shown((await page('?area=subscriber&sort=oldest')).html).slice(0, 3)).toEqual([1, 2, 3])
    expect(shown((await page('?area=order')).html)).toEqual([])
    const others = await page('?who=program')
    expect(others.html).toContain(auditPage.noneFound.text)
    expect(others.html).toContain('<option value="program" selected="">')
  })

  test('shows the entries of one day at the clinic', async () => {
    // In Alabama, it is still the previous day.
    const night = Date.UTC(2020, 5, 2, 3)
    await look(site, (db) =>
      db.updateTable('auditEntries').set({ at: night }).where('detail', '=', 'thing 7').execute(),
    )
    expect(shown((await page('?day=2020-06-01')).html)).toEqual([7])
    const none = await page('?day=2020-06-02')
    expect(shown(none.html)).toEqual([])
    expect(none.html).toContain(auditPage.noneFound.text)
  })

  test('names patients and times, and finds the entries about a patient by the name', async () => {
    const [ilse, otto] = [
      await bookByTelephone(admin, 1, { name: 'Ilse Brandt', email: 'ilse@example.com' }),
      await bookByTelephone(admin, 2, { name: 'Otto Lang', email: 'otto@example.com' }),
    ]
    await recordActs(site, [
      { act: 'waitlist.offered', record: 'waitlist:nobody', detail: 'held until 2026-05-04T20:00:00Z' },
    ])
    const { html } = await page()
    expect(html).toMatch(/Appointment: Ilse Brandt, \w+ \d+, \d{4}, \d/)
    const end = formatClinicMoment(Date.parse('2026-05-04T20:00:00Z'), clinicTimeZone)
    expect(html).toContain(`held until ${end}`)
    const says = Object.values(auditPage.search).slice(-3)
    for (const [q, status, text] of [
      ['I', 400, auditPage.search.tooShort],
      ['Nobody Known', 200, auditPage.search.none],
      ['example.com', 200, auditPage.search.found],
    ] as const) {
      const answer = await admin.post('/admin/audit', { q })
      expect([answer.status, ...shownOf(await answer.text(), says)]).toEqual([status, text])
    }
    const found = await admin.post('/admin/audit', { q: 'ilse bra' })
    const address = found.headers.get('Location') ?? ''
    expect([found.status, address]).toEqual([303, expect.stringMatching(/^\/admin\/audit\?patient=[\w-]+$/)])
    const { html: hers } = await page(address.replace('/admin/audit', ''))
    expect(hers).toContain(auditPage.ofPatient('Ilse Brandt'))
    expect(hers).toContain(`/admin/appointments/${ilse.id}`)
    expect(hers).not.toContain(`/admin/appointments/${otto.id}`)
    expect(hers).not.toContain('Otto')
    expect((await page('?patient=nobody')).status).toBe(404)
    const several = await (await admin.post('/admin/audit', { q: 'example.com' })).text()
    expect([several.includes('Ilse Brandt'), several.includes('Otto Lang')]).toEqual([true, true])
  })

  test('reports an invalid day, and ignores any other invalid filter', async () => {
    const bad = await page('?day=yesterday')
    expect(bad.status).toBe(400)
    expect(bad.html).toContain(auditPage.badDay)
    for (const query of [
      '?who=odd&area=constructor&sort=odd',
      '?before=x',
      '?before=-1',
      '?before=1e99',
      `?record=${'r'.repeat(5_000)}`,
      '?record=',
    ])
      expect((await page(query)).status, query).toBe(200)
    const script = await page(`?record=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(script.html).not.toContain('<script>alert')
  })

  test('says when the trail was verified, and reports a broken one', async () => {
    const verified = () => look(site, (db) => db.selectFrom('auditVerifications').selectAll().executeTakeFirst())
    await until(verified)
    expect((await page()).html).toContain(auditPage.state.whole('|').split('|')[1])
    await look(site, (db) => db.updateTable('auditVerifications').set({ fault: 'altered', entry: 7 }).execute())
    const { html } = await page()
    expect(html).toContain(auditTrail.broken(7, 'altered'))
    expect(html).toContain('role="alert"')
  })
})

describe.each(databasesFor(import.meta.url))('an entry of a change says what was and what is now, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof clinicAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await clinicAdmin(site)
  })
  afterAll(() => site.stop())

  const readPage = async (record: string) =>
    plain(await (await admin.get(`/admin/audit?record=${encodeURIComponent(record)}`)).text()).replaceAll('&quot;', '"')
  const inDays = (days: number) => Temporal.Now.plainDateISO(clinicTimeZone).add({ days }).toString()
  const saved = async (section: string, typed: Record<string, string>, intent?: string) =>
    expect((await admin.press(section, typed, intent)).status, section).toBe(303)

  test('prices, availability and their default', async () => {
    const { id, priceCents } = products[0]!
    const before = formatCents(priceCents)
    await saved(`product:${id}`, { price: '77.50' })
    expect(await readPage(`content:products/${id}`)).toContain(describeChange(before, '$77.50'))
    await saved(`product:${id}`, { price: '77.50', unavailable: 'on' })
    expect(await readPage(`content:products/${id}`)).toContain(
      describeChange('$77.50', `$77.50, ${clinicPage.unavailable}`),
    )
    await saved(`product:${id}`, {}, 'reset')
    expect(await readPage(`content:products/${id}`)).toContain(
      describeChange(`$77.50, ${clinicPage.unavailable}`, before),
    )

    const { id: service, price } = services[0]!
    await saved(`service:${service}`, { price: '$1 <b>only</b>' })
    expect(await readPage(`content:services/${service}`)).toContain(describeChange(price, '$1 &lt;b&gt;only&lt;/b&gt;'))
  })

  test('hours, reminder, phone, email addresses and notice', async () => {
    const { fields } = await admin.findForm('hours')
    expect(fields['monday-opens-0']).toBeTruthy()
    await saved('hours', { 'monday-opens-0': '8:15 am' })
    expect(await readPage('content:clinic/hours')).toMatch(/Was: Mon[^<]*: [^<]*\. Now: [^<]*8:15 am/)
    await saved('reminder', { hours: '72' })
    expect(await readPage('content:clinic/reminder')).toMatch(/Was: [^<]*48 hours[^<]*Now: [^<]*72 hours/)
    await saved('notice', { text: 'The road is closed.', until: inDays(3) })
    expect(await readPage('content:clinic/notice')).toMatch(
      new RegExp(`Was: ${clinicPage.notice.none.replace(/\.$/, '')}\\. Now: [^<]*The road is closed`),
    )
    await saved('notice', { text: 'The road is open.', until: inDays(3) })
    expect(await readPage('content:clinic/notice')).toMatch(
      /Was: [^<]*The road is closed[^<]* Now: [^<]*The road is open/,
    )
    await saved('emails', { general: 'desk@clinic.example', booking: 'times@clinic.example' })
    expect(await readPage('content:clinic/emails')).toMatch(
      /Was: [^<]* Now: desk@clinic\.example, times@clinic\.example/,
    )
  })

  test('closures', async () => {
    await saved('closures', { firstDay: inDays(3), lastDay: inDays(4), reason: 'Painting' }, 'close')
    const [first, last] = [3, 4].map((days) => formatDayAndYear(Temporal.PlainDate.from(inDays(days))))
    expect(await readPage('clinic:closures')).toContain(`${first} to ${last}: Painting.`)
    await saved('closures', { firstDay: inDays(5), reason: 'Burst pipe' }, 'close')
    const only = formatDayAndYear(Temporal.PlainDate.from(inDays(5)))
    expect(await readPage('clinic:closures')).toContain(`(${only}: Burst pipe.)`)
  })

  test('a holiday, with its day in words', async () => {
    const { html } = await admin.findForm('closures')
    const { action, fields } = formsIn(html).find(({ fields }) => fields.day)!
    expect((await admin.post(action, { ...fields, intent: 'open-holiday' })).status).toBe(303)
    const day = formatDayAndYear(Temporal.PlainDate.from(fields.day!))
    expect(await readPage('content:clinic/holidays')).toContain(`(${day}. ${describeChange('closed', 'open')})`)
  })

  test('the old and new time and status of an appointment, but never its patient or reason', async () => {
    const note = { name: 'Wilhelmina Quist', health: 'migraine-canary', note: 'note-canary' }
    const { id } = await bookByTelephone(admin, 1, note)
    const path = `/admin/appointments/${id}`
    const { startsAt: was } = await look(site, (db) =>
      db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const day = clinicDate(was, clinicTimeZone).toString()
    const times = await (await admin.get(`${path}/move?day=${day}`)).text()
    const at = [...times.matchAll(/[?;&]at=(\d+)/g)].map(([, time]) => Number(time)).find((time) => time !== was)!
    expect((await admin.post(`${path}/move`, { at: String(at) })).status).toBe(303)
    for (const intent of ['cancel', 'undo']) expect((await admin.post(path, { intent })).status).toBe(303)
    const html = await readPage(`appointment:${id}`)
    const [before, after] = [was, at].map((time) => formatClinicMoment(time, clinicTimeZone))
    expect(html).toContain(`(${describeChange(before!, after!)})`)
    expect(html).not.toMatch(/person:|room:/)
    expect(html).toContain('confirmed to canceled')
    expect(html).toContain('canceled to confirmed')
    const written = await look(site, (db) => db.selectFrom('auditEntries').select('detail').execute())
    for (const secret of ['Quist', 'migraine-canary', 'note-canary', '555', '@example.com'])
      expect(JSON.stringify(written), secret).not.toContain(secret)
  })

  test('the names of products, services, sections, connections and the admin’s account', async () => {
    const { id, name } = products[0]!
    const [account] = await look(site, (db) => db.selectFrom('users').select('id').execute())
    await recordActs(site, [
      { act: 'clinic.saved', record: `clinic:product:${id}` },
      { act: 'clinic.saved', record: `clinic:service:${services[0]!.id}` },
      { act: 'clinic.saved', record: 'clinic:product:no-more' },
      { act: 'connection.tested', record: 'connection:feed' },
      { act: 'admin.signed-in', record: `account:${account!.id}` },
      { act: 'admin.signed-in', record: 'account:unknown' },
    ])
    const html = plain(await (await admin.get('/admin/audit')).text())
    for (const text of [
      `Clinic: ${name}`,
      `Clinic: ${services[0]!.title}`,
      'Clinic product:no-more',
      `Clinic: ${clinicPage.hours.heading}`,
      `Connection: ${connectionsPage.titles.feed}`,
      auditPage.adminsAccount,
      auditPage.gone,
    ])
      expect(html).toContain(`>${text}</a>`)
    expect(html).not.toContain(`>Account ${account!.id}`)
  })

  test('the service and the addresses of a corrected appointment, but no name, phone or note', async () => {
    const { id } = await bookByTelephone(admin, 2)
    const [before, after] = services
    const patient = {
      name: 'Wilhelmina Quist',
      phone: '(205) 555-7788',
      email: 'quist@example.com',
      note: 'note-canary',
    }
    const fields = { ...patient, service: after!.id, intent: 'correct' }
    expect((await admin.post(`/admin/appointments/${id}`, fields)).status).toBe(303)
    const html = await readPage(`appointment:${id}`)
    expect(html).toContain('Changed: name, email, phone, note.')
    expect(html).toContain(`Service was: ${before!.title}. Now: ${after!.title}.`)
    // Whoever reads the trail has to see who redirected an appointment, and where to.
    expect(html).toMatch(/Email was: [^.]+\S*\. Now: quist@example\.com\./)
    // The page names the patient as the record is called now; the entries don't.
    const written = await look(site, (db) => db.selectFrom('auditEntries').select(['record', 'detail']).execute())
    for (const secret of ['Quist', '7788', 'note-canary']) expect(JSON.stringify(written), secret).not.toContain(secret)
    for (const secret of ['7788', 'note-canary']) expect(html, secret).not.toContain(secret)
  })

  test('the time of a block, without its note', async () => {
    const block = { intent: 'block-anyway', fromDay: inDays(40), note: 'For Wilhelmina' }
    expect((await admin.post('/admin/appointments', block)).status).toBe(303)
    const { id, fromAt, untilAt } = await look(site, (db) =>
      db.selectFrom('blocks').select(['id', 'fromAt', 'untilAt']).executeTakeFirstOrThrow(),
    )
    const [from, until] = [fromAt, untilAt].map((at) => formatClinicMoment(Number(at), clinicTimeZone))
    await admin.post('/admin/appointments', { intent: 'unblock', block: id })
    const html = await readPage(`block:${id}`)
    expect(html.split('</main>')[0]?.split(`${from} to ${until}`)).toHaveLength(3)
    expect(html).not.toContain('Wilhelmina')
  })
})
