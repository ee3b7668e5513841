import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { contactPage } from '#content/pages/contact.ts'
import { forgotPage } from '#content/pages/login.ts'
import { productPath } from '#app/domain/catalogue/product.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { pagesToRead, textsOf } from '#tests/support/pages.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { visitor } from '#tests/support/visitor.ts'

/** Texts that the specification requires, whatever the configuration. */
const contractual = [forgotPage.success, contactPage.write.success]

const promisesOfEmails = [
  /\b(we|the clinic)(’ll| will)? (then )?(send|sends|email|e-mail|mail)s? you\b/i,
  /\b(get|receive)s? (a|an|your) (confirmation|email|e-mail|letter|message)\b/i,
  /\bon (its|their|the) way to (you|it)\b/i,
  /\b(look in|check) your inbox\b/i,
  /\bwe send your\b/i,
  /\bconfirmation goes to\b/i,
]
const promisesOfChanges = [
  /\b(move|cancel|change) (or (move|cancel|change) )?(it|your appointment|this appointment) online\b/i,
  /\bmove or cancel your appointment\b/i,
  /\bwe send your confirmation\b/i,
  /\bget a confirmation with a calendar file\b/i,
]

/** The visible text, and the description for search engines. */
function toText(html: string) {
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const text = html
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, ' ')
    .replaceAll(/<\/?(mark|b|bdi|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
  const said = `${description} ${text}`.replaceAll('&#x27;', "'").replaceAll(/\s+/g, ' ')
  return contractual.reduce((rest, allowed) => rest.replaceAll(allowed, ' '), said)
}

const findPromises = (html: string, promises: RegExp[]) =>
  promises.map((promise) => promise.exec(toText(html))?.[0]).filter(Boolean)

const publicPages = [
  ...pagesToRead,
  '/appointments',
  '/appointments/no-such-link',
  '/waitlist',
  '/login',
  '/login/forgot',
  '/cart',
]
const dashboard = [
  '',
  '/appointments',
  '/appointments/new',
  '/orders',
  '/messages',
  '/subscribers',
  '/mail',
  '/clinic',
  '/system',
].map((path) => `/admin${path}`)
const patient = { name: 'Maya Rao', email: 'maya@example.com', phone: '(205) 555-0177', health: 'tired' }
const host = 'calendar.example'

type Mode = { mode: string; settings: Record<string, string>; promises: RegExp[] }

describe.each<Mode>([
  { mode: 'outbox', settings: {}, promises: promisesOfEmails },
  {
    mode: 'a hosted scheduler',
    settings: { SCHEDULING_URL: `https://${host}/clinic` },
    promises: [...promisesOfEmails, ...promisesOfChanges],
  },
])('with $mode', ({ mode, settings, promises }) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...settings })
  })
  afterAll(() => site?.stop())

  test('no public page, in any state, promises an email or change that the site cannot provide', async () => {
    const person = visitor(site)
    for (const path of publicPages)
      expect(findPromises(await (await person.get(path)).text(), promises), path).toEqual([])
    const signedUp = visitor(site)
    await signedUp.post('/login?mode=sign-up', { email: patient.email, password: 'a quiet lake in autumn' })
    expect(findPromises(await (await signedUp.get('/profile')).text(), promises), '/profile').toEqual([])

    const reset = await (await person.post('/login/forgot', { email: patient.email })).text()
    expect(reset).toContain(forgotPage.success)
    expect(findPromises(reset, promises), 'a reset').toEqual([])
    const order = await placeOrderOn(site)
    expect(findPromises(await (await person.get(order.path)).text(), promises), 'an order').toEqual([])
    const requested = await person.post('/appointments', { email: patient.email })
    expect(
      findPromises(await (await person.get(requested.headers.get('Location') ?? '')).text(), promises),
      'a new link',
    ).toEqual([])
    for (const [path, form] of [
      ['/', { email: 'ann@example.com' }],
      ['/contact', { name: 'Ann', email: 'ann@example.com', message: 'Hello' }],
    ] as const) {
      expect((await person.post(path, form)).status).toBe(303)
      expect(findPromises(await (await person.get(path)).text(), promises), `${path} afterwards`).toEqual([])
    }
  })

  test('no search result does so either', async () => {
    const ofAppointments = ['cancel', 'reschedule', 'link', 'appointment']
    for (const term of [...ofAppointments, 'move', 'confirmation', 'email', 'calendar']) {
      const html = await (await visitor(site).get(`/search?q=${term}`)).text()
      if (ofAppointments.includes(term))
        expect(html).toContain(fillInAlso(textsOf('search').results.name, { term }).replaceAll('"', '&quot;'))
      // Snippets may show sentences without their beginning.
      expect(findPromises(html, [...promises, /\bsend you the link\b/i, /\bwe’ll send\b/i]), term).toEqual([])
    }
  })

  test('no page of the dashboard does so either', async () => {
    const admin = await signInAsAdmin(site)
    for (const path of dashboard) expect(findPromises(await (await admin.get(path)).text(), promises), path).toEqual([])
  })

  test('the booking pages say what happens next', async () => {
    const person = visitor(site)
    const texts = textsOf('booking')
    const booking = (await (await person.get('/booking/general')).text()).replaceAll('&#x27;', "'")
    expect(booking).toContain(texts.form.emailHintOnly)
    if (mode === 'outbox') {
      expect(booking).toContain(texts.confirmation.kept)
      const { link } = await bookOnline(site, patient)
      expect(findPromises(await (await person.get(link)).text(), promises), 'a booked appointment').toEqual([])
      const lost = toText(await (await person.get('/appointments')).text())
      expect(lost.replaceAll(' ,', ',')).toContain(textsOf('find-appointment').kept)
      return
    }
    expect(booking).toContain(fillInAlso(texts.confirmation.hosted, { host }))
    expect(booking).toContain(fillInAlso(texts.booked.hosted, { host }))
    const calendar = await (await (await signInAsAdmin(site)).get('/admin/appointments')).text()
    expect(calendar).toContain(adminCalendar.hosted(host))
  })
})

describe.each([
  { mode: 'with online payments', settings: paymentSettings('http://127.0.0.1:9'), shown: 'online', other: 'text' },
  { mode: 'without', settings: {}, shown: 'text', other: 'online' },
] as const)('$mode', ({ settings, shown, other }) => {
  test('the shop and the search say how customers can pay', async () => {
    const site = await startSiteForTest('sqlite', { ABUSE_LIMITS: 'off', ...settings })
    const { howToBuy } = textsOf('products-page')
    const read = async (path: string) => toText(await (await visitor(site).get(path)).text())
    for (const path of ['/products', productPath(product)]) {
      const says = await read(path)
      expect(says, path).toContain(howToBuy[shown])
      expect(says, path).not.toContain(howToBuy[other])
    }
    const found = await read('/search?q=invoice')
    if (shown === 'text') expect(found).toContain('by invoice')
    else expect(found).not.toContain('take payment')
  })
})
