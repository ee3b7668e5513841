import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/forms.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { portOf } from '#tests/support/connections.ts'

async function startRelay() {
  const arrivedAt: number[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    arrivedAt.push(Date.now())
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      response.end('OK')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { arrivedAt, bodies, url: `http://127.0.0.1:${portOf(server)}` }
}

const toSettings = ({ url }: { url: string }) => ({
  MAIL_TRANSPORT: 'relay',
  RELAY_URL: url,
  RELAY_USER_ID: 'user',
  RELAY_SERVICE_ID: 'service',
  RELAY_TEMPLATE_ID: 'template',
  RELAY_NEWSLETTER_TEMPLATE_ID: 'newsletter',
})

test('two processes together send emails to a relay no faster than RELAY_PER_SECOND', async () => {
  const relay = await startRelay()
  const settings = { ...toSettings(relay), RELAY_PER_SECOND: '2' }
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
  expect(Buffer.from(emailRows[0]?.raw ?? []).toString()).toContain('"template_id":"template"')
}, 60_000)

test('a relay gets a newsletter as single emails at its rate, with the newsletter template', async () => {
  const relay = await startRelay()
  const settings = { ...toSettings(relay), ...adminSettings, RELAY_PER_SECOND: '2', ABUSE_LIMITS: 'off' }
  const site = await startSiteForTest('sqlite', settings)
  const readers = Array.from({ length: 4 }, (_, index) => ({ email: `reader-${index}@example.com` }))
  await look(site, (db) => listSubscribers(db, readers))
  const admin = await signInAsAdmin(site)
  const { fields } = formWith(await (await admin.get('/admin/newsletter')).text(), 'draft')
  const url = `${site.url}/blog`
  const page = (await admin.post('/admin/newsletter', { ...fields, url })).headers.get('Location') ?? ''
  const begunAt = Date.now()
  await admin.post(page, { intent: 'send' })
  await until(async () => relay.bodies.length >= 4)
  expect((relay.arrivedAt.at(-1) ?? 0) - begunAt).toBeGreaterThanOrEqual(1_500)
  const sent = relay.bodies.map((body) => JSON.parse(body))
  expect(sent.map(({ template_params }) => template_params.to_email).toSorted()).toEqual(
    readers.map(({ email }) => email),
  )
  for (const { template_id, template_params } of sent) {
    expect(template_id).toBe('newsletter')
    expect(Object.keys(template_params).toSorted()).toEqual([
      'message',
      'newsletter_url',
      'reply_to',
      'subject',
      'to_email',
      'unsubscribe_url',
    ])
    expect(template_params.newsletter_url).toBe(url)
    expect((await fetch(template_params.unsubscribe_url)).status).toBe(200)
  }
}, 60_000)
