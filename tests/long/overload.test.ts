import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type SiteProcess, startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { openCrowd, page, perConnection, readMetrics } from './crowd.ts'

const clinic = contentFacts(Date.now())

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ WORKER: 'off' })
  // Until it is cached.
  await until(async () => (await fetch(`${site.url}/about`)).headers.has('ETag'))
})
afterAll(() => site?.stop())

const rejectedFor = async (reason: string) => (await readMetrics(site))(`clinic_http_refused_total{reason="${reason}"}`)

test('a thousand concurrent requests all fit into the queue', async () => {
  const crowd = await openCrowd(site, 1_000)
  await crowd.all()
  // On a busy machine, some requests may have waited too long.
  expect(await rejectedFor('queue-full')).toBe(0)
  expect(crowd.answered().filter((status) => status !== 200)).toHaveLength(await rejectedFor('queue-timeout'))
})

describe('under overload', () => {
  test('a rejected request gets a 503 with a phone number and Retry-After, and its connection stays open', async () => {
    const crowd = await openCrowd(site, 4_000)
    // The queue has room for half of them, so that others are rejected at once.
    const patient = await until(async () =>
      crowd.connections.find(({ statuses }) => statuses().length === perConnection && statuses().at(-1) === 503),
    )
    const lastAnswer = () => patient.received().slice(patient.received().lastIndexOf('HTTP/1.1 '))
    await until(async () => lastAnswer().includes('</html>'))
    const answer = lastAnswer()
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/^retry-after: 5\r$/im)
    expect(answer).toMatch(/^cache-control: no-store\r$/im)
    expect(answer).not.toMatch(/^connection: close\r$/im)
    expect(answer).toContain(clinic.phone.e164)
    expect(answer).not.toContain('class=')
    patient.socket.write(page)
    await until(async () => patient.statuses().length === perConnection + 1)
    await crowd.all()
  })

  test('requests beyond the queue get a 503, and are counted', async () => {
    const [before, waitedBefore] = [await rejectedFor('queue-full'), await rejectedFor('queue-timeout')]
    const crowd = await openCrowd(site, 4_000)
    await crowd.all()
    const waited = (await rejectedFor('queue-timeout')) - waitedBefore
    const rejected = (await rejectedFor('queue-full')) - before
    const answered = crowd.answered()
    expect(answered).toHaveLength(4_000)
    expect(new Set(answered)).toEqual(new Set([200, 503]))
    expect(answered.filter((status) => status === 503)).toHaveLength(rejected + waited)
    expect(answered.filter((status) => status === 200).length, 'had a place').toBeGreaterThanOrEqual(2_000 - waited)
    const figure = await readMetrics(site)
    expect(figure('clinic_http_load{of="waiting"}')).toBe(0)
    expect(figure('clinic_http_load{of="working"}')).toBe(0)
  })

  test('cached pages and health probes are answered before the queue', async () => {
    const paths = ['/about', '/healthz', '/readyz']
    const crowd = await openCrowd(
      site,
      4_000,
      paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x.example\r\n\r\n`),
    )
    await until(async () => crowd.others().length === paths.length)
    expect(crowd.others()).toEqual([200, 200, 200])
    expect(crowd.answered().filter((status) => status === 200).length, 'of the crowd so far').toBeLessThan(2_000)
    await crowd.all()
  })
})
