import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostShown } from '#app/domain/today/today.ts'
import { pagesWords } from '#app/routes/admin/pages/words.ts'
import { todayPage } from '#app/routes/admin/today/words.ts'
import { toDo, siteHealth } from '#content/pages/admin-today.ts'
import { setup } from '#app/routes/admin/today/setup-words.ts'
import { adminAppointment, formatLateness } from '#content/pages/admin-appointments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookAppointmentOn, bounceEmails, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/visitor.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { until } from '#tests/support/timing.ts'

describe.each(databasesFor(import.meta.url))('Today, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const today = async () => (await (await admin.get('/admin')).text()).replaceAll('&#x27;', "'")

  test('shows a new clinic what is left to do before it opens, each step with its act or its place', async () => {
    const html = await today()
    expect(html).toContain(setup.heading)
    const steps = /<ol class="setup-steps">(.*?)<\/ol>/s.exec(html)?.[1] ?? ''
    for (const title of Object.values(setup.titles)) expect(steps).toContain(title)
    for (const [, href = ''] of steps.matchAll(/href="([^"]+)"/g)) {
      const [path = '', anchor] = href.split('#')
      const page = await admin.get(path)
      expect(page.status, href).toBe(200)
      if (anchor) expect(await page.text(), href).toContain(`id="${anchor}"`)
    }

    const confirm = (intent: string) => admin.post('/admin?index', { intent, return: '/admin' })
    expect((await confirm('holidays')).headers.get('Location')).toBe('/admin#done')
    const after = await today()
    expect(after).toContain(setup.confirmed.holidays)
    expect(after).not.toContain(setup.holidays.confirm)
    expect((await confirm('hours')).status).toBe(303)
    expect(await today()).not.toContain(setup.hours.confirm)

    for (const fields of [{}, { intent: 'else' }, { intent: '__proto__' }, { intent: ['hours', 'holidays'] }]) {
      const answer = await admin.post('/admin?index', fields as Record<string, string>)
      expect(answer.status).toBe(403)
    }
  })

  test('lists the pages in whose texts a placeholder stands, until it is written', async () => {
    const address = '/admin/pages/home'
    const publish = async (lead: string) => {
      const { fields } = formWith(await (await admin.get(address)).text(), 'lead')
      expect((await admin.post(address, { ...fields, lead, intent: 'publish' })).status).toBe(303)
      return (await admin.get(address)).text()
    }
    const listed = setup.texts.of(setup.titles.texts, 'Home page')
    expect(await today()).not.toContain(listed)
    expect(await publish('Warm oil by [Name of the practitioner].')).toContain(
      pagesWords.unwritten('[Name of the practitioner]'),
    )
    const html = await today()
    expect(html).toContain(listed)
    expect(html).toContain(`href="${address}"`)
    expect(await publish('Warm oil by Asha.')).not.toContain('still a placeholder')
    expect(await today()).not.toContain(listed)
    expect(await today()).toContain(setup.texts.none)
  })

  test('folds the steps on a day with patients, who come first', async () => {
    const openSteps = new RegExp(`<details class="adm-row" open=""><summary><span>${setup.steps}<`)
    expect(await today()).toMatch(openSteps)
    const id = await bookAppointmentOn(site)
    const busy = await today()
    expect(busy).toContain(`<span>${setup.steps}<`)
    expect(busy).not.toMatch(openSteps)
    await look(site, (db) => db.deleteFrom('appointments').where('id', '=', id).execute())
  })

  test('puts the checklist away for good, unless that is undone', async () => {
    const shows = async () => (await today()).includes(setup.heading)
    expect((await admin.post('/admin?index', { intent: 'put-away' })).status).toBe(303)
    const html = await today()
    expect(html).toContain(setup.putAway.done)
    expect(html).not.toContain(setup.heading)
    const { action, fields } = formWith(/<div class="toast">.*?<\/form>/s.exec(html)?.[0] ?? '', 'intent')
    expect((await admin.post(action, fields)).status).toBe(303)
    expect(await shows()).toBe(true)
    await admin.post('/admin?index', { intent: 'put-away' })
    await admin.post('/admin/clinic', { section: 'hours', intent: 'reset', revision: '1' })
    expect(await shows(), 'although a step is open again').toBe(false)
  })

  test('says that there are no tasks, with the status of email, blog and backup', async () => {
    await until(async () => (await today()).includes('Blog last updated') || undefined)
    const html = await today()
    for (const said of [todayPage.nothing, siteHealth.mail.kept, siteHealth.restIsWell, siteHealth.backup.none])
      expect(html).toContain(said)
    expect(html).not.toContain(siteHealth.well)
  })

  test('lists tasks in order; each links to where it is done, and disappears once it is done', async () => {
    const contact = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0100' }
    const appointmentId = await bookAppointmentOn(site)
    const { id, number } = await placeOrderOn(site, { contact })
    const messageId = await sendMessageOn(site)
    await until(async () => {
      const saved = await look(site, (db) =>
        db.selectFrom('emails').select('id').where('ids', 'like', `%${id}%`).where('state', '=', 'kept').execute(),
      )
      return saved.length === 2 || undefined
    })
    const [emailId = ''] = await bounceEmails(site, 'order-confirmation')

    const html = await today()
    const places = [
      `/admin/appointments/${appointmentId}`,
      `/admin/mail/${emailId}`,
      `/admin/orders/${number}`,
      `/admin/messages/${messageId}`,
    ]
    const found = places.map((place) => html.indexOf(`href="${place}"`))
    expect(found.every((place) => place > 0)).toBe(true)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    for (const said of [
      toDo.undelivered.call('Maya Thomas', 'order-confirmation', number),
      toDo.orders.item('Maya Thomas', number, '$159.50'),
      toDo.messages.item('Grace Kim'),
      'href="tel:2055550100"',
      'href="tel:2055551001"',
    ])
      expect(html).toContain(said)

    await admin.post(`/admin/mail/${emailId}`, { intent: 'handle' })
    await admin.post(`/admin/orders/${number}`, { from: 'new', to: 'confirmed' })
    await admin.post(`/admin/messages/${messageId}`, { handled: 'yes' })
    expect((await admin.get(`/admin/appointments/${appointmentId}`)).status).toBe(200)
    const ends = { state: 'no-show' } as const
    await look(site, (db) => db.updateTable('appointments').set(ends).where('id', '=', appointmentId).execute())
    const after = await today()
    for (const place of places) expect(after).not.toContain(`href="${place}"`)
    expect(after).toContain(todayPage.nothing)
  })

  test('checks in a late patient in place, and takes it back', async () => {
    const { id } = await look(site, (db) => db.selectFrom('appointments').select('id').executeTakeFirstOrThrow())
    const record = `/admin/appointments/${id}`
    const startsAt = Date.now() - 61_000
    await look(site, (db) =>
      db.updateTable('appointments').set({ startsAt, state: 'confirmed' }).where('id', '=', id).execute(),
    )
    expect(await today()).toContain(formatLateness(1))
    const arrives = await admin.post(record, { from: 'confirmed', intent: 'arrived', return: '/admin' })
    expect([arrives.status, arrives.headers.get('Location')]).toEqual([303, '/admin#done'])
    const after = await today()
    expect(after).toContain(adminAppointment.state.done.arrived)
    expect(after).not.toContain(formatLateness(1))
    const toast = /<div class="toast">.*?<\/form>/s.exec(after)?.[0] ?? ''
    const { fields } = formWith(toast, 'from')
    expect(fields).toMatchObject({ intent: 'confirmed', from: 'arrived', return: '/admin' })
    expect((await admin.post(record, fields)).status).toBe(303)
    expect(await today()).toContain(formatLateness(1))
    await look(site, (db) => db.updateTable('appointments').set({ state: 'no-show' }).where('id', '=', id).execute())
  })

  test('shows only some tasks of each kind, with a count of the rest and a link to them', async () => {
    for (let index = 0; index < mostShown + 2; index += 1) await placeOrderOn(site)
    const html = await today()
    expect(html.match(/href="\/admin\/orders\/[^"?]+"/g)).toHaveLength(mostShown)
    expect(html).toMatch(new RegExp(`<a [^>]*href="/admin/orders\\?state=new"[^>]*>${toDo.more(2)}</a>`))
  })
})
