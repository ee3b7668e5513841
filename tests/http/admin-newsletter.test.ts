import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminSettings, clinicAdmin, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { buttonsIn, formWith, visitor } from '#tests/support/visitor.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { shownOf } from '#tests/support/shown.ts'
import { startRefusingMailServer } from '#tests/support/mail-server.ts'
import { until } from '#tests/support/timing.ts'
import { clinic } from '#content/clinic.ts'
import { admin as adminWords } from '#content/pages/admin.ts'
import { adminMail } from '#content/pages/admin-mail.ts'
import { meanwhileWords, newsletterPage as words } from '#app/routes/admin/newsletter/words.ts'

const path = '/admin/newsletter'
/** How many emails are sent at the same time. */
const concurrency = 5
const bad = ['reader-7@example.com', 'reader-30@example.com']

describe.each(databasesFor(import.meta.url))('a newsletter on %s', (kind) => {
  let mail: Awaited<ReturnType<typeof startRefusingMailServer>>
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    mail = await startRefusingMailServer(bad)
    site = await startSiteOn(kind, {
      ...adminSettings,
      ABUSE_LIMITS: 'off',
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: mail.url,
      NEWSLETTER_PER_SECOND: '0',
      NEWSLETTER_CONCURRENCY: String(concurrency),
    })
    admin = await signInAsAdmin(site)
  })
  afterAll(async () => {
    await site.stop()
    await mail.stop()
  })
  beforeEach(async () => {
    mail.received.length = 0
    Object.assign(mail.manners, { refuses: bad, opens: Promise.resolve() })
    await look(site, async (db) => {
      for (const table of ['campaigns', 'subscribers', 'subscriberCounts', 'emails'] as const)
        await db.deleteFrom(table).execute()
      await listSubscribers(
        db,
        Array.from({ length: 42 }, (_, index) => ({ email: `reader-${index}@example.com` })),
      )
    })
  })

  const page = async (address: string) => plain(await (await admin.get(address)).text())
  /** The page after a post and its redirect. */
  async function press(address: string, fields: Record<string, string>) {
    const posted = await admin.post(address, fields)
    const to = posted.headers.get('Location')
    return { status: posted.status, to: to ?? '', html: to ? await page(to) : plain(await posted.text()) }
  }
  /** Creates a draft; returns the path of its page. */
  async function write(typed: Record<string, string> = {}) {
    const { fields } = formWith(await (await admin.get(path)).text(), 'draft')
    const { to } = await press(path, { ...fields, url: `${site.url}/services`, ...typed })
    return to
  }
  const overIn = (html: string) => formWith(html, 'draft').fields.over ?? ''
  const state = (address: string) =>
    look(site, (db) =>
      db.selectFrom('campaigns').selectAll().where('id', '=', address.split('/').at(-1)!).executeTakeFirstOrThrow(),
    )
  const ended = (address: string) => until(async () => (await state(address)).state === 'done' || undefined)
  /** Waits until a stopped run has finished the emails in flight. */
  async function atRest(open: () => void) {
    const claimed = () =>
      look(site, (db) =>
        db
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', 'send-newsletter-email')
          .where('lease', 'is not', null)
          .execute(),
      )
    await until(async () => (await claimed()).length <= concurrency)
    open()
    await until(async () => (await claimed()).length === 0)
  }

  test('of one link is not overwritten by someone who opened its form earlier', async () => {
    const id = (await write({ subject: 'Tea' })).split('/').at(-1)!
    const form = `${path}?edit=${id}`
    const over = overIn(await (await admin.get(form)).text())
    const typed = { draft: id, url: `${site.url}/services`, over }
    expect((await admin.post(path, { ...typed, subject: 'Ginger tea' })).status).toBe(303)
    expect((await admin.post(path, { ...typed, subject: 'Ginger tea' })).status, 'pressed twice').toBe(303)
    const answer = await admin.post(path, { ...typed, subject: 'Mint tea' })
    const html = await answer.text()
    expect(answer.status).toBe(409)
    expect(html.split('Saved meanwhile'), 'in the summary and beside its field').toHaveLength(3)
    expect(html).toContain(meanwhileWords.theirs('Ginger tea'))
    expect(formWith(html, 'draft').fields.subject).toBe('Mint tea')
    expect((await state(id)).subject).toBe('Ginger tea')
    expect((await admin.post(path, { ...formWith(html, 'draft').fields, subject: 'Both teas' })).status).toBe(303)
    expect((await state(id)).subject).toBe('Both teas')
  })

  test('to 42 people, two with bad addresses, lists who failed and why, and retries only those', async () => {
    const address = await write({ subject: 'Ginger tea' })
    const review = await page(address)
    expect(review).toContain(`<h1>${words.title}</h1>`)
    const { checks, send, result: said } = words
    const right = [checks.recipients.green(42), checks.link.green, checks.unsubscribe.green, checks.encrypted.amber]
    const sending = [send.now, send.later, send.stopped, checks.sendAnyway, checks.claims.amber, 'The mail relay uses']
    expect(shownOf(review, [...right, ...sending])).toEqual([...right, send.now, send.later])

    await press(address, { intent: 'send' })
    await ended(address)
    const result = await page(address)
    expect(result).toContain('Newsletter sent successfully to 40 subscriber(s)!')
    expect(result).toContain(
      'Failed to send newsletter to 2 subscriber(s). Check console for details. The list is below.',
    )
    for (const email of bad) expect(result).toContain(email)
    expect(result).toContain(adminMail.causes['no-mailbox'])
    expect(result).toContain('no mailbox of this name')
    const parts = [said.failures, said.retry, said.nothingLeft, said.uncertain(0), said.leftOut(0), words.run.heading]
    expect(shownOf(result, parts)).toEqual(parts.slice(0, 2))
    expect(result.replaceAll(/<[^>]*>/g, ' ')).toMatch(/40 of 42 +delivered .*Delivered +40 +Failed +2 /)
    expect(mail.received).toHaveLength(40)
    expect(await page('/admin/subscribers?q=reader-7@')).toMatch(/bounced/i)
    for (const email of bad) expect(site.output()).not.toContain(email)

    mail.received.length = 0
    mail.manners.refuses = bad.slice(0, 1)
    await press(address, { intent: 'retry' })
    await ended(address)
    expect(mail.received.map(({ to }) => to)).toEqual(bad.slice(1))
    const again = await page(address)
    expect(again).toContain('Newsletter sent successfully to 41 subscriber(s)!')
    expect(again).toContain('Failed to send newsletter to 1 subscriber(s).')
    expect(await page(path)).toContain('41 sent, 1 failed')
  })

  test('has the link, the text, the postal address and a working unsubscribe link', async () => {
    const address = await write({ subject: 'Ginger tea', intro: 'Dear readers,\nit is getting cold.' })
    await press(address, { intent: 'send' })
    await ended(address)
    const { to, text } = mail.received[0]!
    const body = text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(body).toMatch(/^Subject: Ginger tea\r$/m)
    expect(body).toContain('it is getting cold.')
    expect(body).toContain(`${site.url}/services`)
    expect(body).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const [, link = ''] = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(text.replaceAll(/\r\n\s+/g, '')) ?? []
    const program = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(program.status).toBe(200)
    const left = await look(site, (db) =>
      db.selectFrom('subscribers').select('state').where('email', '=', to).executeTakeFirstOrThrow(),
    )
    expect(left.state).toBe('unsubscribed')
  })

  test('is sent once, however often and in how many tabs Send now is clicked', async () => {
    mail.manners.refuses = []
    const address = await write()
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.post(address, { intent: 'send' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    await ended(address)
    await press(address, { intent: 'send' })
    // Going back to the form and pressing the button again finds the same draft, which was sent already.
    await press(path, { draft: address.split('/').at(-1)!, url: 'https://other.example/' })
    expect(await state(address)).toMatchObject({ state: 'done', sent: 42, url: `${site.url}/services` })
    expect(mail.received).toHaveLength(42)
    const after = [words.result.failures, words.result.retry, words.result.delivery.results.notSent, words.send.now]
    expect(shownOf(await page(address), after)).toEqual([])
    expect(await page(path)).toMatch(/>42 sent</)
    const acts = await look(site, (db) =>
      db
        .selectFrom('auditEntries')
        .select(['act', 'detail'])
        .where('record', '=', `newsletter:${address.split('/').at(-1)}`)
        .orderBy('sequence')
        .execute(),
    )
    expect(acts.map(({ act }) => act)).toEqual(['newsletter.drafted', 'newsletter.sent'])
    expect(acts[1]?.detail).toContain('shown: encrypted')
  })

  test('is paused, resumed and canceled from its page, which shows the progress', async () => {
    mail.manners.refuses = []
    const release = mail.hold(6)
    const address = await write()
    await press(address, { intent: 'send' })
    await until(async () => (await state(address)).sent >= 5 || undefined)
    const paused = await press(address, { intent: 'pause' })
    expect(paused.html).toContain(words.run.paused.admin)
    await atRest(release)
    const { sent } = await state(address)
    expect(sent).toBeLessThan(42)
    const html = await page(address)
    expect(html).toContain(words.run.progress(sent, 42))
    expect(html).toMatch(/<progress[^>]*max="42"/)
    expect(html, 'without scripts').toContain('<noscript><meta http-equiv="refresh" content="5; url=?by-itself"/>')
    const end = mail.hold(mail.received.length + 5)
    await press(address, { intent: 'resume' })
    await until(async () => (await state(address)).sent > sent || undefined)
    const cancelled = await press(address, { intent: 'cancel' })
    expect(cancelled.html).toContain(words.result.heading)
    await atRest(end)
    const { sent: atLast } = await state(address)
    expect(atLast).toBeLessThan(42)
    expect(await page(address)).toContain(words.result.cancelled(42 - atLast))
    expect(mail.received).toHaveLength(atLast)
  })

  test('does not keep an idle dashboard unlocked by automatic reloads of its page', async () => {
    const address = await write()
    const now = Date.now()
    const seen = (lastSeenAt?: number) =>
      look(site, async (db) => {
        if (lastSeenAt !== undefined) await db.updateTable('workingDays').set({ lastSeenAt }).execute()
        const [day] = await db.selectFrom('workingDays').select('lastSeenAt').orderBy('lastSeenAt', 'desc').execute()
        return day?.lastSeenAt ?? 0
      })
    await look(site, async (db) => {
      const sessions = await db.selectFrom('sessions').select('id').execute()
      for (const { id } of sessions)
        await db
          .insertInto('workingDays')
          .values({ sessionId: id, openedAt: now, lastSeenAt: now, steppedUpAt: null })
          .onConflict((conflict) => conflict.column('sessionId').doNothing())
          .execute()
    })
    const tenMinutesAgo = now - 10 * 60_000
    await seen(tenMinutesAgo)
    await admin.get(`${address}?by-itself`)
    await admin.get(`${address}.data?by-itself`)
    expect(await seen()).toBe(tenMinutesAgo)
    await admin.get(address)
    expect(await seen()).toBeGreaterThanOrEqual(now)
  })

  test('is sent at the scheduled time at the clinic', async () => {
    const address = await write()
    const past = await press(address, { intent: 'schedule', at: '2020-01-01T09:00' })
    expect(past.status).toBe(400)
    expect(past.html).toContain('That time has already passed.')
    expect((await press(address, { intent: 'schedule', at: 'soon' })).html).toContain('Enter a date and time.')
    const inAWeek = Temporal.Now.zonedDateTimeISO(clinic.timeZone)
      .add({ days: 7 })
      .with({ hour: 9, minute: 0, second: 0 })
    const at = inAWeek.toPlainDateTime().toString({ smallestUnit: 'minute' })
    const { html } = await press(address, { intent: 'schedule', at })
    expect(html).toContain(', 9 am')
    const { state: scheduled, startsAt } = await state(address)
    expect(scheduled).toBe('scheduled')
    expect(new Date(startsAt!).toISOString().slice(0, 16)).toBe(inAWeek.toInstant().toString().slice(0, 16))
    expect((await press(address, { intent: 'unschedule' })).html).toContain(`<h1>${words.title}</h1>`)
    expect(mail.received).toEqual([])
  })

  test('has a test email that goes only to the admin', async () => {
    const address = await write({ subject: 'Ginger tea' })
    const { html } = await press(address, { intent: 'test' })
    expect(html).toContain(words.test.sent)
    await until(async () => mail.received.length === 1 || undefined)
    expect(mail.received[0]?.to).toBe(adminSettings.ADMIN_EMAIL)
    expect(await state(address)).toMatchObject({ state: 'draft' })
  })

  test('without a page to link to gets a field error, and no input is lost', async () => {
    for (const url of ['', '   ', 'tea', 'javascript:alert(1)', 'ftp://example.com/', 'https://', '/blog']) {
      const { fields } = formWith(await (await admin.get(path)).text(), 'draft')
      const { status, html } = await press(path, { ...fields, url, subject: 'Ginger tea' })
      expect([status, url]).toEqual([400, url])
      expect(html).toContain('Enter a full web address')
      expect(html).toContain('value="Ginger tea"')
    }
  })

  test('posted without the page’s form is a regular draft', async () => {
    for (const draft of ['', 'not an id', '../../etc'])
      expect((await press(path, { draft, url: `${site.url}/blog` })).to).toMatch(/^\/admin\/newsletter\/[0-9a-f-]{36}$/)
  })

  test('without a postal address cannot be sent, and the page has the field', async () => {
    const address = await write()
    await (await clinicAdmin(site)).press('address', { street: '', city: '', region: '', postalCode: '' })
    const stopped = await page(address)
    expect(stopped).toContain(words.checks.address.red)
    expect(stopped).not.toContain(`value="send"`)
    for (const intent of ['send', 'schedule']) {
      const rejected = await press(address, { intent, at: '2100-01-01T09:00' })
      expect([rejected.status, ...shownOf(rejected.html, [words.send.stopped])]).toEqual([400, words.send.stopped])
    }
    const { fields } = formWith(await (await admin.get(address)).text(), 'street')
    const postalAddress = { street: '12 Valley Road', city: 'Hoover', region: 'Alabama', postalCode: '35226' }
    const saved = await press(address, { ...fields, intent: 'address', ...postalAddress })
    expect(saved.html).toContain(words.checks.addressForm.saved)
    expect(saved.html).toContain(words.checks.address.green('12 Valley Road, Hoover, Alabama 35226'))
    const late = await press(address, { ...fields, intent: 'address', ...postalAddress, city: 'Elsewhere' })
    expect([late.status, ...shownOf(late.html, [words.checks.addressForm.changed])]).toHaveLength(2)
    expect(await state(address)).toMatchObject({ state: 'draft' })
  })

  test('with a disease claim can be edited or sent anyway, and the audit trail says that the claim was shown', async () => {
    const address = await write({ intro: 'Our tea cures diabetes.' })
    const review = await page(address)
    expect(review).toContain(words.checks.claims.amber)
    expect(review).toContain(words.checks.sendAnyway)
    expect(review).toContain(`${path}?edit=`)
    await press(address, { intent: 'send' })
    await ended(address)
    const sent = await look(site, (db) =>
      db
        .selectFrom('auditEntries')
        .select('detail')
        .where('act', '=', 'newsletter.sent')
        .orderBy('sequence', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(sent.detail).toMatch(/shown:.*claims/)
  })

  test('without recipients does not start', async () => {
    await look(site, async (db) => {
      await db.deleteFrom('subscribers').execute()
      await db.deleteFrom('subscriberCounts').execute()
    })
    const address = await write()
    expect(await page(address)).toContain('There are no subscribers yet.')
    expect((await press(address, { intent: 'send' })).status).toBe(400)
    expect(await state(address)).toMatchObject({ state: 'draft' })
  })

  test('with an unreachable page gets a warning and can still be sent', async () => {
    const address = await write({ url: 'http://127.0.0.1:9/nothing' })
    expect(await page(address)).toContain(words.checks.link.amber)
    expect((await press(address, { intent: 'send' })).status).toBe(303)
    await ended(address)
  })

  test('has an edit link, and its preview is a sandboxed document', async () => {
    const address = await write({ subject: '<b>Tea</b>', intro: '<script>alert(1)</script>' })
    const form = formWith(await (await admin.get(`${path}?edit=${address.split('/').at(-1)}`)).text(), 'draft')
    expect(form.fields).toMatchObject({ draft: address.split('/').at(-1), subject: '<b>Tea</b>' })
    expect((await admin.get(`${address}/write`)).headers.get('Location')).toContain('?edit=')
    const preview = await admin.get(`${address}/preview`)
    expect(preview.headers.get('Content-Security-Policy')).toMatch(/^sandbox allow-same-origin; default-src 'none'/)
    expect(await preview.text()).not.toContain('<script>')
    expect((await visitor(site).get(`${address}/preview`)).status).toBe(302)
    expect((await admin.get(`${path}/no-such-newsletter/preview`)).status).toBe(404)
  })

  test('is accessible only to the admin', async () => {
    const address = await write()
    for (const intent of ['send', 'pause', 'cancel', 'test', 'address'])
      expect((await visitor(site).post(address, { intent })).status).toBe(403)
    expect(await state(address)).toMatchObject({ state: 'draft' })
    expect((await admin.get(`${path}/nothing`)).status).toBe(404)
    expect((await admin.post(`${path}/nothing`, { intent: 'send' })).status).toBe(404)
    expect((await admin.post(address, { intent: 'explode' })).status).toBe(403)
    expect((await admin.post(address, {})).status).toBe(403)
  })
})

test('with broken unsubscribe links cannot be sent', async () => {
  const publicUrl = 'http://127.0.0.1:9'
  const settings = { ...adminSettings, ABUSE_LIMITS: 'off', PUBLIC_URL: publicUrl }
  const site = await startSiteForTest('sqlite', { ...settings, MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' })
  await look(site, (db) => listSubscribers(db, [{ email: 'maya@example.com' }]))
  const admin = await signInAsAdmin(site)
  const to = (await admin.post(path, { url: 'https://www.example.com/' })).headers.get('Location')!
  expect(plain(await (await admin.get(to)).text())).toContain(words.checks.unsubscribe.broken(publicUrl))
  expect((await admin.post(to, { intent: 'send' })).status).toBe(400)
  expect(await look(site, (db) => db.selectFrom('campaigns').select('state').execute())).toEqual([{ state: 'draft' }])
})

test('every page says when email is not set up, and the emails are stored and counted', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', NEWSLETTER_PER_SECOND: '0' })
  await look(site, (db) => listSubscribers(db, [{ email: 'maya@example.com' }]))
  const admin = await signInAsAdmin(site)
  const { fields } = formWith(await (await admin.get(path)).text(), 'draft')
  const to = (await admin.post(path, { ...fields, url: `${site.url}/blog` })).headers.get('Location')!
  expect(plain(await (await admin.get(to)).text())).toContain(words.checks.mail.amber)
  await admin.post(to, { intent: 'send' })
  const result = await until(async () => {
    const html = plain(await (await admin.get(to)).text())
    return html.includes('sent successfully') ? html : undefined
  })
  expect(result).toContain('Newsletter sent successfully to 1 subscriber(s)!')
  expect(result).toContain(words.result.nothingLeft)
  expect(result).toContain(adminWords.mailNotSetUp.text)
})

test('says of each state what can be done, and of each recipient why nothing arrived', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, WORKER: 'off' })
  const admin = await signInAsAdmin(site)
  const made = await admin.post(path, { url: 'https://www.example.com/tea', subject: 'Ginger tea' })
  const address = made.headers.get('Location')!
  const id = address.split('/').at(-1)!
  const show = async (row: Partial<Awaited<ReturnType<typeof campaign>>>) => {
    await look(site, (db) => db.updateTable('campaigns').set(row).where('id', '=', id).execute())
    return plain(await (await admin.get(address)).text())
  }
  const campaign = () =>
    look(site, (db) => db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const { run, result: said, late, scheduled, reasons } = words
  const counts = { recipients: 12, gathered: 1, sent: 3, failed: 7 }
  for (const [row, text, ...acts] of [
    [{ state: 'sending', startsAt: Date.now() }, run.gathering, 'pause', 'cancel'],
    [{ state: 'paused', pausedWhy: 'mail-server', ...counts }, run.paused['mail-server'], 'resume', 'pause', 'cancel'],
    [{ pausedWhy: 'address' }, `${run.progress(10, 12)} ${words.failedSoFar(7)}`, 'resume', 'cancel'],
    [{ pausedWhy: 'late' }, late.text('').split(' it ')[0]!, 'send', 'unschedule'],
    [{ state: 'scheduled', pausedWhy: null }, scheduled.text('').split('.')[0]!, 'send', 'unschedule'],
    [{ state: 'cancelled' }, said.cancelled(2)],
  ] as [Parameters<typeof show>[0], string, ...string[]][]) {
    const html = await show(row)
    const buttons = buttonsIn(html, 'intent')
    expect([...shownOf(html.replaceAll(/<[^>]*>/g, ''), [text]), ...buttons], text).toEqual([text, ...acts])
  }
  const failures = [
    ['bounced', '550 5.1.1 no such user', adminMail.causes['no-mailbox']],
    ['smtp 550 at RCPT', '550 5.1.1 no such user', adminMail.causes['no-mailbox']],
    ['smtp 554 at DATA', '', reasons.email],
    ['relay 422', '', reasons.relay('422')],
    ['interrupted', '', reasons.interrupted],
    ['timeout', '', reasons.tries],
    ['timeout', '', reasons.noAnswer],
  ] as const
  const email = { kind: 'newsletter', ids: '{}', campaignId: id, state: 'failed', createdAt: 1 } as const
  await look(site, (db) =>
    db
      .insertInto('emails')
      .values(
        failures.map(([reason, lastError, why], n) => ({
          ...{ ...email, id: `e${n}`, messageId: `e${n}`, recipient: `r${n}@example.com`, reason, lastError },
          uncertain: why === reasons.noAnswer ? 1 : 0,
        })),
      )
      .execute(),
  )
  const html = await show({ state: 'done', failed: 8, leftOut: 1, uncertain: 1 })
  expect([...html.matchAll(/<b class="breaks">[^<]*<\/b> <span>([^<]*)/g)].map(([, why]) => why)).toEqual(
    failures.map(([, , why]) => why),
  )
  const parts = [said.more(1), said.leftOut(1), said.uncertain(1), said.delivery.results.leftOut, said.retry]
  expect(shownOf(html, [...parts, said.cancelled(0), said.delivery.results.notSent])).toEqual(parts)
  const list = plain(await (await admin.get(path)).text())
  expect(shownOf(list, ['3 sent, 8 failed, 1 uncertain', '>example.com<', words.states.done])).toHaveLength(3)
})

/** The visible text: React writes some characters as entities, and comments between texts. */
function plain(html: string) {
  return html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
