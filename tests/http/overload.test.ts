import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type SiteProcess, startSiteProcess } from '#tests/support/site-process.ts'
import { until } from '#tests/support/timing.ts'
import { openCrowd, page } from './crowd.ts'

const clinic = contentFacts(Date.now())

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ WORKER: 'off' })
  // Until it is cached.
  await until(async () => (await fetch(`${site.url}/about`)).headers.has('ETag'))
})
afterAll(() => site?.stop())

test('under overload, a rejected request gets a 503 with a phone number and Retry-After, and its connection stays open', async () => {
  const crowd = await openCrowd(site, 4_000, [page.replace('HEAD', 'GET')])
  const [patient] = crowd.rest
  await until(async () => patient?.statuses().length === 1)
  const answer = patient?.received() ?? ''
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toMatch(/^retry-after: 5\r$/im)
  expect(answer).toMatch(/^cache-control: no-store\r$/im)
  expect(answer).not.toMatch(/^connection: close\r$/im)
  expect(answer).toContain(clinic.phone.e164)
  expect(answer).not.toContain('class=')
  patient?.socket.write(page)
  await until(async () => patient?.statuses().length === 2)
  await crowd.all()
})
