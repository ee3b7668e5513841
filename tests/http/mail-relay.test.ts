import { expect, onTestFinished, test } from 'vitest'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { relayContract } from '#tests/support/hosted-services.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { newsletterTemplate, startRelayService } from '#tests/support/mail-server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { until } from '#tests/support/timing.ts'

test('two processes together send emails to a relay no faster than RELAY_PER_SECOND', async () => {
  const relay = await startRelayService(onTestFinished)
  const settings = { ...relay.settings, RELAY_PER_SECOND: '2' }
  const site = await startSiteForTest('postgres', settings)
  const { settings: shared } = site
  // With the same settings it uses the same database.
  const second = await startSiteForTest('sqlite', shared)

  const emails = 12
  const begunAt = Date.now()
  for (let index = 0; index < emails; index += 1)
    await visitor(index % 2 ? site : second).post('/', { email: `reader-${index}@example.com` })
  await until(async () => relay.arrivedAt.length >= emails)
  const last = relay.arrivedAt.at(-1) ?? 0
  // Two processes that each used the full rate would take half as long. Measured from before the first request, because the first email may be late.
  expect(last - begunAt).toBeGreaterThanOrEqual((emails - 1) * 500)
  const jobs = () => look(site, (db) => db.selectFrom('jobs').select('id').where('kind', '=', 'send-email').execute())
  await until(async () => (await jobs()).length === 0 || undefined)
  const emailRows = await look(site, (db) => db.selectFrom('emails').select(['state', 'raw']).execute())
  expect(emailRows.every(({ state }) => state === 'sent')).toBe(true)
  expect(Buffer.from(emailRows[0]?.raw ?? []).toString()).toContain('"template_id":"template-1"')
}, 60_000)

test('a newsletter passes a relay that takes one email a second and nothing that its contract does not have', async () => {
  const relay = await startRelayService(onTestFinished, { perSecond: 1 })
  const settings = { ...relay.settings, ...adminSettings, ABUSE_LIMITS: 'off' }
  const site = await startSiteForTest('sqlite', settings)
  const readers = Array.from({ length: 4 }, (_, index) => ({ email: `reader-${index}@example.com` }))
  await look(site, (db) => listSubscribers(db, readers))
  const admin = await signInAsAdmin(site)
  const { fields } = formWith(await (await admin.get('/admin/newsletter')).text(), 'draft')
  const url = `${site.url}/blog`
  const page = (await admin.post('/admin/newsletter', { ...fields, url })).headers.get('Location') ?? ''
  const begunAt = Date.now()
  await admin.post(page, { intent: 'send' })
  await until(async () => relay.accepted.length >= 4)
  expect((relay.arrivedAt.at(-1) ?? 0) - begunAt).toBeGreaterThanOrEqual(3_000)
  const sent = relay.accepted
  expect(sent.map(({ template_params }) => template_params.to_email).toSorted()).toEqual(
    readers.map(({ email }) => email),
  )
  for (const { template_id, template_params } of sent) {
    expect(template_id).toBe(newsletterTemplate)
    expect(Object.keys(template_params).toSorted()).toEqual(relayContract.template_params.newsletter.toSorted())
    expect(template_params.newsletter_url).toBe(url)
    expect((await fetch(template_params.unsubscribe_url!)).status).toBe(200)
  }
}, 60_000)
