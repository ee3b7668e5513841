import PostalMime from 'postal-mime'
import { parse } from 'csv-parse/sync'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderStatuses } from '#app/domain/orders/order.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { admin as words } from '#content/pages/admin.ts'
import { adminOrder, adminOrders, orderStates } from '#content/pages/admin-orders.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { shownOf } from '#tests/support/shown.ts'
import { signInAs } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { textsOf } from '#tests/support/pages.ts'

const clinic = contentFacts(Date.now())
const maya = {
  name: 'Maya <Thomas>',
  email: 'maya+x&y@example.com',
  phone: '(205) 555-0100 x12',
  note: '=1+1\nTablets, please',
}

describe.each(databasesFor(import.meta.url))('orders in the dashboard, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const readHtml = async (path: string) => (await admin.get(path)).text()
  const toPath = ({ number }: { number: string }) => `/admin/orders/${number}`
  const step = (order: { number: string }, from: string, to: string, more: Record<string, string> = {}) =>
    admin.post(toPath(order), { from, to, ...more })
  const emailsAbout = (orderId: string) =>
    look(site, (db) =>
      db
        .selectFrom('emails')
        .select(['kind', 'raw', 'state'])
        .where('ids', 'like', `%${orderId}%`)
        .where('kind', 'not in', ['order-notice', 'order-confirmation'])
        .execute(),
    )
  const actsAbout = (number: string) =>
    look(site, (db) =>
      db
        .selectFrom('auditEntries')
        .select(['act', 'detail', 'who'])
        .where('record', '=', `order:${number}`)
        .orderBy('sequence')
        .execute(),
    )

  test('are listed newest first, and open with buyer and items', async () => {
    const { none, noneFound, search, export: csv } = adminOrders
    const parts = [none.text, noneFound.state(orderStates.ready), noneFound.hint, search.clear, csv.button]
    const shown = async (query: string, who = admin) =>
      shownOf(await (await who.get(`/admin/orders${query}`)).text(), parts)
    expect(await shown('')).toEqual([none.text])
    const older = await placeOrderOn(site, { contact: maya, now: Date.now() - 60_000 })
    expect(await shown('')).toEqual([csv.button])
    expect(await shown('', await signInAs(site, 'front-desk'))).toEqual([])
    expect(await shown('?state=ready')).toEqual([noneFound.state(orderStates.ready)])
    expect(await shown('?q=zzz')).toEqual([noneFound.hint, search.clear])
    const newer = await placeOrderOn(site)
    const list = await readHtml('/admin/orders')
    expect(list.indexOf(newer.number)).toBeLessThan(list.indexOf(older.number))
    // Isolated, because a right-to-left name would otherwise reorder the digits of the number.
    expect(list).toContain('<bdi>Maya &lt;Thomas&gt;</bdi>')
    const page = await readHtml(toPath(older))
    expect(page).toContain('Maya &lt;Thomas&gt;')
    expect(page).toContain('href="tel:2055550100"')
    expect(page).toContain('href="mailto:maya%2Bx%26y@example.com?subject=')
    expect(page).toContain('=1+1\nTablets, please')
    expect(page).toContain('$159.50')
    const { to, tell, tellByPhone } = adminOrder.state
    const steps = [to.confirmed, to.ready, to.cancelled, tellByPhone.ready, 'tag tag-new']
    expect(shownOf(page, [...steps, tell.ready, adminOrder.history.told, adminOrder.buyer.payment])).toEqual(steps)
    expect(page.match(/<input[^>]*checked[^>]*>/g)?.join()).toMatch(/tell-ready.*tell-cancelled/)
    expect(page).not.toMatch(/<input[^>]*id="tell-confirmed"[^>]*checked/)
    expect((await admin.get('/admin/orders/ZZZ-ZZZ')).status).toBe(404)
  })

  test('are found by number, name and address, and by status', async () => {
    const order = await placeOrderOn(site, { contact: { name: 'Zelda Quist', email: 'zq@example.com' } })
    for (const term of [order.number, order.number.replace('-', '').toLowerCase(), 'quist', 'zq@'])
      expect(await readHtml(`/admin/orders?q=${encodeURIComponent(term)}`), term).toContain(order.number)
    expect(await readHtml('/admin/orders?q=zzz+unknown')).toContain('No orders match')
    expect(await readHtml('/admin/orders?state=new&q=quist')).toContain(order.number)
    expect(await readHtml('/admin/orders?state=ready&q=quist')).not.toContain(order.number)
    // An invalid query shows the list.
    expect((await admin.get(`/admin/orders?state=odd&from=x.y&q=${'x'.repeat(5_000)}`)).status).toBe(200)
  })

  test('are paged', async () => {
    for (let index = 0; index < 26; index += 1)
      await placeOrderOn(site, { contact: { name: 'Page Turner', email: 'pages@example.com' } })
    const numbers: string[] = []
    for (let path: string | undefined = '/admin/orders?q=pages'; path;) {
      const html = await readHtml(path)
      numbers.push(...[...html.matchAll(/href="\/admin\/orders\/([^"?]+-[^"?]+)"/g)].map(([, number = '']) => number))
      path = /rel="next" href="(\/admin\/orders\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(numbers).toHaveLength(26)
    expect(new Set(numbers).size).toBe(26)
  })

  test('advance a step with an email that repeats no input, and the buyer’s page shows it', async () => {
    const order = await placeOrderOn(site, { contact: maya })
    const answer = await step(order, 'new', 'ready', { tell: 'on' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${toPath(order)}#done`])
    const page = await readHtml(toPath(order))
    expect(page).toMatch(new RegExp(`role="status"[^]*${adminOrder.state.changed(orderStates.ready)}`))
    expect(await readHtml(toPath(order))).not.toContain(adminOrder.state.changed(orderStates.ready))
    expect(page).toContain(adminOrder.history.told)

    const [email] = await until(async () => {
      const emails = await emailsAbout(order.id)
      return emails[0]?.state === 'kept' ? emails : undefined
    })
    const mail = await PostalMime.parse(email?.raw ?? '')
    expect(mail.subject).toBe(fillInAlso(textsOf('order-emails').ready.subject, { number: order.number }))
    expect(mail.to?.[0]?.address).toBe(maya.email)
    expect(mail.text).toContain(clinic.week[0]?.text)
    for (const typed of ['Maya', 'Tablets', '555-0100'])
      for (const part of [mail.text, mail.html, mail.subject]) expect(part).not.toContain(typed)

    expect(await (await visitor(site).get(order.path)).text()).toContain(textsOf('order').statuses.ready)
    const who = expect.stringMatching(/./)
    expect(await actsAbout(order.number)).toEqual([
      { act: 'order.changed', detail: 'new to ready, customer emailed', who },
    ])
  })

  test('take back a step, with its email', async () => {
    const order = await placeOrderOn(site)
    await step(order, 'new', 'ready', { tell: 'on' })
    const page = await readHtml(toPath(order))
    for (const field of ['name="intent" value="undo"', 'name="from" value="ready"', 'name="to" value="new"'])
      expect(page).toContain(field)
    const undone = await step(order, 'ready', 'new', { intent: 'undo', return: '/admin' })
    expect([undone.status, undone.headers.get('Location')]).toEqual([303, '/admin#done'])
    expect(await readHtml('/admin')).toContain(adminOrder.state.restored(orderStates.new))
    expect(await emailsAbout(order.id)).toEqual([])
    await step(order, 'new', 'confirmed')
    await step(order, 'confirmed', 'cancelled')
    const late = await step(order, 'cancelled', 'new', { intent: 'undo' })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain(adminOrder.state.tooLate)
  })

  test('are changed several at once, with their emails, and back again', async () => {
    const some = [await placeOrderOn(site), await placeOrderOn(site)]
    const gone = await placeOrderOn(site)
    await step(gone, 'new', 'cancelled')
    const chosen = [...some, gone].map(({ number }) => `${number}_new`).join('.')
    const list = '/admin/orders?state=new'
    const act = { chosen, to: 'ready', tell: 'on', return: list }
    const answer = await admin.post('/admin/orders', act)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${list}#done`])
    for (const order of some) {
      expect(await readHtml(toPath(order))).toContain(adminOrder.history.told)
      expect(await emailsAbout(order.id)).toHaveLength(1)
    }
    expect(await emailsAbout(gone.id)).toEqual([])

    await admin.post('/admin/orders', { intent: 'undo', to: 'ready', chosen })
    expect(await readHtml(list)).toContain(adminOrders.bulk.restored(2, 1))
    for (const order of some) {
      expect(await readHtml(list)).toContain(order.number)
      expect(await emailsAbout(order.id)).toEqual([])
    }
    const late = await admin.post('/admin/orders', { intent: 'undo', to: 'ready', chosen })
    expect(late.headers.get('Location')).toBe('/admin/orders#done')
  })

  test('that are chosen wrongly change nothing', async () => {
    const { number } = await placeOrderOn(site)
    for (const [fields, status, said] of [
      [{ to: 'ready' }, 400, words.choose.noneChosen],
      [{ to: 'ready', chosen: `${number}_lost.<b>_new` }, 400, words.choose.noneChosen],
      [{ to: 'gone', chosen: `${number}_new` }, 400, words.unknownIntent],
      [{ to: 'ready', chosen: 'AAA-AAA_new' }, 409, adminOrders.bulk.noneChanged],
      [{ to: 'completed', chosen: `${number}_new` }, 409, adminOrders.bulk.noneChanged],
    ] as const) {
      const answer = await admin.post('/admin/orders', fields)
      expect(answer.status, said).toBe(status)
      expect(await answer.text()).toContain(said)
    }
    expect(await actsAbout(number)).toEqual([])
  })

  test('notify the buyer only on request', async () => {
    const order = await placeOrderOn(site)
    await step(order, 'new', 'confirmed')
    await step(order, 'confirmed', 'cancelled')
    expect(await emailsAbout(order.id)).toEqual([])
    expect((await actsAbout(order.number)).map(({ detail }) => detail)).toEqual([
      'new to confirmed',
      'confirmed to canceled',
    ])
  })

  test('that another tab changed in the meantime are not overwritten, and a message shows the status', async () => {
    const order = await placeOrderOn(site)
    await step(order, 'new', 'cancelled')
    const late = await step(order, 'new', 'ready', { tell: 'on' })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain(adminOrder.state.changedMeanwhile(orderStates.cancelled.toLowerCase()))
    expect(html).toContain(`name="to" value="confirmed"`)
    expect(await emailsAbout(order.id)).toEqual([])
    expect(await actsAbout(order.number)).toHaveLength(1)
  })

  test('reject unknown steps and forged forms', async () => {
    const order = await placeOrderOn(site)
    expect((await step(order, 'new', 'completed')).status).toBe(400)
    expect((await step(order, 'new', 'odd')).status).toBe(400)
    expect((await admin.post(toPath(order), {})).status).toBe(400)
    expect((await step({ number: 'ZZZ-ZZZ' }, 'new', 'ready')).status).toBe(404)
    expect(await actsAbout(order.number)).toEqual([])
  })

  test('with an unknown number or a forged filter are not found', async () => {
    for (const path of [
      '/admin/orders/%00',
      '/admin/orders/' + 'x'.repeat(5_000),
      '/admin/messages/%00',
      '/admin/mail/%00',
    ]) {
      // The site rejects every path with a control character.
      const status = path.includes('%00') ? 400 : 404
      expect((await admin.get(path)).status, path).toBe(status)
      expect((await admin.post(path, { from: 'new', to: 'ready', handled: 'yes', act: 'retry' })).status, path).toBe(
        status,
      )
    }
    expect((await admin.get('/admin/orders?q=%00&state=%00&from=%00')).status).toBe(200)
  })

  test('can only be changed and seen by the admin', async () => {
    const order = await placeOrderOn(site)
    for (const path of ['/admin/orders', toPath(order), '/admin/orders/export'])
      expect((await visitor(site).get(path)).headers.get('Location'), path).toBe('/')
    for (const path of [toPath(order), '/admin/orders/export']) {
      const rejected = await visitor(site).post(path, { from: 'new', to: 'ready' })
      expect(rejected.status, path).toBe(403)
      const html = await rejected.text()
      expect(html).toContain(words.denied)
      expect(html).not.toContain(maya.email)
    }
    expect(await actsAbout(order.number)).toEqual([])
  })

  test('are exported as CSV without formulas, and the export is audited', async () => {
    const order = await placeOrderOn(site, { contact: { ...maya, name: '@SUM(A1)' } })
    const answer = await confirmWithPassword(admin, '/admin/orders/export', { q: '@sum' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="${adminOrders.csv.file}.csv"`)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const text = Buffer.from(await answer.arrayBuffer()).toString()
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [columns, row, ...more] = parse(text, { bom: true, record_delimiter: '\r\n' })
    expect(more).toEqual([])
    expect(columns).toEqual(adminOrders.csv.columns)
    expect(row).toEqual([
      order.number,
      orderStates.new,
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      "'@SUM(A1)",
      maya.email,
      maya.phone,
      '12 x Herb/of the house; 1 x Oil',
      '159.50',
      `'${maya.note}`,
    ])
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').selectAll().where('act', '=', 'orders.exported').execute(),
    )
    expect(acts).toMatchObject([{ detail: 'all' }])
    expect(JSON.stringify(acts)).not.toContain('SUM')
    expect((await admin.get('/admin/orders/export')).headers.get('Location')).toBe('/admin/orders')
  })

  test('show every status, in the list and on the buyer’s page', async () => {
    const { id, number } = await placeOrderOn(site)
    for (const status of orderStatuses) {
      await look(site, (db) => db.updateTable('orders').set({ status }).where('id', '=', id).execute())
      expect(await readHtml(`/admin/orders?state=${status}`)).toContain(number)
      expect(await readHtml(`/admin/orders/${number}`)).toContain(orderStates[status])
    }
  })

  test('leave no name, address or number in the log', () => {
    // Long enough not to match random characters of the log.
    for (const secret of ['Thomas', 'Zelda', '@example.com', '555-0100']) expect(site.output()).not.toContain(secret)
  })
})

test('reject a step while the database is read-only, change nothing, and accept the retry', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const admin = await signInAsAdmin(site)
  const { number } = await placeOrderOn(site)
  const step = () => admin.post(`/admin/orders/${number}`, { from: 'new', to: 'ready', tell: 'on' })
  const other = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
  other.exec('begin immediate')
  const rejected = await step()
  other.close()
  expect(rejected.status).toBe(503)
  expect(await rejected.text()).toContain(words.notStored)
  expect((await step()).status).toBe(303)
  const changes = await look(site, (db) => db.selectFrom('orderChanges').select('status').execute())
  expect(changes).toEqual([{ status: 'ready' }])
})
