import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type SiteProcess, startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { openCrowd, page, perConnection } from './crowd.ts'

const clinic = contentFacts(Date.now())

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ WORKER: 'off' })
  // Until it is cached.
  await until(async () => (await fetch(`${site.url}/about`)).headers.has('ETag'))
})
afterAll(() => site?.stop())

test('under overload, a rejected request gets a 503 with a phone number and Retry-After, and its connection stays open', async () => {
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
