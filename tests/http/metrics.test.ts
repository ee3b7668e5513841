import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { sendRaw } from '#tests/support/connections.ts'
import { until } from '#tests/support/timing.ts'

/** The value of the line with this name and these labels. */
const findValue = (text: string, line: string) => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describe.each(databasesFor(import.meta.url))('/metrics, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind)
  })
  afterAll(() => site?.stop())
  const read = async () => (await fetch(`${site.url}/metrics`)).text()

  test('counts requests by route pattern, and never contains visitor input', async () => {
    await fetch(`${site.url}/search?q=maya+thomas`)
    await fetch(`${site.url}/appointments/some-secret-token`)
    await fetch(`${site.url}/.env-of-maya`)
    const text = await read()
    const count = 'clinic_http_request_seconds_count'
    expect(findValue(text, `${count}{method="GET",route="/search",status="200"}`)).toBe(1)
    expect(findValue(text, `${count}{method="GET",route="/appointments/:token",status="404"}`)).toBe(1)
    expect(text).not.toMatch(/maya|some-secret-token/i)
  })

  test('counts pages from the cache by path', async () => {
    const ready = async () => findValue(await read(), 'clinic_http_ready_total{page="/about"}')
    await until(async () => {
      await fetch(`${site.url}/about`)
      return await ready()
    })
    const before = (await ready()) ?? 0
    for (let times = 0; times < 3; times += 1) await fetch(`${site.url}/about`)
    expect(await ready()).toBe(before + 3)
  })

  test('reports the queue, emails, database, event loop and memory', async () => {
    await sendMessageOn(site)
    await until(async () => (findValue(await read(), 'clinic_emails_total{result="kept"}') ? true : undefined))
    await look(site, (db) =>
      db
        .insertInto('jobs')
        .values({
          id: 'stuck',
          kind: 'of-another-version',
          payload: '{}',
          state: 'waiting',
          runAt: Date.now() - 60_000,
          attempts: 0,
          leasedUntil: 0,
          lease: null,
          uniqueKey: null,
          lastError: null,
          createdAt: Date.now(),
        })
        .execute(),
    )
    const text = await read()
    expect(findValue(text, 'clinic_queue_jobs{kind="of-another-version"}')).toBe(1)
    expect(findValue(text, 'clinic_queue_oldest_seconds{kind="of-another-version"}')).toBeGreaterThanOrEqual(60)
    expect(findValue(text, 'clinic_database_query_seconds_count')).toBeGreaterThan(0)
    expect(findValue(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(findValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  })

  test('is available to programs on this machine, but not through a proxy or another host name', async () => {
    // DNS rebinding: a foreign host name that resolves to this machine.
    for (const host of [
      'evil.example',
      `evil.example:${site.port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ]) {
      const rebound = await sendRaw(site, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(rebound.status, host).toBe(403)
      expect(rebound.body).not.toContain('clinic_')
    }
    for (const host of [`localhost:${site.port}`, '[::1]', '127.0.0.1'])
      expect(
        (await sendRaw(site, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status,
        host,
      ).toBe(200)
    const empty = await sendRaw(site, `GET /metrics HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`)
    expect(empty.status).toBe(400)
    for (const [name, value] of [
      ['X-Forwarded-For', '203.0.113.9'],
      ['X-Forwarded-Host', 'clinic.example'],
      ['X-Forwarded-Proto', 'https'],
      ['Forwarded', 'for=203.0.113.9'],
      ['Via', '1.1 proxy.example'],
      ['X-Real-IP', '203.0.113.9'],
    ] as const) {
      const forwarded = await fetch(`${site.url}/metrics`, { headers: { [name]: value } })
      expect(forwarded.status, name).toBe(403)
      expect(await forwarded.text()).not.toContain('clinic_')
    }
  })
})

test('with METRICS_TOKEN, /metrics requires the token, also from this machine', async () => {
  const site = await startSiteForTest('sqlite', { METRICS_TOKEN: 'a-token-of-the-clinic' })
  const readStatus = async (headers: Record<string, string>) => (await fetch(`${site.url}/metrics`, { headers })).status
  expect(await readStatus({})).toBe(401)
  expect(await readStatus({ Authorization: 'Bearer a-token-of-the-clinic2' })).toBe(401)
  expect(await readStatus({ Authorization: 'a-token-of-the-clinic' })).toBe(401)
  expect(await readStatus({ Authorization: 'Bearer a-token-of-the-clinic' })).toBe(200)
  expect(await readStatus({ Authorization: 'Bearer a-token-of-the-clinic', 'X-Forwarded-For': '203.0.113.9' })).toBe(
    200,
  )
})
