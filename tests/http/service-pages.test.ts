import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookingPath, servicePath } from '#app/domain/catalogue/service.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { pressConfirm, withDraft } from '#tests/support/booking.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { ownPageOfAService, textsOf } from '#tests/support/pages.ts'
import { until } from '#tests/support/timing.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { servicesPage } from '#content/pages/services.ts'

const { own } = textsOf('services-page')
const shown = services.find((service) => servicePath(service) === ownPageOfAService)!

/** The addresses of the free times on a service's page. */
const timesOn = (html: string) =>
  [...html.matchAll(/class="chip" href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe.each(databasesFor(import.meta.url))('the page of a service on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const get = (path: string) => visitor(site).get(path)
  const read = async (path: string) => (await get(path)).text()
  const publish = async (id: string, typed: Record<string, string>) => {
    const path = `/admin/services/${id}`
    const { fields } = formWith(await (await admin.get(path)).text(), 'title')
    return admin.post(path, { ...fields, ...typed, intent: 'publish' })
  }

  test('is there for every service, and linked from its card and the sitemap if it has one', async () => {
    const [cards, sitemap] = await Promise.all([read('/services'), read('/sitemap.xml')])
    for (const service of services) {
      const html = await read(servicePath(service))
      expect(html).toContain(`<h1>${service.title}</h1>`)
      expect(html).toContain(`href="${bookingPath(service)}"`)
      const isListed = service.category !== undefined
      expect(cards.includes(`href="${servicePath(service)}"`), service.id).toBe(isListed)
      expect(sitemap.includes(`${servicePath(service)}</loc>`), service.id).toBe(isListed)
    }
    expect(await read(`/search?q=${encodeURIComponent(shown.title)}`)).toContain(`href="${ownPageOfAService}"`)
  })

  test.each(['nothing', '__proto__', 'Abhyangam', 'general%2F', '%20', 'x'.repeat(500)])(
    'is not there for %s',
    async (id) => {
      expect((await get(`/services/${id}`)).status).toBe(404)
    },
  )

  test('offers the next three free times, which the booking form takes over, and not one that is gone', async () => {
    const times = timesOn(await read(ownPageOfAService))
    expect(times).toHaveLength(3)
    // The soonest may expire meanwhile.
    const taken = times[1]!
    const form = await read(taken)
    expect(form).toContain(textsOf('booking').freeDays.yours)
    expect(form).not.toContain(bookingPage.lost)
    const person = await withDraft(site, 1)
    expect((await pressConfirm(person, new URLSearchParams(taken.split('?')[1]).get('at')!)).status).toBe(303)
    await until(async () => !timesOn(await read(ownPageOfAService)).includes(taken))
  })

  test('shows what the clinic publishes, and leaves out what it left empty', async () => {
    expect((await publish(shown.id, { 'page.suits.0.text': 'Gardeners & <cooks>' })).status).toBe(303)
    expect(await read(ownPageOfAService)).toContain('Gardeners &amp; &lt;cooks&gt;')

    await admin.post('/admin/services', { intent: 'add', title: 'Plain Hour' })
    const longName = 'Pneumonoultramicroscopicsilicovolcanoconiosis-and-more-letter'.slice(0, 60)
    const rest = { duration: '1 hr', price: 'Ask', summary: 'Short.', description: 'Plain and simple.' }
    expect((await get('/services/plain-hour')).status, 'before it is published').toBe(404)
    expect((await publish('plain-hour', { ...rest, title: longName })).status).toBe(303)
    const html = await read('/services/plain-hour')
    expect(html).toContain(`<h1>${longName}</h1>`)
    for (const heading of [own.hour, own.suits, own.wait, own.prepare]) expect(html).not.toContain(heading)
    expect(html).toContain(own.cost)
  })

  test('of one that is not available says so and offers no time, of one that was removed is gone', async () => {
    const [service] = services.filter(({ id }) => id !== shown.id)
    const path = servicePath(service!)
    expect((await publish(service!.id, { available: '' })).status).toBe(303)
    const html = await read(path)
    expect(html).toContain(servicesPage.notAvailable)
    expect(html).not.toContain(servicesPage.bookLabel)
    expect(timesOn(html)).toEqual([])
    const editor = `/admin/services/${service!.id}`
    const { version = '' } = formWith(await (await admin.get(editor)).text(), 'version').fields
    expect((await admin.post(editor, { intent: 'remove', version })).status).toBe(303)
    expect((await get(path)).status).toBe(404)
    expect(await read('/sitemap.xml')).not.toContain(path)
    for (const other of services.filter(({ id }) => id !== service!.id))
      expect(await read(servicePath(other)), other.id).not.toContain(`href="${path}"`)
  })

  test('keeps to what fits it', async () => {
    const wrong: Record<string, string>[] = [
      { 'page.hour.0.minutes': '7' },
      { 'page.hour.0.text': 'x'.repeat(201) },
      { 'page.suits.0.text': '' },
      { 'page.wait.0.text': 'x'.repeat(121) },
    ]
    for (const typed of wrong) expect((await publish(shown.id, typed)).status, JSON.stringify(typed)).toBe(400)
  })
})

test('with a hosted scheduler, the page of a service names no times', async () => {
  const site = await startSiteForTest('sqlite', { SCHEDULING_URL: 'https://calendar.example/clinic', WORKER: 'off' })
  const html = await (await visitor(site).get(ownPageOfAService)).text()
  expect(html).toContain(`href="${bookingPath(shown)}"`)
  expect(html).not.toContain(own.times)
})
