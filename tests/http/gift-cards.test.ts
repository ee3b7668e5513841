import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { formatCode } from '#app/domain/gift-cards/gift-card.ts'
import { giftCardPage, giftCardsLink, giftCardsPage } from '#content/gift-cards.ts'
import { orderBill } from '#content/emails.ts'
import { cardChoice } from '#content/pages/cart.ts'
import { orderPage } from '#content/pages/order.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { contact, shopper } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { until } from '#tests/support/timing.ts'
import { onlinePayment } from '#content/payments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { type DatabaseKind, databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { textsOf } from '#tests/support/pages.ts'
import { visitor } from '#tests/support/visitor.ts'
import { plain } from '#tests/support/shown.ts'

async function start(kind: DatabaseKind, settings = {}) {
  const server = await startPaymentServer(onTestFinished)
  const site = await startSiteForTest(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings, ...settings })
  const cards = () => look(site, (db) => db.selectFrom('giftCards').selectAll().orderBy('boughtAt').execute())
  return { server, site, cards }
}

type Browser = ReturnType<typeof visitor>

const present = { recipientName: 'Leela', recipientEmail: 'leela@example.com', message: 'Happy <b>birthday</b>!\nMaya' }

/** As a buyer: the path of the card's page. */
async function buy(browser: Pick<Browser, 'post'>, typed: Record<string, string> = {}) {
  const bought = await browser.post('/gift-cards', {
    intent: 'buy',
    amount: '5000',
    email: 'maya@example.com',
    ...typed,
  })
  expect(bought.status).toBe(303)
  const location = bought.headers.get('Location')!
  expect(location).toMatch(/^\/gift-cards\/[^/]+\/pay$/)
  return location.replace(/\/pay$/, '')
}

const readCodeOf = (html: string) => /card-code">([\dA-Z ]{19})</.exec(html)?.[1] ?? ''

describe.each(databasesFor(import.meta.url))('gift cards on %s', (kind) => {
  test('are bought online, and their page has the code, for whoever has its link', async () => {
    const { server, site, cards } = await start(kind)
    const browser = visitor(site)
    const page = plain(await (await browser.get('/gift-cards')).text())
    for (const text of [textsOf('gift-cards').title, textsOf('gift-cards').about.heading, '$150.00'])
      expect(page).toContain(text)
    // No emails leave the websites of tests.
    expect(page).toContain(giftCardsPage.emailHintKept)
    expect(page).not.toContain('We’ll send')
    expect(await (await browser.get('/')).text()).toContain(`href="${giftCardsLink.href}"`)
    const path = await buy(browser, present)
    const session = server.newest()!
    expect(session).toMatchObject({ label: onlinePayment.cardLabel, amount: 5_000 })
    const leadOn = await browser.get(`${path}/pay`)
    expect(leadOn.headers.get('Refresh')).toBe(`0;url=${session.url}`)
    const unpaid = plain(await (await browser.get(path)).text())
    for (const text of [giftCardPage.unpaid.lead, giftCardPage.unpaid.button]) expect(unpaid).toContain(text)
    expect(readCodeOf(unpaid)).toBe('')
    server.pay(session.id)
    const back = await browser.get(/\/payments\/.*/.exec(session.paidUrl)![0])
    expect([back.status, back.headers.get('Location')]).toEqual([303, path])
    const answer = await visitor(site).get(path)
    expect(answer.headers.get('Cache-Control')).toContain('no-store')
    const paid = plain(await answer.text())
    for (const text of [giftCardPage.title('$50.00'), giftCardPage.forWhom('Leela')]) expect(paid).toContain(text)
    expect(paid).not.toContain(giftCardPage.history.heading)
    expect(paid).toContain('Happy &lt;b&gt;birthday&lt;/b&gt;!')
    const code = readCodeOf(paid)
    expect(code.replaceAll(' ', '')).toHaveLength(16)
    const [card] = await cards()
    expect(card).toMatchObject({ state: 'active', hint: code.slice(-4) })
    expect(Buffer.from(card!.code).toString('latin1')).not.toContain(code.replaceAll(' ', ''))
    // What the provider got names nobody.
    for (const { body } of server.calls)
      for (const secret of ['maya@example.com', ...Object.values(present), '/gift-cards/'])
        expect(decodeURIComponent(body)).not.toContain(secret)

    const check = async (typed: string) => {
      const checked = await browser.post('/gift-cards', { intent: 'check', code: typed })
      return { status: checked.status, html: plain(await checked.text()) }
    }
    for (const typed of [code, code.toLowerCase().replaceAll(' ', '-'), ` ${code} `]) {
      const { status, html } = await check(typed)
      expect([status, html.includes(giftCardsPage.check.balance('$50.00'))]).toEqual([200, true])
    }
    await look(site, (db) => db.updateTable('giftCards').set({ state: 'blocked' }).execute())
    for (const typed of [code, 'K7F2 9QXW 3MPT 8D4V', 'x', "'; drop table gift_cards"]) {
      const { status, html } = await check(typed)
      expect([status, html.includes(giftCardsPage.errors.unknown)]).toEqual([400, true])
    }
    expect((await check('')).html).toContain(giftCardsPage.errors.noCode)
    expect(plain(await (await browser.get(path)).text())).toContain(giftCardPage.blocked.title)
    expect(formatCode('K7F29QXW3MPT8D4V')).toBe('K7F2 9QXW 3MPT 8D4V')
    expect((await browser.get('/gift-cards/forged')).status).toBe(404)
  })

  test('are not sold for a wrong amount or address, and nothing typed is lost', async () => {
    const { site, cards, server } = await start(kind)
    const browser = visitor(site)
    for (const [typed, sentence] of [
      [{ amount: '4900' }, giftCardsPage.errors.choose],
      [{ amount: 'own', ownAmount: '' }, giftCardsPage.errors.amount],
      [{ amount: 'own', ownAmount: '9.99' }, giftCardsPage.errors.amount],
      [{ amount: 'own', ownAmount: '1000.01' }, giftCardsPage.errors.amount],
      [{ amount: 'own', ownAmount: 'much' }, giftCardsPage.errors.amount],
      [{ message: 'x'.repeat(301) }, giftCardsPage.errors.message],
      [{ email: 'nobody' }, 'Enter an email address in the form name@example.com.'],
      [{ recipientEmail: 'nobody' }, 'Enter an email address in the form name@example.com.'],
    ] as const) {
      const sent = { intent: 'buy', amount: '5000', email: 'maya@example.com', ...present, ...typed }
      const answer = await browser.post('/gift-cards', sent)
      const html = plain(await answer.text())
      expect([answer.status, html.includes(sentence)], JSON.stringify(typed)).toEqual([400, true])
      expect(html).toContain('value="Leela"')
      expect(/checked=""[^>]*value="own"/.test(html)).toBe('amount' in typed && typed.amount === 'own')
    }
    expect(await cards()).toEqual([])
    server.state.fault = () => 503
    const failed = await browser.post('/gift-cards', {
      intent: 'buy',
      amount: 'own',
      ownAmount: '$1,000',
      email: 'maya@example.com',
    })
    const path = failed.headers.get('Location')!
    expect(path).not.toContain('/pay')
    expect(plain(await (await browser.get(path)).text())).toContain(giftCardPage.unpaid.unavailable)
    server.state.fault = undefined
    expect((await browser.post(`${path}/pay`, {})).headers.get('Location')).toBe(`${path}/pay`)
    expect(server.newest()).toMatchObject({ amount: 100_000 })
    await look(site, (db) => db.updateTable('giftCards').set({ payBy: 1 }).execute())
    expect(plain(await (await browser.get(path)).text())).not.toContain(giftCardPage.unpaid.button)
  })

  test('pay in the cart what they can, and a wrong code stands beside its field with all that was typed', async () => {
    const { server, site, cards } = await start(kind)
    const browser = shopper(site)
    const path = await buy(browser)
    server.pay(server.newest()!.id)
    await browser.get(/\/payments\/.*/.exec(server.newest()!.paidUrl)![0])
    const code = readCodeOf(await (await browser.get(path)).text())
    const [card] = await cards()
    await browser.add(product.id)
    expect(plain((await browser.cartPageNow()).html)).toContain(cardChoice.hint)
    for (const [typed, sentence] of [['K7F2 9QXW 3MPT 8D4V', cardChoice.problems.unknown]] as const) {
      const answer = await browser.press('order', { ...contact, pay: 'online', giftCard: typed })
      const html = plain(await answer.text())
      expect([answer.status, html.includes(sentence), html.includes(typed)]).toEqual([400, true, true])
      expect(html).toContain(`value="${contact.name}"`)
    }
    const placed = await browser.press('order', { ...contact, pay: 'online', giftCard: code })
    const orderPath = placed.headers.get('Location')!
    // Nothing is left to pay.
    expect(orderPath).toMatch(/^\/orders\/[^/]+$/)
    const order = plain(await (await browser.get(orderPath)).text())
    for (const text of [
      onlinePayment.how.card,
      orderPage.ordered.giftCard(card!.hint),
      formatCents(-product.priceCents),
    ])
      expect(order).toContain(text)
    expect(order).not.toContain(onlinePayment.button)
    expect(order).not.toContain(code.replaceAll(' ', ''))
    const shown = plain(await (await browser.get(path)).text())
    for (const text of [
      giftCardPage.history.heading,
      giftCardPage.history.kinds.order,
      formatCents(5_000 - product.priceCents),
    ])
      expect(shown).toContain(text)
    const raw = async () =>
      (
        await look(site, (db) =>
          db.selectFrom('emails').select('raw').where('kind', '=', 'order-confirmation').executeTakeFirst(),
        )
      )?.raw ?? undefined
    const { text } = await PostalMime.parse(await until(raw))
    for (const said of [orderBill.giftCard(card!.hint), onlinePayment.how.card]) expect(text).toContain(said)
  })

  test('are limited for each network: 60 codes are tried in an hour, not more', async () => {
    const { site } = await start(kind, { ABUSE_LIMITS: 'on' })
    const browser = visitor(site)
    const statuses: number[] = []
    for (let tries = 0; tries < 62; tries += 1)
      statuses.push((await browser.post('/gift-cards', { intent: 'check', code: `code ${tries}` })).status)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429, 429])
  })
})

test('without online payments there are no gift cards, and nothing leads to them', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const browser = visitor(site)
  expect((await browser.get('/gift-cards')).status).toBe(404)
  expect((await browser.post('/gift-cards', { intent: 'check', code: 'x' })).status).toBe(404)
  expect((await browser.get('/gift-cards/x')).status).toBe(404)
  for (const path of ['/', '/products', '/cart', '/sitemap.xml'])
    expect((await (await browser.get(path)).text()).toLowerCase()).not.toContain('gift')
  const admin = await signInAsAdmin(site)
  for (const path of ['/admin', '/admin/pages', '/admin/payments'])
    expect((await (await admin.get(path)).text()).toLowerCase(), path).not.toContain('gift')
  for (const [path, intent] of [
    ['/admin/gift-cards', 'sell'],
    ['/admin/gift-cards/x', 'use'],
  ] as const) {
    expect((await admin.get(path)).status, path).toBe(404)
    expect((await admin.post(path, { intent })).status, path).toBe(404)
  }
  const texts = '/admin/pages/gift-cards'
  for (const path of [texts, `${texts}/preview`]) expect((await admin.get(path)).status, path).toBe(404)
  expect((await admin.post(texts, { intent: 'publish' })).status).toBe(404)
})
