import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesWords as words, pagesWords } from '#app/routes/admin/pages/words.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { products, services } from '#tests/support/catalogue.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { buttonsIn, formWith, visitor } from '#tests/support/visitor.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

describe.each(databasesFor(import.meta.url))('services and products on %s', (kind) => {
  let site: Site
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const read = async (path: string) => (await visitor(site).get(path)).text()
  const readForm = async (path: string, field: string) => formWith(await (await admin.get(path)).text(), field).fields
  const act = async (path: string, field: string, typed: Record<string, string>, intent = 'publish') =>
    admin.post(path, { ...(await readForm(path, field)), ...typed, intent })

  test('are listed, and what is published shows on the website and in booking', async () => {
    const [service] = services
    const html = await (await admin.get('/admin/services')).text()
    for (const { title } of services) expect(html).toContain(title.replaceAll('&', '&amp;'))
    const path = `/admin/services/${service!.id}`
    const published = await act(path, 'title', { title: 'First Visit', duration: '75 min', price: '$90' })
    expect([published.status, published.headers.get('Location')]).toEqual([303, `${path}#done`])
    expect(await (await admin.get(path)).text()).toContain(pagesWords.published('First Visit'))
    for (const page of ['/services', `/booking/${service!.id}`]) {
      const shown = await read(page)
      for (const text of ['First Visit', '75 min', '$90']) expect(shown, page).toContain(text)
    }
    expect(await read('/search?q=first+visit')).toContain('First Visit')
  })

  test('keep what was typed when something is wrong', async () => {
    const path = `/admin/products/${products[0]!.id}`
    for (const [typed, sentence] of [
      [{ priceCents: '12.5' }, 'Enter dollars and cents'],
      [{ priceCents: '0' }, 'Enter $0.01 to $100,000.00.'],
      [{ taxRate: '8.8755' }, 'Enter a percentage with at most three decimals'],
      [{ taxRate: '31' }, 'Enter 0% to 30%.'],
      [{ name: '' }, 'Enter the name.'],
      [{ name: 'Tea in {city}' }, '{city} doesn’t stand for anything here.'],
      [{ category: 'Tea' }, 'Choose one for'],
      [{ 'label.certificate.href': 'javascript:alert(1)' }, 'Enter a page of this website'],
    ] as const) {
      const answer = await act(path, 'name', { 'label.quantity': 'kept text', ...typed })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('kept text')], sentence).toEqual([400, true, true])
    }
  })

  test('say what is paid online when they are booked, and refuse what does not fit together', async () => {
    const path = `/admin/services/${services[1]!.id}`
    const typeIn = (payAhead: string, payAheadAmount: string, cancelFee: string) =>
      act(path, 'title', {
        'payment.payAhead': payAhead,
        'payment.payAheadAmount': payAheadAmount,
        'payment.cancelFee': cancelFee,
      })
    for (const [typed, sentence] of [
      [['deposit', '0', '0'], 'Enter at least $0.50, or choose that nothing is paid.'],
      [['full', '0.49', '0'], 'Enter at least $0.50, or choose that nothing is paid.'],
      [['deposit', '', '0'], 'Enter dollars and cents'],
      [['deposit', '50', '50.01'], 'You can’t keep more than was paid.'],
      [['none', '0', '10'], 'Without a payment, there is nothing to keep.'],
      [['card', '0', '0.49'], 'Enter the fee that may be charged to the card, at least $0.50.'],
      [['card', '0', '0'], 'Enter the fee that may be charged to the card, at least $0.50.'],
      [['card', '10', '40'], 'When a card is kept, nothing is paid in advance. Enter 0.'],
      [['later', '50', '0'], 'Choose one for'],
    ] as const) {
      const answer = await typeIn(typed[0], typed[1], typed[2])
      expect([answer.status, (await answer.text()).includes(sentence)], sentence).toEqual([400, true])
    }
    expect((await typeIn('deposit', '50', '20')).status).toBe(303)
    const typePrice = (price: string) =>
      act(path, 'title', {
        price,
        'payment.payAhead': 'full',
        'payment.payAheadAmount': '1400',
        'payment.cancelFee': '20',
      })
    const other = await typePrice('$1,250 to $1,400')
    expect([other.status, (await other.text()).includes('The price text names another amount.')]).toEqual([400, true])
    expect((await typePrice('$1,400 with its tax')).status).toBe(303)
    expect((await typeIn('deposit', '50', '20')).status).toBe(303)
    const { fields } = formWith(await (await admin.get(path)).text(), 'title')
    expect(fields).toMatchObject({ 'payment.payAheadAmount': '50.00', 'payment.cancelFee': '20.00' })
    expect(await read(`/booking/${services[1]!.id}`), 'without online payments').not.toContain('$50')
  })

  test('are added under an address of their own, first as a draft', async () => {
    const before = await read('/services')
    const added = await admin.post('/admin/services', { intent: 'add', title: 'Warm Oil Évening' })
    const path = '/admin/services/warm-oil-evening'
    expect([added.status, added.headers.get('Location')]).toEqual([303, `${path}#done`])
    expect(await read('/services')).toBe(before)
    expect(await (await admin.get('/admin/services')).text()).toContain(words.states.new)
    expect(await (await admin.get(path)).text()).toMatch(/<title>Warm Oil Évening/)
    const again = await admin.post('/admin/services', { intent: 'add', title: 'Warm Oil Évening' })
    expect(again.headers.get('Location')).toBe('/admin/services/warm-oil-evening-2#done')

    expect((await act(path, 'title', {})).status, 'the rest is missing').toBe(400)
    const rest = { duration: '1 hr', price: 'Price varies', summary: 'Warm oil.', description: 'A quiet evening.' }
    expect((await act(path, 'title', { ...rest, category: 'Tailored Services' })).status).toBe(303)
    expect(await read('/services')).toContain('A quiet evening.')
    expect(await read('/booking/warm-oil-evening')).toContain('Warm Oil Évening')
    const undone = await admin.post(path, { intent: 'restore', from: '0', version: '1' })
    expect(undone.status, 'Undo takes it off the website again').toBe(303)
    expect(await (await admin.get(path)).text()).toContain(pagesWords.removal.done('Warm Oil Évening'))
    expect(await read('/services')).not.toContain('A quiet evening.')
  })

  test('that are removed are shown nowhere, and come back', async () => {
    const { id, name } = products[1]!
    const path = `/admin/products/${id}`
    const press = async (intent: string) => {
      const { version = '' } = await readForm(path, 'name')
      return admin.post(path, { intent, version })
    }
    const removed = await press('remove')
    expect([removed.status, removed.headers.get('Location')]).toEqual([303, `${path}#done`])
    const html = await (await admin.get(path)).text()
    expect(html).toContain(pagesWords.removal.done(name))
    expect(html).toContain(pagesWords.removal.removed)
    expect(await read('/products')).not.toContain(name)
    expect(await (await admin.get('/admin/products')).text()).toContain(words.states.removed)
    expect((await press('remove')).headers.get('Location'), 'a second press').toBe(path)
    expect((await press('put-back')).status).toBe(303)
    expect(await read('/products')).toContain(name)
    expect((await press('put-back')).headers.get('Location'), 'a second press').toBe(path)
    for (const [page, version, status] of [
      [path, '0', 409],
      [path, 'x', 409],
      ['/admin/pages/home', '0', 400],
    ] as const)
      expect((await admin.post(page, { intent: 'remove', version })).status, page).toBe(status)
  })

  test('that are booked or ordered are removed once the question about it was answered', async () => {
    const [service, product] = [services[0]!, products[2]!]
    const line = { priceCents: 100, quantity: 1, supplement: false }
    await bookByTelephone(admin, 1)
    for (const productId of [product.id, `${product.id}.powder`])
      await placeOrderOn(site, { lines: [{ ...line, productId, name: 'Herb' }] })
    for (const { path, field, page, shown, question } of [
      {
        ...{ path: `/admin/services/${service.id}`, field: 'title', page: '/services' },
        ...{ shown: 'First Visit', question: pagesWords.removal.ahead.services(1) },
      },
      {
        ...{ path: `/admin/products/${product.id}`, field: 'name', page: '/products' },
        ...{ shown: `id="${product.id}"`, question: pagesWords.removal.ahead.products(2) },
      },
    ]) {
      const { version = '' } = await readForm(path, field)
      const asked = await admin.post(path, { intent: 'remove', version })
      const html = await asked.text()
      expect([asked.status, html.includes(question)], path).toEqual([409, true])
      expect(await read(page)).toContain(shown)
      expect((await admin.post(path, { intent: 'remove', version, asked: '7' })).status, 'of another count').toBe(409)
      const { fields } = formWith(html, 'asked')
      expect((await admin.post(path, { ...fields, intent: 'remove' })).status).toBe(303)
      expect(await read(page)).not.toContain(shown)
      const { version: now = '' } = await readForm(path, field)
      expect((await admin.post(path, { intent: 'put-back', version: now })).status).toBe(303)
    }
  })

  test('with a name that is none are not added', async () => {
    for (const title of ['', ' ', '\u200b', 'x'.repeat(61), 'a\u0000b']) {
      const answer = await admin.post('/admin/services', { intent: 'add', title })
      expect(answer.status, JSON.stringify(title)).toBe(400)
    }
    const emoji = await admin.post('/admin/services', { intent: 'add', title: '🌿' })
    expect(emoji.headers.get('Location')).toBe('/admin/services/services#done')
  })

  test('are moved, in their list and on the website', async () => {
    const titles = async () => {
      const html = await (await admin.get('/admin/products')).text()
      return [...html.matchAll(/<a class="leads"[^>]*>([^<]*)</g)].map(([, title]) => title)
    }
    const { version = '' } = await readForm('/admin/products', 'version')
    const [first, second, ...rest] = await titles()
    const moves = buttonsIn(await (await admin.get('/admin/products')).text(), 'intent').slice(0, -1)
    expect(moves, 'the first cannot go up, nor the last down').toEqual(
      products.flatMap((_, at) => [...(at > 0 ? ['up'] : []), ...(at < products.length - 1 ? ['down'] : [])]),
    )
    const down = { intent: 'down', id: products[0]!.id, version }
    expect((await admin.post('/admin/products', down)).headers.get('Location')).toBe(`/admin/products#${down.id}`)
    expect(await titles()).toEqual([second, first, ...rest])
    const page = await read('/products')
    expect(page.indexOf(`id="${products[1]!.id}"`)).toBeLessThan(page.indexOf(`id="${products[0]!.id}"`))
    expect((await admin.post('/admin/products', down)).status, 'from an older list').toBe(409)
    for (const [typed, status] of [
      [{ id: 'nothing' }, 404],
      [{ version: 'x' }, 409],
      [{ intent: 'erase' }, 403],
    ] as const)
      expect((await admin.post('/admin/products', { ...down, ...typed })).status).toBe(status)
  })

  test('are moved past one that a page shows beside them, which leads back to that page and can be undone', async () => {
    const list = '/admin/services'
    const page = '/admin/pages/services-page'
    const ids = async () => {
      const links = (await read('/services')).matchAll(/ href="\/booking\/([^"]+)"/g)
      return [...links].map(([, id]) => id)
    }
    const before = await ids()
    const tailored = services.filter(({ category }) => category === 'Tailored Services')
    const [first, last] = [tailored[0]!.id, tailored.at(-1)!.id]
    const { version = '' } = await readForm(list, 'version')
    const move = { intent: 'up', id: last, past: first, version, return: page }
    const moved = await admin.post(list, move)
    expect([moved.status, moved.headers.get('Location')]).toEqual([303, `${page}#done`])
    const now = await ids()
    expect(now.indexOf(last)).toBe(now.indexOf(first) - 1)

    const html = await (await admin.get(page)).text()
    expect(html).toContain(words.moved(tailored.at(-1)!.title))
    const undo = formWith(html, 'past')
    const undone = await admin.post(undo.action, undo.fields)
    expect(undone.headers.get('Location'), 'Undo stays on the page').toBe(`${page}#done`)
    expect(await ids()).toEqual(before)
    const { version: newest = '' } = await readForm(list, 'version')
    expect((await admin.post(list, move)).status, 'over an older order').toBe(409)
    const nowhere = { ...move, version: newest, past: 'nothing' }
    expect((await admin.post(list, nowhere)).status, 'past one that is not there').toBe(404)
    for (const foreign of ['https://example.com/admin', '//example.com/admin', '/services']) {
      const { version: over = '' } = await readForm(list, 'version')
      const elsewhere = await admin.post(list, { ...move, version: over, return: foreign })
      expect(elsewhere.headers.get('Location'), foreign).toBe(`${list}#done`)
    }
  })

  test('of unknown ids are not there', async () => {
    for (const path of ['services/nothing', 'products/Triphala', 'services/__proto__', 'pages/services/general'])
      expect((await admin.get(`/admin/${path}`)).status, path).toBe(404)
    expect((await visitor(site).post('/admin/services', { intent: 'add', title: 'x' })).status).toBe(403)
  })
})
