import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientPage, patientsPage } from '#app/routes/admin/patients/words.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/forms.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'

const path = '/admin/patients'
const helen = { name: 'Helen Marsh', phone: '(205) 555-0136', email: 'helen@example.com' }

let site: Awaited<ReturnType<typeof startSiteOn>>
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  site = await startSiteOn('postgres', { ...adminSettings, ABUSE_LIMITS: 'off' })
  admin = await signInAsAdmin(site)
})
afterAll(() => site.stop())

const recordOf = ({ id }: { id: string }) =>
  look(site, async (db) => {
    const found = db.selectFrom('appointments').select('patientId').where('id', '=', id)
    return (await found.executeTakeFirstOrThrow()).patientId ?? ''
  })

test('the list and the search lead to the record, and no address names anybody', async () => {
  const record = await recordOf(await bookByTelephone(admin, 1, helen))
  await bookByTelephone(admin, 2, { name: 'Ben Wood', email: 'ben@example.com' })
  const list = await (await admin.get(path)).text()
  expect(list).toContain(`href="${path}/${record}"`)
  const found = await (await admin.post(path, { q: '555-0136' })).text()
  expect(found).toContain(patientsPage.found(1))
  expect(found).toContain('Helen Marsh')
  expect(/<table.*<\/table>/s.exec(found)?.[0]).not.toContain('Ben Wood')
  for (const [q, says] of [
    ['h', patientsPage.tooShort],
    ['nobody', patientsPage.noneFound.text],
  ] as const)
    expect(await (await admin.post(path, { q })).text()).toContain(says)
  for (const [, address] of list.matchAll(/(?:href|action)="([^"]*)"/g)) expect(address).not.toMatch(/helen|ben/i)
})

test('the record shows visits and orders, and books again with the contact filled in', async () => {
  const booked = await bookByTelephone(admin, 3, { ...helen, health: 'qzsealedword' })
  const record = await recordOf(booked)
  await placeOrderOn(site, { contact: { name: helen.name, email: helen.email } })
  const html = await (await admin.get(`${path}/${record}`)).text()
  expect(html).toContain(`href="/admin/appointments/${booked.id}"`)
  expect(html).toContain(patientPage.visitCounts(0, 0))
  expect(html).toContain('tel:2055550136')
  expect(html).toContain('mailto:helen@example.com')
  expect(html).toContain('href="/admin/orders/')
  expect(html).not.toContain('qzsealedword')
  expect(await (await admin.get(`/admin/appointments/${booked.id}`)).text()).toContain(`href="${path}/${record}"`)

  const again = `/admin/appointments/new?patient=${record}`
  expect(html).toContain(`href="${again}"`)
  const { fields } = formWith(await (await admin.get(again)).text(), 'phone')
  expect(fields).toMatchObject({ ...helen, patient: record })
  expect(await recordOf(await bookByTelephone(admin, 4, { ...helen, patient: record }))).toBe(record)
})

test('an unknown record is not found', async () => {
  for (const id of ['unknown', '%20', 'a'.repeat(80)]) expect((await admin.get(`${path}/${id}`)).status).toBe(404)
})
