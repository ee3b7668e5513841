import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { until } from '#tests/support/until.ts'
import { visitor } from '#tests/support/visitor.ts'

async function startRelay() {
  const arrivedAt: number[] = []
  const server = createServer((request, response) => {
    arrivedAt.push(Date.now())
    request.resume().on('end', () => response.end('OK'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { arrivedAt, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a relay gets letters no faster than its pace, whichever of two processes sends them', async () => {
  const relay = await startRelay()
  const settings = {
    MAIL_TRANSPORT: 'relay',
    RELAY_URL: relay.url,
    RELAY_USER_ID: 'user',
    RELAY_SERVICE_ID: 'service',
    RELAY_TEMPLATE_ID: 'template',
    RELAY_NEWSLETTER_TEMPLATE_ID: 'newsletter',
    RELAY_PER_SECOND: '2',
  }
  const site = await startSiteOn('postgres', settings)
  onTestFinished(async () => void (await site.stop()))
  const { settings: shared } = site
  // The same settings, so the same database: nothing new is made for it.
  const second = await startSiteOn('sqlite', shared)
  onTestFinished(async () => void (await second.stop()))

  const letters = 12
  for (let index = 0; index < letters; index += 1)
    await visitor(index % 2 ? site : second).post('/', { email: `reader-${index}@example.com` })
  await until(async () => relay.arrivedAt.length === letters || undefined, 20_000)
  const [first = 0] = relay.arrivedAt
  const last = relay.arrivedAt.at(-1) ?? 0
  expect(last - first).toBeGreaterThan((letters - 1) * 500 - 250)
  const jobs = () => look(site, (db) => db.selectFrom('jobs').select('id').where('kind', '=', 'send-letter').execute())
  await until(async () => (await jobs()).length === 0 || undefined)
  const kept = await look(site, (db) => db.selectFrom('letters').select(['state', 'raw']).execute())
  expect(kept.every(({ state }) => state === 'sent')).toBe(true)
  expect(Buffer.from(kept[0]?.raw ?? []).toString()).toContain('"template_id":"template"')
}, 60_000)
