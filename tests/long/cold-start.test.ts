import { expect, onTestFinished, test } from 'vitest'
import { services } from '#tests/support/catalogue.ts'
import { databaseKinds, startSiteProcessOn } from '#tests/support/databases.ts'
import { visitor } from '#tests/support/visitor.ts'

test.each(databaseKinds)('a crowd right after the start waits for booking times and gets them, on %s', async (kind) => {
  const site = await startSiteProcessOn(kind, { ABUSE_LIMITS: 'off' })
  onTestFinished(async () => void (await site.stop()))
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const [patient, service] = [visitor(site), services[n % services.length]!]
      const form = await patient.get(`/booking/${service.id}`)
      const contact = { name: `Cold ${n}`, email: `cold${n}@example.com`, phone: '(205) 555-0100', health: 'well' }
      await patient.post(`/booking/${service.id}`, contact)
      return [form.status, (await patient.get('/booking/widget')).status]
    }),
  )
  expect(statuses.flat().filter((status) => status !== 200)).toEqual([])
})
