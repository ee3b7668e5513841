import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PatientField, patientFields } from '#content/patient-fields.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { type AdminSite, startAdminSite } from '#tests/support/sites.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { look } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/visitor.ts'

let site: AdminSite
beforeAll(async () => void (site = await startAdminSite({ WORKER: 'off' })))
afterAll(() => site?.stop())

/** Input for every patient field. */
function newInput(n: number) {
  const byKind = (name: string) => ({
    name: `Ana ${n}`,
    email: `ana.${n}@example.com`,
    phone: `(205) 555-01${name.length}${n}`,
    line: `some ${name} ${n}`,
  })
  const fields: readonly PatientField[] = patientFields
  const input = Object.fromEntries(fields.map(({ name, kind }) => [name, byKind(name)[kind]]))
  return input as Record<'name' | 'email' | 'phone', string>
}

test('every patient field is shown to the patient and the clinic, can be corrected by both, and is erased', async () => {
  const admin = await signInAsAdmin(site)
  const { person, link } = await bookOnline(site, { ...newInput(1), health: 'marmalade nights' })
  const patientForm = async (path: string) => formWith(await (await person.get(path)).text(), 'phone').fields
  expect(await patientForm(link)).toMatchObject(newInput(1))

  const corrected = await person.post(link, { ...newInput(2), intent: 'contact' })
  const newLink = corrected.headers.get('Location') ?? ''
  expect(await patientForm(newLink)).toMatchObject(newInput(2))

  const row = () => look(site, (db) => db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow())
  const path = `/admin/appointments/${(await row()).id}`
  const shown = async () => (await admin.get(path)).text()
  const html = await shown()
  const [heading, details] = [/<h1>.*?<\/h1>/s, /<dl class="dl">.*?<\/dl>/s].map((part) => part.exec(html)?.[0])
  for (const value of Object.values(newInput(2))) expect(`${heading} ${details}`).toContain(value)
  const { fields } = formWith(await shown(), 'note')
  expect(fields).toMatchObject(newInput(2))
  // A new email address would invalidate the patient's link.
  const again = { ...newInput(3), email: newInput(2).email }
  expect((await admin.post(path, { ...fields, ...again, intent: 'correct' })).status).toBe(303)
  expect(formWith(await shown(), 'note').fields).toMatchObject(again)

  expect((await person.post(newLink, { intent: 'erase' })).status).toBe(303)
  const erased = await row()
  for (const { name } of patientFields) expect(erased[name] || null, name).toBeNull()
})
