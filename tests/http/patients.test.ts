import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientPage, patientsPage } from '#app/routes/admin/patients/words.ts'
import { mostTags } from '#app/domain/patients/patient.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { appointmentTexts as texts } from '#content/pages/admin-texts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone, bookOnline } from '#tests/support/booking.ts'
import { services } from '#tests/support/catalogue.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/visitor.ts'
import { signInAs } from '#tests/support/staff.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { shownOf } from '#tests/support/shown.ts'

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
  const { people, noLast, held, noNext, tags, columns } = patientsPage
  const row = [people(2), '(205) 555-0136, helen@example.com', services[0]!.title, noLast, held(0), columns.person]
  expect(shownOf(list, [...row, noNext, tags])).toEqual(row)
  const found = await (await admin.post(path, { q: '555-0136' })).text()
  expect(found).toContain(patientsPage.found(1))
  expect(shownOf(found, ['Helen Marsh', patientsPage.noneFound.text, patientsPage.none.text])).toEqual(['Helen Marsh'])
  expect(/<table.*<\/table>/s.exec(found)?.[0]).not.toContain('Ben Wood')
  const answers = [patientsPage.tooShort, patientsPage.noneFound.text, '<table']
  for (const [q, says] of [
    ['h', patientsPage.tooShort],
    ['nobody', patientsPage.noneFound.text],
  ] as const)
    expect(shownOf(await (await admin.post(path, { q })).text(), answers)).toEqual([says])
  for (const [, address] of list.matchAll(/(?:href|action)="([^"]*)"/g)) expect(address).not.toMatch(/helen|ben/i)
})

test('a tag lists those who have it', async () => {
  const record = await recordOf(await bookByTelephone(admin, 13, { name: 'Tess Tagged', email: 'tess@example.com' }))
  await bookByTelephone(admin, 14, { name: 'Una Untagged', email: 'una@example.com' })
  const add = (tag: string) => admin.post(`${path}/${record}`, { intent: 'tag', tag })
  for (const tag of ['Prefers mornings', ...Array.from({ length: mostTags - 1 }, (_, index) => `Tag ${index}`)])
    expect((await add(tag)).status).toBe(303)
  const more = await add('One more')
  expect([more.status, ...shownOf(await more.text(), [patientPage.tag.tooMany])]).toEqual([
    409,
    patientPage.tag.tooMany,
  ])
  const names = ['Tess Tagged', 'Una Untagged']
  const list = async (tag: string) => shownOf(await (await admin.get(`${path}?tag=${tag}`)).text(), names)
  expect(await list('Prefers+mornings')).toEqual(['Tess Tagged'])
  expect(await list('')).toEqual(names)
})

test('the record shows visits and orders, and books again with the contact filled in', async () => {
  const booked = await bookByTelephone(admin, 3, { ...helen, health: 'qzsealedword' })
  const record = await recordOf(booked)
  const orders = [1, 2].map(() => placeOrderOn(site, { contact: { name: helen.name, email: helen.email } }))
  const [, cancelled] = await Promise.all(orders)
  const { totalCents } = await look(site, (db) =>
    db
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('number', '=', cancelled!.number)
      .returning('totalCents')
      .executeTakeFirstOrThrow(),
  )
  const html = await (await admin.get(`${path}/${record}`)).text()
  expect(html).toContain(`href="/admin/appointments/${booked.id}"`)
  expect(html).toContain(patientPage.visitCounts(0, 0))
  expect(html).toContain('tel:2055550136')
  expect(html).toContain('mailto:helen@example.com')
  expect(html).toContain('href="/admin/orders/')
  expect(html).not.toContain('qzsealedword')
  const { since, orderTotal, healthOpen, healthSealed, bookPlan, split, same, records, changes } = patientPage
  const parts = [orderTotal(2, formatCents(totalCents)), healthOpen, bookPlan, split.summary, since('')]
  const none = [healthSealed, same.heading, records.heading, changes.heading, patientPage.overlapping, texts.heading]
  expect(shownOf(html, [...parts, ...none])).toEqual(parts)
  const appointment = await (await admin.get(`/admin/appointments/${booked.id}`)).text()
  expect(appointment).toContain(`href="${path}/${record}"`)
  for (const told of [html, appointment]) expect(told).not.toContain(adminAppointment.health.unproved)

  const again = `/admin/appointments/new?patient=${record}`
  expect(html).toContain(`href="${again}"`)
  const { fields } = formWith(await (await admin.get(again)).text(), 'phone')
  expect(fields).toMatchObject({ ...helen, patient: record })
  expect(await recordOf(await bookByTelephone(admin, 4, { ...helen, patient: record }))).toBe(record)
})

test('a health answer that a visitor gave under an address that nobody proved says so', async () => {
  const email = 'unproved@example.com'
  await bookOnline(site, { name: 'Uma Unproved', email, phone: '(205) 555-0188', health: 'qzanswer' })
  const { id } = await look(site, (db) =>
    db.selectFrom('appointments').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  )
  const record = `${path}/${await recordOf({ id })}`
  const says = async (page: string) => (await (await admin.get(page)).text()).includes(adminAppointment.health.unproved)
  expect([await says(record), await says(`/admin/appointments/${id}`)]).toEqual([true, true])
  await look(site, (db) => db.updateTable('appointments').set({ addressProved: 1 }).where('id', '=', id).execute())
  expect([await says(record), await says(`/admin/appointments/${id}`)]).toEqual([false, false])
})

test('an unknown record is not found', async () => {
  for (const id of ['unknown', '%20', 'a'.repeat(80)]) expect((await admin.get(`${path}/${id}`)).status).toBe(404)
})

test('clinical notes are shown to no front desk, and merging has an undo in place', async () => {
  const one = await recordOf(await bookByTelephone(admin, 5, { ...helen, name: 'Ada One' }))
  const two = await recordOf(await bookByTelephone(admin, 6, { ...helen, name: 'Ada Two' }))
  const page = `${path}/${one}`
  for (const [intent, note] of [
    ['clinical-note', 'qzclinical'],
    ['desk-note', 'qzdesk'],
  ] as const)
    expect((await admin.post(page, { intent, note })).status).toBe(303)
  const blank = await admin.post(page, { intent: 'desk-note', note: ' ' })
  expect(blank.status).toBe(400)
  const { notes, records, changes } = patientPage
  const buttons = [notes.show(1), notes.saveClinical, notes.sealed, 'qzclinical']
  expect(shownOf(await (await admin.get(page)).text(), buttons)).toEqual(buttons.slice(0, 2))
  expect(await (await admin.post(page, { intent: 'show-notes' })).text()).toContain('qzclinical')

  const frontDesk = await signInAs(site, 'front-desk')
  const html = await (await frontDesk.get(page)).text()
  expect(html).toContain('qzdesk')
  expect(shownOf(html, buttons)).toEqual([notes.sealed])
  for (const intent of ['show-notes', 'clinical-note', 'delete-clinical-note']) {
    const answer = await frontDesk.post(page, { intent, note: 'x', noteId: 'x' })
    expect(answer.status, intent).toBe(403)
    expect(await answer.text()).not.toContain('qzclinical')
  }
  expect(html + (await (await frontDesk.post(path, { q: 'qzcli' })).text())).not.toContain('qzclinical')

  expect(html).toContain(patientPage.same.mergeWith('Ada Two'))
  expect((await frontDesk.post(page, { intent: 'merge', other: two })).status).toBe(303)
  const moved = await frontDesk.get(`${path}/${two}`)
  expect([moved.status, moved.headers.get('Location')]).toEqual([302, page])
  expect(
    shownOf(await (await frontDesk.get(page)).text(), [records.splitOf('Ada Two'), changes.kinds.merge]),
  ).toHaveLength(2)
  // The page of before, left open.
  expect((await admin.post(page, { intent: 'merge', other: two })).status).toBe(409)
  const change = /name="change" value="([^"]+)"/.exec(await (await frontDesk.get(page)).text())?.[1] ?? ''
  expect((await frontDesk.post(page, { intent: 'undo', change })).status).toBe(303)
  expect((await frontDesk.get(`${path}/${two}`)).status).toBe(200)
})

test('a suggestion is dismissed, with an undo in place', async () => {
  const shared = { email: 'qzmarsh@example.com', phone: '(205) 555-0777' }
  const one = await recordOf(await bookByTelephone(admin, 7, { ...shared, name: 'Una Shared' }))
  const two = await recordOf(await bookByTelephone(admin, 8, { ...shared, name: 'Vera Shared' }))
  const page = async () => (await admin.get(`${path}/${one}`)).text()
  expect(await page()).toContain(patientPage.same.distinctOf('Vera Shared'))
  expect((await admin.post(`${path}/${one}`, { intent: 'distinct', other: two })).status).toBe(303)
  const dismissed = await page()
  expect(dismissed).toContain(patientPage.done.distinct)
  expect(dismissed).not.toContain('Vera Shared')
  const { fields } = formWith(/id="done"([^]*?<\/form>)/.exec(dismissed)?.[1] ?? '', 'other')
  expect((await admin.post(`${path}/${one}`, { ...fields, intent: 'undo-distinct' })).status).toBe(303)
  expect(await page()).toContain(patientPage.same.distinctOf('Vera Shared'))
  expect((await admin.post(`${path}/${one}`, { intent: 'distinct', other: 'gone' })).status).toBe(409)
})

test('records with the same name and email are merged at once, and visits of somebody else split off again', async () => {
  const same = { name: 'Ivy Same', email: 'ivy@example.com' }
  const booked = [await bookByTelephone(admin, 9, same), await bookByTelephone(admin, 10, same)]
  booked.push(await bookByTelephone(admin, 11, same))
  const other = await recordOf(await bookByTelephone(admin, 12, { ...same, name: 'Ida Other' }))
  const [one, two, three] = (await Promise.all(booked.map(recordOf))) as [string, string, string]
  const page = `${path}/${one}`
  const read = async (who = admin) => (await who.get(page)).text()
  expect(shownOf(await read(), [patientPage.same.mergeAll(2), patientPage.split.summary])).toHaveLength(1)
  expect((await admin.post(page, { intent: 'merge-same' })).status).toBe(303)
  const moved = [two, three, other].map(async (id) => (await admin.get(`${path}/${id}`)).status)
  expect(await Promise.all(moved)).toEqual([302, 302, 200])

  const split = await admin.post(page, { intent: 'split', chosen: booked[2]!.id })
  const apart = split.headers.get('Location')!.replace('#done', '')
  expect(await (await admin.get(apart)).text()).toContain(patientPage.done.split)
  expect(shownOf(await read(), [booked[1]!.id, booked[2]!.id, patientPage.changes.kinds.split])).toHaveLength(2)

  const find = async (q: string) => (await admin.post(page, { intent: 'find', q })).text()
  const { mergeWith, distinctOf } = patientPage.same
  const found = [mergeWith('Ben Wood'), distinctOf('Ben Wood'), patientPage.other.none]
  expect(shownOf(await find('Ben Wood'), found)).toEqual(found.slice(0, 1))
  expect(await find('Ben Wood')).toMatch(/name="q"[^>]*value="Ben Wood"/)
  expect(shownOf(await find('Ivy'), [mergeWith('Ivy Same'), patientPage.other.none])).toHaveLength(1)
  expect(shownOf(await find('nobody'), found)).toEqual(found.slice(2))

  const { refused, phones } = patientPage
  for (const [fields, status, says] of [
    [{ intent: 'split' }, 400, patientPage.split.none],
    [{ intent: 'split', chosen: [booked[0]!.id, booked[1]!.id].join('.') }, 400, patientPage.split.all],
    [{ intent: 'split', chosen: 'gone' }, 409, refused['changed-meanwhile']],
    [{ intent: 'undo-distinct', other: 'gone' }, 409, refused['changed-meanwhile']],
    [{ intent: 'separate', record: 'gone' }, 409, refused['changed-meanwhile']],
    [{ intent: 'undo', change: 'gone' }, 409, refused['changed-meanwhile']],
    [{ intent: 'accept-phone', appointment: 'gone' }, 409, phones.gone],
    [{ intent: 'undo-phone', record: 'gone' }, 409, phones.gone],
    [{ intent: 'undo-phone', record: one }, 409, phones.gone],
    [{ intent: 'delete-desk-note', noteId: 'gone' }, 409, refused.gone],
    [{ intent: 'untag', removed: 'gone' }, 409, refused.gone],
    [{ intent: 'tag', tag: ' ' }, 400, patientPage.noTags],
  ] as [Record<string, string>, number, string][]) {
    const answer = await admin.post(page, fields)
    expect([answer.status, ...shownOf(await answer.text(), [says])], JSON.stringify(fields)).toEqual([status, says])
  }
})
