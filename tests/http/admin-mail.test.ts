import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { composeMessage } from '#app/integrations/mail-transport/message.server.ts'
import { admin as words } from '#content/pages/admin.ts'
import { emailTitle } from '#app/ui/admin/email-title.ts'
import { adminEmail, adminMail } from '#content/pages/admin-mail.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bounceEmails, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { findEmail } from '#tests/http/outbox.ts'
import { startRelayService, startScriptedSmtp } from '#tests/support/mail-server.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { shownOf } from '#tests/support/shown.ts'
import { until } from '#tests/support/timing.ts'
import { signInAs } from '#tests/support/staff.ts'
import { visitor } from '#tests/support/visitor.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

/** The fields of the Undo button of a page. */
const readUndo = (html: string) =>
  Object.fromEntries(
    [...html.slice(html.indexOf('id="done"')).matchAll(/name="(at|count|was)" value="(\w+)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

describe.each(databasesFor(import.meta.url))('mail in the dashboard, on %s', (kind) => {
  let site: Site
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let mailbox = '250 ok'
  let smtp: Awaited<ReturnType<typeof startScriptedSmtp>>
  beforeAll(async () => {
    smtp = await startScriptedSmtp({ RCPT: () => mailbox })
    const mail = { MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }
    site = await startSiteOn(kind, { ...adminSettings, ...mail, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(async () => {
    await site?.stop()
    await smtp?.stop()
  })

  const readHtml = async (path: string) => (await admin.get(path)).text()

  test('is shown as sent: headers, text, and sandboxed HTML', async () => {
    await sendMessageOn(site, { name: 'Zoë Quist', message: '<script>alert(1)</script> & Grüße' })
    const { id, messageId } = await findEmail(site, 'contact-message', 'sent')
    expect(await readHtml('/admin/mail?list=sent')).toContain(`/admin/mail/${id}`)
    const page = await readHtml(`/admin/mail/${id}`)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Grüße')
    expect(page).toContain('Message from Zoë Quist')
    expect(page).toContain(messageId.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    expect(shownOf(page, [adminEmail.retry.button, adminEmail.details.reason, adminEmail.details.kept])).toEqual([])
    expect(page).toContain(adminEmail.asSent.html)

    const html = await admin.get(`/admin/mail/${id}/html`)
    expect(html.headers.get('Content-Security-Policy')).toMatch(
      /^sandbox; default-src 'none'; style-src 'unsafe-inline'/,
    )
    expect(html.headers.get('Cache-Control')).toBe('no-store')
    expect(await html.text()).toContain('Grüße</td>')
    expect((await visitor(site).get(`/admin/mail/${id}/html`)).headers.get('Location')).toBe('/')
  })

  test('that failed is shown with the server’s response, and can be retried or resolved', async () => {
    mailbox = '550 5.1.1 no such <mailbox>'
    const order = await placeOrderOn(site, {
      contact: { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0100' },
    })
    const { id } = await findEmail(site, 'order-confirmation', 'failed')
    const other = await findEmail(site, 'order-notice', 'failed')
    const list = await readHtml('/admin/mail')
    const { causes, retryAll: everything, notSetUp, relay, search, bulk, lists } = adminMail
    const parts = [causes['no-mailbox'], everything.button, bulk.retry, notSetUp, relay, search.clear, adminMail.kept]
    expect(shownOf(list, parts)).toEqual(parts.slice(0, 3))
    expect(shownOf(await readHtml('/admin/mail?list=failed&q=order'), parts)).toEqual([
      parts[0],
      bulk.retry,
      search.clear,
    ])
    expect(shownOf(await readHtml('/admin/mail?list=sent'), [...parts, lists.sent])).toEqual([lists.sent])
    const buttons = ['retry', 'handle', 'reopen', 'correct'].map((intent) => `value="${intent}"`)
    const page = await readHtml(`/admin/mail/${id}`)
    for (const said of [
      'no such &lt;mailbox&gt;',
      'tel:2055550100',
      `/admin/orders/${order.number}`,
      adminEmail.asSent.failed,
      '<dt>Status</dt>',
    ])
      expect(page).toContain(said)
    expect(page).not.toContain(adminEmail.asSent.notYet)
    expect(shownOf(page, buttons)).toEqual(buttons.filter((_, n) => n !== 2))

    const dealt = await admin.post(`/admin/mail/${id}`, { intent: 'handle' })
    expect(dealt.headers.get('Location')).toBe(`/admin/mail/${id}#done`)
    const handled = await readHtml(`/admin/mail/${id}`)
    expect(handled).toContain(adminEmail.handle.done)
    expect(shownOf(handled, buttons)).toEqual(buttons.filter((_, n) => n !== 1))
    expect(shownOf(await readHtml('/admin/mail?list=handled'), buttons)).toEqual([buttons[0], buttons[2]])
    expect((await admin.post(`/admin/mail/${id}`, { intent: 'handle' })).status).toBe(409)
    const reopened = await admin.post(`/admin/mail/${id}`, { intent: 'reopen', return: '/admin' })
    expect(reopened.headers.get('Location')).toBe('/admin#done')
    expect(await readHtml('/admin')).toContain(adminEmail.reopen.done)
    await admin.post(`/admin/mail/${id}`, { intent: 'handle' })

    mailbox = '250 ok'
    // An email that is sent again can be stopped for ten seconds.
    const stopWaiting = () =>
      look(site, (db) => db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'send-email').execute())
    const retryAll = () => admin.post('/admin/mail', { intent: 'retry-all' })
    await retryAll()
    const all = await readHtml('/admin/mail')
    expect(all).toContain(adminMail.retryAll.done(1))
    const malformed = await admin.post('/admin/mail', { intent: 'undo-retry-all', at: 'soon', count: 'all' })
    expect(malformed.status).toBe(409)
    await admin.post('/admin/mail', { intent: 'undo-retry-all', ...readUndo(all) })
    expect(await readHtml('/admin/mail')).toContain(adminMail.bulk.retriesUndone(1, 0))
    expect((await findEmail(site, 'order-notice', 'failed')).id).toBe(other.id)
    await retryAll()
    await stopWaiting()
    const tooLate = await admin.post('/admin/mail', { intent: 'undo-retry-all', ...readUndo(all) })
    expect(tooLate.status).toBe(409)
    expect(await tooLate.text()).toContain(adminMail.bulk.tooLate)
    await until(async () => (await findEmail(site, 'order-notice', 'sent')).id === other.id || undefined)
    expect((await findEmail(site, 'order-confirmation', 'failed')).id).toBe(id)

    const retry = () => admin.post(`/admin/mail/${id}`, { intent: 'retry' })
    await retry()
    const one = await readHtml(`/admin/mail/${id}`)
    expect(one).toContain(adminEmail.retry.done)
    const undo = { intent: 'undo-retry', ...readUndo(one) }
    await admin.post(`/admin/mail/${id}`, undo)
    const again = await readHtml(`/admin/mail/${id}`)
    expect(again).toContain(adminEmail.retry.undone)
    expect(again, 'resolved as before').toContain(adminEmail.states.handled(''))
    await retry()
    await stopWaiting()
    await findEmail(site, 'order-confirmation', 'sent')
    expect(smtp.received.filter((mail) => mail.includes(`<${id}@`))).toHaveLength(1)
    const late = await retry()
    expect(late.status).toBe(409)
    expect(await late.text()).toContain(adminEmail.notFailed)
    for (const fields of [{ intent: 'reopen' }, undo])
      expect((await admin.post(`/admin/mail/${id}`, fields)).status, 'it was sent meanwhile').toBe(409)
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').select('act').where('act', 'like', 'letter%').orderBy('sequence').execute(),
    )
    expect(acts.map(({ act }) => act)).toEqual([
      'letter.handled',
      'letter.reopened',
      'letter.handled',
      'letters.retried',
      'letters.retried',
      'letters.retried',
      'letter.retried',
      'letter.retried',
      'letter.retried',
    ])
  })

  test('that failed is resolved or sent again several at once, and back again', async () => {
    mailbox = '250 ok'
    await placeOrderOn(site, { contact: { name: 'Ida', email: 'ida@example.com' } })
    await findEmail(site, 'order-confirmation', 'sent')
    const ids = await bounceEmails(site, 'order-confirmation')
    const [chosen, failed] = [[...ids, 'unknown'].join('.'), '/admin/mail?list=failed']
    const press = (fields: Record<string, string>) => admin.post(failed, { chosen, return: failed, ...fields })
    const stateOf = () =>
      look(site, (db) => db.selectFrom('emails').select(['state', 'handledAt']).where('id', 'in', ids).execute())

    expect((await press({ intent: 'handle' })).headers.get('Location')).toBe(`${failed}#done`)
    expect(await readHtml(failed)).toContain(adminMail.bulk.handled(ids.length, 1))
    expect(await readHtml('/admin/mail?list=handled')).toContain(`/admin/mail/${ids[0]}`)
    await press({ intent: 'reopen' })
    expect(await readHtml(failed)).toContain(adminMail.bulk.reopened(ids.length, 1))

    await press({ intent: 'retry' })
    const toast = await readHtml(failed)
    expect(toast).toContain(adminMail.bulk.retried(ids.length, 1))
    expect(toast).toContain('name="intent" value="undo-retry"')
    await press({ intent: 'undo-retry', was: 'failed' })
    expect(await readHtml(failed)).toContain(adminMail.bulk.retriesUndone(ids.length, 1))
    for (const email of await stateOf()) expect(email).toEqual({ state: 'failed', handledAt: null })

    for (const [fields, status, said] of [
      [{ intent: 'retry', chosen: '' }, 400, words.choose.noneChosen],
      [{ intent: 'reopen' }, 409, adminMail.bulk.noneChanged],
      [{ intent: 'undo-retry' }, 409, adminMail.bulk.tooLate],
    ] as const) {
      const answer = await press(fields)
      expect(answer.status, said).toBe(status)
      expect(await answer.text()).toContain(said)
    }
  })

  test('can only be retried by the admin, and unknown emails are not found', async () => {
    await placeOrderOn(site)
    await findEmail(site, 'order-notice', 'sent')
    const [id = ''] = await bounceEmails(site, 'order-notice')
    for (const path of ['/admin/mail', `/admin/mail/${id}`]) {
      expect((await visitor(site).get(path)).headers.get('Location'), path).toBe('/')
      expect((await visitor(site).post(path, { intent: 'retry' })).status, path).toBe(403)
    }
    expect((await findEmail(site, 'order-notice', 'failed')).id).toBe(id)
    for (const path of ['/admin/mail/unknown', '/admin/mail/unknown/html', `/admin/mail/${id}/html`])
      expect((await admin.get(path)).status, path).toBe(404)
    expect((await admin.post(`/admin/mail/${id}`, { intent: 'odd' })).status).toBe(403)
  })

  test('is listed with subject, recipient and kind, and found by each of them', async () => {
    mailbox = '250 ok'
    const email = 'rosa.find%me@example.com'
    await sendMessageOn(site, { name: 'Rosalind_Ng', message: 'Hello' })
    await placeOrderOn(site, { contact: { name: 'Rosa', email, phone: '(205) 555-0100' } })
    const message = await until(() =>
      look(site, (db) =>
        db
          .selectFrom('emails')
          .select('id')
          .where('kind', '=', 'contact-message')
          .where('subject', 'like', '%Rosalind%')
          .executeTakeFirst(),
      ),
    )
    const confirmation = await until(() =>
      look(site, (db) =>
        db
          .selectFrom('emails')
          .select(['id', 'subject'])
          .where('recipient', '=', email)
          .where('state', '=', 'sent')
          .executeTakeFirst(),
      ),
    )
    const idsIn = async (query: Record<string, string>) => {
      const html = await readHtml(`/admin/mail?${new URLSearchParams({ list: 'sent', ...query })}`)
      return [...html.matchAll(/<a class="leads" href="\/admin\/mail\/([^"]+)"/g)].map(([, id]) => id)
    }
    const listed = (await readHtml('/admin/mail?list=sent')).replaceAll('<wbr/>', '')
    for (const said of ['Message from Rosalind_Ng', email, adminMail.columns.kind, adminMail.search.anyKind])
      expect(listed).toContain(said)
    expect(listed).toContain(`<td class="muted">${emailTitle('contact-message')}</td>`)

    expect(await idsIn({ q: 'rosalind MESSAGE' })).toEqual([message.id])
    expect(await idsIn({ q: 'ind_n' })).toEqual([message.id])
    expect(await idsIn({ q: 'sa.find%me@' })).toEqual([confirmation.id])
    expect(await idsIn({ q: 'rosalind appointment' })).toEqual([])
    expect(await idsIn({ q: 'sa.find', kind: 'order-confirmation' })).toEqual([confirmation.id])
    expect(await idsIn({ q: 'sa.find', kind: 'today' })).toEqual([])
    const none = await readHtml('/admin/mail?list=sent&q=no-such-email')
    expect(none).toContain(adminMail.noneFound.text)
    expect(none).toContain('value="no-such-email"')
    // Kinds by their groups, not each by itself.
    const [, kinds = ''] = /<select[^>]*name="kind"[^>]*>(.*?)<\/select>/s.exec(none) ?? []
    const choices = kinds.split('<option').length - 1
    expect(choices).toBeGreaterThan(2)
    expect(choices).toBeLessThanOrEqual(8)
    // The links to the other lists keep the search.
    expect(none).toContain('/admin/mail?list=failed&amp;q=no-such-email')
  })

  test('ignores malformed search terms', async () => {
    const all = '/admin/mail?list=sent'
    const rows = async (path: string) => (await readHtml(path)).split('<tr').length
    for (const odd of ['&kind=constructor', '&kind=', '&q=', '&q=%00', `&q=${'x'.repeat(5_000)}`, '&from=x.y'])
      expect(await rows(all + odd), odd).toBe(await rows(all))
    for (const odd of ['&q=%C3%28', '&q=%5C', "&q='", '&q=%25', `&q=${'a%20'.repeat(60)}`, '&list=odd'])
      expect((await admin.get(all + odd)).status, odd).toBe(200)
    const script = await readHtml(`${all}&q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(script).not.toContain('<script>alert')
  })

  test('is not reported as missing while it is set up', async () => {
    expect(await readHtml('/admin')).not.toContain(words.mailNotSetUp.text)
  })

  test('that was rejected is sent to the corrected address, which the order and its page then show', async () => {
    mailbox = '550 no such mailbox'
    const order = await placeOrderOn(site, {
      contact: { name: 'Wrong Address', email: 'wrnog@example.com', phone: '(205) 555-0100' },
    })
    const { id } = await until(() =>
      look(site, (db) =>
        db
          .selectFrom('emails')
          .select('id')
          .where('recipient', '=', 'wrnog@example.com')
          .where('state', '=', 'failed')
          .executeTakeFirst(),
      ),
    )
    mailbox = '250 ok'
    expect(await readHtml(`/admin/orders/${order.number}`)).toContain(`href="/admin/mail/${id}"`)
    for (const email of ['', 'right@', 'x'.repeat(10_000)])
      expect((await admin.post(`/admin/mail/${id}`, { intent: 'correct', email })).status, email).toBe(400)
    const corrected = await admin.post(`/admin/mail/${id}`, { intent: 'correct', email: 'Right@example.com' })
    expect(corrected.headers.get('Location')).toBe(`/admin/mail/${id}#outcome`)
    expect(await readHtml(`/admin/mail/${id}`)).toContain(adminEmail.correct.done)
    await until(async () => smtp.received.some((mail) => mail.includes('right@example.com')) || undefined)
    const page = await readHtml(`/admin/orders/${order.number}`)
    expect(page).toContain('right@example.com')
    expect(page).not.toContain(`href="/admin/mail/${id}"`)
    const again = await admin.post(`/admin/mail/${id}`, { intent: 'correct', email: 'other@example.com' })
    expect(again.status, 'it is not among the failed ones any more').toBe(409)
    const entries = await look(site, (db) =>
      db.selectFrom('auditEntries').selectAll().where('act', '=', 'letter.readdressed').execute(),
    )
    expect(entries.map(({ detail }) => detail)).toEqual(['Changed: the email address of the order.'])
    expect(JSON.stringify(entries)).not.toMatch(/right@|wrnog@/)
  })
})

test('every dashboard page says when emails only stay in the outbox', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const admin = await signInAsAdmin(site)
  const { number } = await placeOrderOn(site)
  const { id } = await findEmail(site, 'order-confirmation', 'kept')
  for (const path of [
    '/admin',
    '/admin/orders',
    `/admin/orders/${number}`,
    '/admin/messages',
    '/admin/mail',
    `/admin/mail/${id}`,
  ])
    expect(await (await admin.get(path)).text(), path).toContain(words.mailNotSetUp.text)
  const email = await (await admin.get(`/admin/mail/${id}`)).text()
  expect(email).toContain(adminEmail.states.kept)
})

test('the page of a relayed email shows what the relay received', async () => {
  const relay = await startRelayService(onTestFinished)
  const site = await startSiteForTest('sqlite', { ...adminSettings, ...relay.settings, ABUSE_LIMITS: 'off' })
  const admin = await signInAsAdmin(site)
  await sendMessageOn(site)
  const { id } = await findEmail(site, 'contact-message', 'sent')
  expect(await (await admin.get('/admin/mail')).text()).toContain(adminMail.relay)
  const page = await (await admin.get(`/admin/mail/${id}`)).text()
  expect(page).toContain(adminEmail.asSent.relay)
  expect(page).toContain('template_params')
})

describe('an email with a link as powerful as a password', () => {
  const message = { messageId: '<1@x>', from: 'a@x', subject: 'Reset', date: new Date(), html: '<a>secret-link</a>' }

  async function reset(site: Site, recipient: string) {
    const id = randomUUID()
    const raw = await composeMessage({ ...message, to: recipient, text: 'secret-link' })
    await look(site, (db) =>
      db
        .insertInto('emails')
        .values({
          id,
          kind: 'password-reset',
          ids: JSON.stringify({ resetId: '1' }),
          recipient,
          messageId: id,
          state: 'kept',
          raw,
          createdAt: 1,
          sentAt: 1,
        })
        .execute(),
    )
    return `/admin/mail/${id}`
  }

  const cases: { transport: Record<string, string>; own: boolean; others: boolean }[] = [
    { transport: {}, own: false, others: true },
    { transport: { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' }, own: false, others: false },
  ]
  test.each(cases)(
    'is never shown to its own admin or any manager, and another’s to the owner only while emails stay in the outbox: %j',
    async (expected) => {
      const site = await startSiteForTest('sqlite', { ...adminSettings, ...expected.transport, WORKER: 'off' })
      const admin = await signInAsAdmin(site)
      const manager = await signInAs(site, 'manager')
      const isReadable = async (path: string, by = admin) => {
        const page = await (await by.get(path)).text()
        const html = await by.get(`${path}/html`)
        expect(html.status === 200).toBe(page.includes('secret-link'))
        return page.includes('secret-link') && !page.includes(adminEmail.asSent.secret)
      }
      expect(await isReadable(await reset(site, adminSettings.ADMIN_EMAIL))).toBe(expected.own)
      const path = await reset(site, 'maya@example.com')
      expect(await isReadable(path)).toBe(expected.others)
      expect(await isReadable(path, manager)).toBe(false)
      // No other way to its text either.
      expect(await (await manager.get('/admin/mail?q=secret-link')).text()).not.toContain(path)
      const resent = await manager.post(path, { intent: 'correct', email: 'manager@clinic.example' })
      expect(resent.status).toBe(409)
    },
  )
})
