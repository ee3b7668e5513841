import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, describe } from 'vitest'
import { giftCardsPage, giftCardWords } from '#app/routes/admin/gift-cards/words.ts'
import { paymentPage } from '#app/routes/admin/payments/words.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { giftCardPage, giftCardsPage as publicWords } from '#content/gift-cards.ts'
import { paidFor } from '#content/payments.ts'
import { adminSettings, signInAsAdmin, withPassword } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { plain, shownOf } from '#tests/support/shown.ts'
import { signInAs } from '#tests/support/staff.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'

const list = '/admin/gift-cards'
/** What a card's page has only in some states, and for some people. */
const { use: takeOff, code: ofCode, lost, lines } = giftCardWords
const parts = [takeOff.heading, 'id="code"', ofCode.show, lost.block, lost.unblock, lost.replace, lines.back]
describe.each(databasesFor(import.meta.url))('gift cards in the dashboard on %s', (kind) => {
  async function start() {
    const server = await startPaymentServer(onTestFinished)
    const site = await startSiteForTest(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
    const admin = await signInAsAdmin(site)
    const read = async (path: string, who: Pick<typeof admin, 'get'> = admin) =>
      plain(await (await who.get(path)).text())
    const send = async (path: string, fields: Record<string, string>) => {
      const asksWho = fields.intent === 'show' || fields.intent === 'replace'
      const answer = await admin.post(path, asksWho ? { ...fields, ...withPassword } : fields)
      return { status: answer.status, location: answer.headers.get('Location'), html: plain(await answer.text()) }
    }
    const sell = async (typed: Record<string, string> = {}) => {
      const { fields } = formWith(await read(list), 'recipientEmail')
      return {
        key: fields.key!,
        sold: await send(list, { ...fields, intent: 'sell', amount: '50', method: 'cash', ...typed }),
      }
    }
    return { server, site, admin, read, send, sell }
  }

  test('are sold at the desk, shown once with code and printed page, and found again', async () => {
    const { site, admin, read, send, sell } = await start()
    expect(await read(list)).toContain(giftCardsPage.none.text)
    const { key, sold } = await sell({ recipientEmail: 'Leela@Example.com' })
    expect(sold.status).toBe(200)
    expect(sold.html).toContain(giftCardsPage.sold.heading('$50.00'))
    const code = /<b>([\dA-Z ]{19})<\/b>/.exec(sold.html)?.[1] ?? ''
    const path = /href="(\/gift-cards\/[^"]+)"/.exec(sold.html)?.[1] ?? ''
    expect(await read(path, visitor(site))).toContain(code)
    const again = await send(list, { intent: 'sell', amount: '50', method: 'cash', recipientEmail: '', key })
    expect([again.status, again.location]).toEqual([303, expect.stringContaining(`${list}/${key}`)])
    expect(await look(site, (db) => db.selectFrom('giftCards').select(['id', 'recipientEmail']).execute())).toEqual([
      { id: key, recipientEmail: 'leela@example.com' },
    ])
    const card = await read(`${list}/${key}`)
    for (const text of ['$50.00', 'leela@example.com', code.slice(-4)]) expect(card).toContain(text)
    for (const html of [card, await read(list)]) expect(html).not.toContain(code)
    const usable = [takeOff.heading, 'id="code"', ofCode.show, lost.block, lost.replace]
    expect(shownOf(card, [...parts, ofCode.managers, giftCardWords.payment])).toEqual(usable)
    const ofDesk = shownOf(await read(`${list}/${key}`, await signInAs(site, 'front-desk')), [
      ...parts,
      ofCode.managers,
    ])
    expect(ofDesk).toEqual([takeOff.heading, 'id="code"', lost.block, ofCode.managers])
    expect(shownOf(sold.html, [giftCardsPage.sold.sent(''), giftCardsPage.sell.emailHintKept])).toHaveLength(1)
    // A code is shown again, or replaced, only by somebody who confirms who they are.
    for (const intent of ['show', 'replace'])
      for (const at of [`${list}/${key}`, `${list}/${key}.data`]) {
        const asked = await admin.post(at, { intent, issue: '1' })
        const html = plain(await asked.text())
        expect([asked.status, html.includes(code), html.includes(path)], `${intent} ${at}`).toEqual([403, false, false])
        if (!at.endsWith('.data')) expect(html).toContain(unlockPage.why.fresh)
      }
    expect(await read(path, visitor(site)), 'it was not replaced').toContain(code)
    for (const q of [code.slice(-4), code, 'leela@']) {
      const { html } = await send(list, { intent: 'find', q })
      expect(html, q).toContain(`${list}/${key}`)
      expect(html).toContain(giftCardsPage.search.found(1))
    }
    expect((await send(list, { intent: 'find', q: 'nobody' })).html).toContain(giftCardsPage.search.none.text)
    expect((await send('/admin/search', { q: code.slice(-4) })).html).toContain(`${list}/${key}`)
  })

  test('are not sold for a wrong amount or address, and nothing typed is lost', async () => {
    const { site, sell } = await start()
    for (const [typed, sentence] of [
      [{ amount: '9.99' }, publicWords.errors.amount],
      [{ amount: '1000.01' }, publicWords.errors.amount],
      [{ amount: '' }, publicWords.errors.amount],
      [{ method: '' }, giftCardsPage.sell.noMethod],
      [{ method: 'favor' }, giftCardsPage.sell.noMethod],
      [{ recipientEmail: 'nobody' }, 'Enter an email address in the form name@example.com.'],
      [{ key: 'x' }, giftCardsPage.sell.stale],
    ] as const) {
      const { sold } = await sell({ amount: '75', ...typed })
      expect([sold.status, sold.html.includes(sentence)], JSON.stringify(typed)).toEqual([400, true])
      expect(sold.html).toContain(`value="${'amount' in typed ? typed.amount : '75'}"`)
    }
    // In its element: the page's script has it, too.
    expect((await sell({ key: 'x' })).sold.html).toContain(`<b>${giftCardsPage.sell.stale}</b>`)
    expect(await look(site, (db) => db.selectFrom('giftCards').select('id').execute())).toEqual([])
  })

  test('pay at the desk what is on them, with Undo, and bad input stands beside its field', async () => {
    const { read, send, sell } = await start()
    const { key } = await sell()
    const page = `${list}/${key}`
    const use = async (typed: Record<string, string>) => {
      const { fields } = formWith(await read(page), 'note')
      return send(page, { ...fields, intent: 'use', amount: '20', note: 'Abhyangam', ...typed })
    }
    for (const [typed, sentence] of [
      [{ amount: 'much' }, giftCardWords.use.invalid],
      [{ amount: '0' }, giftCardWords.use.invalid],
      [{ amount: '50.01' }, giftCardWords.use.tooMuch('$50.00')],
      [{ note: ' ' }, giftCardWords.use.noNote],
      [{ note: 'x'.repeat(201) }, giftCardWords.use.longNote],
    ] as const) {
      const answer = await use(typed)
      expect([answer.status, answer.html.includes(sentence)], JSON.stringify(typed)).toEqual([400, true])
      if (!('note' in typed)) expect(answer.html).toContain('value="Abhyangam"')
    }
    const done = await use({})
    expect(done.status).toBe(303)
    const used = await read(page)
    for (const text of [giftCardWords.done.used, giftCardPage.history.kinds.visit, 'Abhyangam', '$30.00'])
      expect(used).toContain(text)
    expect(shownOf(used, parts)).toContain(lines.back)
    await use({ amount: '30' })
    expect([shownOf(await read(page), [takeOff.heading]), shownOf(await read(list), [giftCardsPage.empty])]).toEqual([
      ...[[], [giftCardsPage.empty]],
    ])
    const { fields } = formWith(used, 'line')
    expect((await send(page, { ...fields, intent: 'undo-use' })).status).toBe(303)
    expect(await read(page)).toContain(giftCardPage.history.kinds['visit-back'])
    expect((await send(page, { intent: 'undo-use', line: randomUUID() })).status).toBe(409)
  })

  test('that are lost are blocked and get a new code, which ends the old link', async () => {
    const { site, read, send, sell } = await start()
    const { key, sold } = await sell()
    const page = `${list}/${key}`
    const linkIn = (html: string) => /href="(\/gift-cards\/[^"]+)"/.exec(html)?.[1] ?? ''
    const old = linkIn(sold.html)
    expect((await send(page, { intent: 'block' })).status).toBe(303)
    expect(shownOf(await read(page), [...parts, lost.blocked])).toEqual([lost.unblock, lost.replace, lost.blocked])
    expect(await read(old, visitor(site))).toContain(giftCardPage.blocked.title)
    expect((await send(page, { intent: 'show' })).status).toBe(409)
    const replaced = await send(page, { intent: 'replace', issue: '1' })
    expect([replaced.status, replaced.html.includes(giftCardWords.lost.replaced)]).toEqual([200, true])
    expect(linkIn(replaced.html)).not.toBe(old)
    expect((await visitor(site).get(old)).status).toBe(404)
    expect(await read(linkIn(replaced.html), visitor(site))).toContain('$50.00')
    for (const issue of ['1', 'x', '']) expect((await send(page, { intent: 'replace', issue })).status).toBe(409)
    expect(linkIn((await send(page, { intent: 'show' })).html)).toBe(linkIn(replaced.html))
    expect((await send(page, { intent: 'send' })).status).toBe(409)
  })

  test('that were bought online are led to by their payment, and their receipt is sent again', async () => {
    const { server, site, admin, read, send } = await start()
    await visitor(site).post('/gift-cards', { intent: 'buy', amount: '5000', email: 'maya@example.com' })
    const { id } = await look(site, (db) => db.selectFrom('giftCards').select('id').executeTakeFirstOrThrow())
    const page = `${list}/${id}`
    const unpaid = await read(page)
    expect(shownOf(unpaid, [...parts, giftCardsPage.states.unpaid])).toEqual([giftCardsPage.states.unpaid])
    for (const intent of ['block', 'unblock', 'show', 'send', 'replace'])
      expect((await send(page, { intent, issue: '1' })).status, intent).toBe(409)
    expect((await send(page, { intent: 'use', amount: '1', note: 'x', key: randomUUID() })).status).toBe(409)
    server.pay(server.newest()!.id)
    await visitor(site).get(/\/payments\/.*/.exec(server.newest()!.paidUrl)![0])
    const payment = await look(site, (db) => db.selectFrom('payments').select('id').executeTakeFirstOrThrow())
    expect(await read(`/admin/payments/${payment.id}`)).toContain(`href="${page}"`)
    expect(await read(page)).toContain(`/admin/payments/${payment.id}`)
    expect((await send(page, { intent: 'send' })).status).toBe(303)
    const emails = await look(site, (db) => db.selectFrom('emails').select(['kind', 'recipient']).execute())
    expect(emails).toEqual(Array.from({ length: 2 }, () => ({ kind: 'gift-card-paid', recipient: 'maya@example.com' })))
    for (const gone of [randomUUID(), 'a b']) expect((await admin.get(`${list}/${gone}`)).status).toBe(404)
    expect((await send(`${list}/${randomUUID()}`, { intent: 'block' })).status).toBe(409)
  })

  test('that were deleted unpaid are named by their payment, without a link to nowhere', async () => {
    const { site, read } = await start()
    await visitor(site).post('/gift-cards', { intent: 'buy', amount: '5000', email: 'maya@example.com' })
    const { id } = await look(site, (db) => db.selectFrom('payments').select('id').executeTakeFirstOrThrow())
    const page = `/admin/payments/${id}`
    expect(await read(page)).toContain(`href="${list}/`)
    await look(site, (db) => db.deleteFrom('giftCards').execute())
    const payment = await read(page)
    expect(payment).toContain(paymentPage.title(paidFor['gift-card']('')))
    expect(payment).not.toContain(`href="${list}/`)
  })
})
