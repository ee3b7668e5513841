import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { siteHealth } from '#content/pages/admin-today.ts'
import { systemChecks } from '#content/system-checks.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteProcessOn } from '#tests/support/databases.ts'
import { startHostedService } from '#tests/support/hosted-services.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { newsletterTemplate, startRelayService } from '#tests/support/mail-server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { movableClock } from '#tests/http/movable-clock.ts'
import { isLong, until } from '#tests/support/timing.ts'

const down = (_: unknown, response: ServerResponse) =>
  void response.writeHead(412).end('Gmail_API: Invalid grant. Please reconnect')

const startAlertService = async () => {
  const alerts: { check: string; state: string; text: string }[] = []
  const service = await startHostedService(async (request, response) => {
    alerts.push(JSON.parse(await text(request)))
    response.end('OK')
  })
  onTestFinished(() => service.close())
  return { url: service.origin, alerts }
}

const maya = { name: 'Maya Thomas', email: 'maya@example.com', message: 'Are you open on Friday?' }
const readers = ['ann', 'ben', 'cleo', 'dev', 'eve', 'finn', 'gita'].map((name) => ({ email: `${name}@example.com` }))

test.runIf(isLong).each(databasesFor(import.meta.url))(
  'no email is lost while the relay responds with a 412 for an hour, on %s',
  async (kind) => {
    const relay = await startRelayService(onTestFinished)
    relay.answer = down
    const { url: alertUrl, alerts } = await startAlertService()
    const clock = movableClock()
    const site = await startSiteProcessOn(kind, {
      ...relay.settings,
      RELAY_PER_SECOND: '0',
      ...adminSettings,
      ...clock.settings,
      ABUSE_LIMITS: 'off',
      ALERT_URL: alertUrl,
    })
    onTestFinished(async () => void (await site.stop()))
    await look(site, (db) => listSubscribers(db, readers))
    const emails = () => look(site, (db) => db.selectFrom('emails').select(['kind', 'state', 'lastError']).execute())
    const campaign = () => look(site, (db) => db.selectFrom('campaigns').selectAll().executeTakeFirstOrThrow())
    /** No email job is due or running, so the next tries are scheduled from the current time of the test clock. */
    const isMailIdle = () =>
      look(site, async (db) => {
        const jobs = db
          .selectFrom('jobs')
          .select('id')
          .where('kind', 'in', ['send-email', 'send-newsletter', 'send-newsletter-email'])
        const due = jobs.where(({ or, eb }) => or([eb('lease', 'is not', null), eb('runAt', '<=', clock.now())]))
        return (await due.execute()).length === 0
      })
    const tenMinutesLater = async () => {
      await until(isMailIdle)
      clock.ahead(10)
      await until(isMailIdle)
    }
    const today = async () => (await (await signInAsAdmin(site)).get('/admin')).text()

    expect((await visitor(site).post('/contact', maya)).status).toBe(303)
    const admin = await signInAsAdmin(site)
    const { fields } = formWith(await (await admin.get('/admin/newsletter')).text(), 'draft')
    const draft = { ...fields, url: `${site.url}/blog`, subject: 'News in May', intro: 'Dear readers,' }
    const page = (await admin.post('/admin/newsletter', draft)).headers.get('Location') ?? ''
    await admin.post(page, { intent: 'send' })
    await until(async () => (await campaign()).pausedWhy === 'mail-server')

    for (let minute = 10; minute <= 70; minute += 10) {
      const before = relay.arrivedAt.length
      await tenMinutesLater()
      expect(relay.arrivedAt.length, `after ${minute} minutes`).toBeGreaterThan(before)
    }
    expect(await emails()).not.toContainEqual(expect.objectContaining({ state: 'failed' }))
    expect((await emails()).find(({ kind: one }) => one === 'contact-message')?.lastError).toContain('412')
    expect(await campaign()).toMatchObject({ failed: 0, sent: 0, endedAt: null })
    const tries = await look(site, (db) =>
      db.selectFrom('emails').select(['tries']).where('kind', '=', 'newsletter').execute(),
    )
    expect(tries.every((one) => one.tries === 0)).toBe(true)

    const red = { check: 'mail', state: 'red', text: expect.stringContaining('412') }
    await until(async () => alerts.some(({ check }) => check === 'mail'))
    expect(alerts.find(({ check }) => check === 'mail')).toMatchObject(red)
    const system = await (await (await signInAsAdmin(site)).get('/admin/system')).text()
    expect(system).toContain(systemChecks.mail.relayAdvice[412].replaceAll("'", '&#x27;'))
    const html = await today()
    expect(html).toContain(siteHealth.notWell)
    expect(html).not.toContain(siteHealth.well)

    relay.answer = undefined
    const isOver = async () =>
      (await emails()).every(({ state }) => state !== 'waiting') && (await campaign()).state === 'done'
    // Longer than an email waits after this many tries.
    for (let minute = 0; minute < 60 && !(await isOver()); minute += 10) await tenMinutesLater()
    expect((await emails()).every(({ state }) => state === 'sent')).toBe(true)
    expect(await campaign()).toMatchObject({ state: 'done', sent: readers.length, failed: 0 })
    const issues = relay.accepted.filter(({ template_id }) => template_id === newsletterTemplate)
    expect(issues.map(({ template_params }) => template_params.to_email).toSorted()).toEqual(
      readers.map(({ email }) => email),
    )
    clock.ahead(1)
    await until(async () => alerts.some(({ check, state }) => check === 'mail' && state === 'green'))
    expect(await today()).not.toContain(siteHealth.notWell)

    // The relay has worked since, so a 412 now means that this email alone failed.
    relay.answer = down
    expect((await visitor(site).post('/contact', { ...maya, message: 'One more thing.' })).status).toBe(303)
    await until(async () => (await emails()).some(({ state }) => state === 'failed'))
    expect(await today()).not.toContain(siteHealth.well)
  },
  300_000,
)

test("a relay gets the visitor's own words, and a subject and reply address with every call", async () => {
  const relay = await startRelayService(onTestFinished)
  const site = await startSiteForTest('sqlite', {
    ...relay.settings,
    RELAY_PER_SECOND: '0',
    ...adminSettings,
    ABUSE_LIMITS: 'off',
  })
  await visitor(site).post('/contact', maya)
  const { template_params: message } = await until(async () => relay.accepted[0])
  expect(message).toEqual({
    to_email: expect.stringContaining('@'),
    from_name: maya.name,
    from_email: maya.email,
    reply_to: maya.email,
    subject: expect.stringContaining(maya.name),
    message: maya.message,
  })

  await visitor(site).post('/', { email: 'ann@example.com' })
  const welcome = await until(async () =>
    relay.accepted.find((one) => one.template_params.to_email === 'ann@example.com'),
  )
  expect(welcome.template_params).toMatchObject({ subject: expect.stringMatching(/./), reply_to: message.to_email })

  const admin = await signInAsAdmin(site)
  const { fields } = formWith(await (await admin.get('/admin/newsletter')).text(), 'draft')
  const url = `${site.url}/blog`
  const draft = { ...fields, url, subject: 'News in May', intro: 'Dear readers,\nit is warm.' }
  const page = (await admin.post('/admin/newsletter', draft)).headers.get('Location') ?? ''
  await admin.post(page, { intent: 'send' })
  const issue = await until(async () => relay.accepted.find(({ template_id }) => template_id === newsletterTemplate))
  expect(issue.template_params).toEqual({
    to_email: 'ann@example.com',
    newsletter_url: url,
    unsubscribe_url: expect.stringContaining(site.url),
    subject: 'News in May',
    message: 'Dear readers,\r\nit is warm.',
    reply_to: message.to_email,
  })
}, 60_000)
