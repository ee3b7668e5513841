import { randomUUID } from 'node:crypto'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { adminSections } from '#app/admin-sections.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { forms } from '#content/forms.ts'
import { contactPage } from '#content/pages/contact.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin, totp } from '#tests/support/admin.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { putNewsletters } from '#tests/support/subscribers.ts'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { bookOnline, timeAhead } from '#tests/support/booking.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import {
  askForPayments,
  makeLateToCancel,
  paidPlan,
  paidService,
  passTimeToPay,
  payingPatient,
} from '#tests/support/paid-bookings.ts'
import { flashCookie } from '#tests/support/flash.ts'
import { publicPages } from '#tests/support/pages.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { contact, placeOrderOn, shopper } from '#tests/support/shopper.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import { startSite } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes camelCase attributes and closes void elements, which HTML allows.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'void-style': 'off',
    // All resources come from the site's own origin.
    'require-sri': 'off',
    'doctype-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-inline-style': 'error',
    // The anchor of a card is its title, which may contain any characters.
    'valid-id': ['error', { relaxed: true }],
    // Long titles come from content.
    'long-title': 'off',
    // Without scripts, the page of a newsletter follows the sending.
    'meta-refresh': 'off',
    // Phone numbers have explicit places for line breaks.
    'tel-non-breaking': 'off',
  },
})

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite({ ...adminSettings, LOG_LEVEL: 'fatal', ABUSE_LIMITS: 'off' })
  // Requested once, so that the blog shows its posts.
  await fetch(`${site.url}/blog`)
})
afterAll(() => site?.stop())

async function findFaults(html: string) {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  )
}

test.each([
  ...publicPages,
  '/not-there',
  '/contact?map=show',
  '/newsletter/unsubscribe/broken',
  '/newsletter/confirm/broken',
  '/orders/broken',
  '/login/reset/broken',
  '/login/confirm/broken',
  '/login?next=%2Fprofile',
])('%s is valid HTML', async (path) => {
  expect(await findFaults(await (await fetch(site.url + path)).text())).toEqual([])
})

test('a person’s own data is valid HTML, and where the clinic decides what they ask', async () => {
  const patient = { name: 'Dana Own', email: 'dana@example.com', phone: '(205) 555-0177', health: 'Tired.' }
  const { link } = await bookOnline(site, patient)
  const pages = [await visitor(site).get('/my-data'), await visitor(site).get(`${link}/data`)]
  const account = accountHolder(site)
  await account.signUp({ email: patient.email, name: patient.name, password: goodPassword })
  await look(site, (db) =>
    db.updateTable('users').set({ emailVerified: 1 }).where('email', '=', patient.email).execute(),
  )
  await account.post('/my-data', { intent: 'correct', request: 'valid-html', correction: 'My name.' })
  pages.push(
    await account.get('/my-data'),
    await account.post('/my-data', { intent: 'correct', request: 'r', correction: '' }),
  )
  const admin = await signInAsAdmin(site)
  const { id } = await look(site, (db) =>
    db.selectFrom('patients').select('id').where('email', '=', patient.email).executeTakeFirstOrThrow(),
  )
  const record = `/admin/patients/${id}`
  pages.push(
    await admin.get(record),
    await admin.post(record, { intent: 'show-requests' }),
    await admin.post(record, { intent: 'request-denied', requestId: 'valid-html', answer: '' }),
    await admin.post(record, {
      intent: 'enter-request',
      requestId: 'r',
      kind: 'access',
      way: 'mail',
      day: '',
      said: '',
    }),
    await admin.get(`${record}/copy`),
    await confirmWithPassword(admin, `${record}/copy`),
  )
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 400, 200, 200, 400, 400, 200, 200])
  for (const page of pages) expect(await findFaults(await page.text())).toEqual([])
})

test('the pages of gift cards are valid HTML, for sale, unpaid, in use, gone and in the dashboard', async () => {
  const server = await startPaymentServer(onTestFinished)
  const shop = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  const buyer = visitor(shop)
  const typed = { intent: 'buy', amount: '5000', email: 'maya@example.com', recipientName: 'Leela' }
  const pages = [
    await buyer.get('/gift-cards'),
    await buyer.post('/gift-cards', { ...typed, amount: 'own', email: '' }),
    await buyer.post('/gift-cards', { intent: 'check', code: '' }),
  ]
  const path = (await buyer.post('/gift-cards', typed)).headers.get('Location')!.replace(/\/pay$/, '')
  pages.push(await buyer.get(`${path}/pay`), await buyer.get(path))
  server.pay(server.newest()!.id)
  await buyer.get(/\/payments\/.*/.exec(server.newest()!.paidUrl)![0])
  pages.push(await buyer.get(path), await buyer.get('/gift-cards/broken'))
  const admin = await signInAsAdmin(shop)
  const list = '/admin/gift-cards'
  const key = randomUUID()
  const use = { intent: 'use', key, note: 'Abhyangam' }
  pages.push(
    await admin.get(list),
    await admin.post(list, { intent: 'sell', amount: '', key }),
    await admin.post(list, { intent: 'sell', amount: '50', method: 'cash', recipientEmail: 'leela@example.com', key }),
    await admin.post(list, { intent: 'find', q: 'leela' }),
    await admin.post(`${list}/${key}`, { ...use, amount: 'much' }),
  )
  await admin.post(`${list}/${key}`, { ...use, amount: '20' })
  pages.push(await confirmWithPassword(admin, `${list}/${key}`, { intent: 'show' }))
  expect(pages.map(({ status }) => status)).toEqual([200, 400, 400, 200, 200, 200, 404, 200, 400, 200, 200, 400, 200])
  for (const page of pages) expect(await findFaults(await page.text())).toEqual([])
})

test('the pages of a booking to be paid are valid HTML, from the form to the receipt, and when it was not paid', async () => {
  const server = await startPaymentServer(onTestFinished)
  const clinic = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  await askForPayments(clinic)
  const pages: Response[] = []
  async function book() {
    const person = visitor(clinic)
    pages.push(await person.get(paidService))
    await person.post(paidService, payingPatient)
    pages.push(await person.get('/booking/time'))
    const chosen = await person.get(`/booking/widget${await timeAhead(person, '/booking/widget')}`)
    pages.push(chosen.clone())
    const { fields } = formWith(await chosen.text(), 'at')
    pages.push(await person.post('/booking/widget', { ...fields, toPay: '' }))
    await person.post('/booking/widget', fields)
    const end = await person.get('/booking/widget')
    pages.push(end.clone())
    const [, link = ''] = /href="(\/appointments\/[^"]+)\/pay"/.exec(await end.text()) ?? []
    pages.push(await person.get(`${link}/pay`), await person.get(link))
    return { person, link }
  }
  const { person, link } = await book()
  server.pay(server.newest()!.id)
  await person.get(/\/payments\/.*/.exec(server.newest()!.paidUrl)![0])
  await makeLateToCancel(clinic)
  pages.push(await person.get(link))
  expect((await person.post(link, { intent: 'cancel' })).status).toBe(303)
  pages.push(await person.get(link))
  const other = await book()
  await passTimeToPay(clinic)
  await until(async () => (await (await other.person.get(other.link)).text()).includes(bookingPayment.ended))
  pages.push(await other.person.get(other.link))

  await person.post(paidPlan, payingPatient)
  const proposals = await (await person.get('/booking/plan')).text()
  const [, address = ''] = [...proposals.matchAll(/href="(\/booking\/plan\?d=[^"#]*)"/g)].at(-1) ?? []
  pages.push(await person.get(address.replaceAll('&amp;', '&')))
  for (const page of pages) expect(await findFaults(await page.text()), page.url).toEqual([])
})

test('every section of the dashboard is valid HTML', async () => {
  const admin = await signInAsAdmin(site)
  // This site takes no online payments; the section of gift cards is above.
  for (const { href } of adminSections.filter(({ href }) => href !== '/admin/gift-cards')) {
    const page = await admin.get(href)
    expect(page.status, href).toBe(200)
    expect(await findFaults(await page.text()), href).toEqual([])
  }
})

test('a test result of an outside service is valid HTML', async () => {
  const admin = await signInAsAdmin(site)
  const path = '/admin/connections'
  for (const service of ['feed', 'relay']) {
    const answer = await admin.post(path, { service })
    const html = await (answer.status === 303 ? await admin.get(path) : answer).text()
    expect(html).toContain('id="outcome"')
    expect(await findFaults(html)).toEqual([])
  }
})

test('the pages of two-factor authentication are valid HTML, from the password prompt to the codes and the login', async () => {
  const path = '/admin/security'
  const admin = await signInAsAdmin(site)
  const shown = async (answer: Response) => {
    const html = await answer.text()
    expect(await findFaults(html)).toEqual([])
    return html
  }
  await shown(await admin.get(path))
  expect(await shown(await admin.post(path, { intent: 'start' }))).toContain('unlock-password')
  await confirmWithPassword(admin, path, { intent: 'start' })
  const setUp = await shown(await admin.get(path))
  const key = /<code class="key">([A-Z2-7 ]+)</.exec(setUp)?.[1] ?? ''
  const code = () => totp(key, Date.now())
  expect(await shown(await admin.post(path, { intent: 'confirm', code: '1' }))).toContain('aria-invalid')
  expect(await shown(await admin.post(path, { intent: 'confirm', code: code() }))).toContain('<ol>')
  await shown(await admin.get(path))
  const person = visitor(site)
  await person.post('/login', { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD })
  expect(await shown(await person.get('/login/code'))).toContain('one-time-code')
  const off = { intent: 'off', unlock: 'send', 'unlock-code': totp(key, Date.now() + 30_000) }
  expect((await admin.post(path, off)).status).toBe(303)
})

test('the page of a newsletter is valid HTML in every state, and so is its form with an error', async () => {
  const newsletters = await look(site, putNewsletters)
  const admin = await signInAsAdmin(site)
  for (const { name, path, shows } of newsletters) {
    const html = await (await admin.get(path)).text()
    expect(html.replaceAll('<!-- -->', ''), name).toContain(shows)
    expect(await findFaults(html), name).toEqual([])
  }
  const invalid = await (await admin.post('/admin/newsletter', { url: 'tea' })).text()
  expect(invalid).toContain('aria-invalid')
  expect(await findFaults(invalid)).toEqual([])
})

test('the home page is valid HTML after a mistyped address and after a sign-up', async () => {
  const maya = visitor(site)
  expect(await findFaults(await (await maya.post('/', { email: 'maya@' })).text())).toEqual([])
  await maya.post('/', { email: 'maya@example.com' })
  const thanked = await (await maya.get('/')).text()
  expect(thanked).toContain('role="status"')
  expect(await findFaults(thanked)).toEqual([])
})

test('the contact page is valid HTML with errors, with a question, and after the message is sent', async () => {
  const maya = visitor(site)
  const message = { name: 'Maya', email: 'maya@example.com', message: 'Hello' }
  for (const [typed, shown] of [
    [{}, forms.problem],
    [{ ...message, message: '' }, 'aria-invalid'],
    [{ ...message, email: 'maya@gmial.com' }, 'Did you mean'],
    [{ ...message, website: 'x' }, forms.onceMore(contactPage.write.button)],
  ] as const) {
    const html = await (await maya.post('/contact', typed)).text()
    expect(html).toContain(shown)
    expect(await findFaults(html)).toEqual([])
  }
  await maya.post('/contact', message)
  const sent = await (await maya.get('/contact')).text()
  expect(sent).toContain('role="status"')
  expect(await findFaults(sent)).toEqual([])
})

test('the page of an order is valid HTML, both new and later', async () => {
  const { path } = await placeOrderOn(site, {
    contact: { name: 'Maya', email: 'maya@example.com', phone: '(205) 555-0100', note: 'Tablets' },
  })
  const maya = visitor(site)
  maya.cookies.set('flash', flashCookie(site, { on: path, about: 'placed' }))
  for (const role of ['role="status"', '<table']) {
    const html = await (await maya.get(path)).text()
    expect(html).toContain(role)
    expect(await findFaults(html)).toEqual([])
  }
})

test('product cards with items in the cart, the cart and its errors are valid HTML', async () => {
  const maya = shopper(site)
  await maya.add(product.id)
  await maya.add(otherProduct.id)
  expect(await findFaults(await (await maya.get('/products')).text())).toEqual([])
  expect(await findFaults((await maya.cartPageNow()).html)).toEqual([])
  for (const typed of [{}, { ...contact, email: 'maya@gmial.com' }, { ...contact, shown: 'other' }])
    expect(await findFaults(await (await maya.press('order', typed)).text())).toEqual([])
})

test('the account pages and the profile are valid HTML with errors and messages', async () => {
  const person = accountHolder(site)
  for (const [path, typed] of [
    ['/login', {}],
    ['/login', { email: 'unknown@example.com', password: 'a wrong guess' }],
    ['/login?mode=sign-up', { email: 'maya@gmial.com', password: goodPassword }],
    ['/login/forgot', { email: 'unknown@example.com' }],
  ] as [string, Record<string, string>][])
    expect(await findFaults(await (await person.post(path, typed)).text()), path).toEqual([])
  await person.signUp({ email: 'valid@example.com', password: goodPassword, name: 'Maya' })
  expect(await findFaults(await (await person.get('/profile')).text())).toEqual([])
  expect(await findFaults(await (await person.post('/profile', { intent: 'password' })).text())).toEqual([])
  await person.post('/profile', { intent: 'name', name: 'Maya T.' })
  expect(await findFaults(await (await person.get('/profile')).text())).toEqual([])
})
