import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patientPage } from '#app/routes/admin/patients/words.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { dataErased, dataRequestAnswered } from '#content/emails.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { at, bookByTelephone } from '#tests/support/booking.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { signInAs } from '#tests/support/staff.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { shownOf } from '#tests/support/shown.ts'
import { until } from '#tests/support/timing.ts'

const words = patientPage.requests
const day = 86_400_000

describe.each(databasesFor(import.meta.url))('requests about data on %s', (kind) => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  let owner: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    ;({ mail, site } = await startMailingSite(kind, adminSettings))
    owner = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  let people = 0
  async function newPatient(more: Record<string, string> = {}) {
    people += 1
    const contact = {
      name: `Pia ${people}`,
      email: `pia${people}@example.com`,
      phone: `(205) 555-${4000 + people}`,
      ...more,
    }
    const { id } = await bookByTelephone(owner, people, { ...contact, health: `qzhealth${people}word` })
    const record = await look(site, async (db) => {
      const row = await db.selectFrom('appointments').select('patientId').where('id', '=', id).executeTakeFirstOrThrow()
      return row.patientId ?? ''
    })
    return { ...contact, appointment: id, record, page: `/admin/patients/${record}` }
  }
  const enter = (who: typeof owner, page: string, fields: Record<string, string>) =>
    who.post(page, { intent: 'enter-request', way: 'phone', day: '2026-02-03', said: '', ...fields })
  const requests = () => look(site, (db) => db.selectFrom('dataRequests').selectAll().execute())
  const emailsTo = (address: string, subject: string) =>
    until(async () => {
      const all = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
      const found = all.filter((one) => one.subject === subject && one.to?.some((to) => to.address === address))
      return found.length > 0 ? found : undefined
    })

  test('are entered by the front desk, which neither reads nor decides them, and is on Today with the days left', async () => {
    const patient = await newPatient()
    const desk = await signInAs(site, 'front-desk')
    for (let n = 0; n < 2; n += 1)
      expect((await enter(desk, patient.page, { requestId: 'r1', kind: 'access', said: 'qzsecretword' })).status).toBe(
        303,
      )
    const stored = (await requests()).filter(({ id }) => id === 'r1')
    expect(stored).toMatchObject([{ kind: 'access', way: 'phone', patientId: patient.record, outcome: null }])
    expect(stored[0]!.receivedAt).toBe(at('2026-02-03T12:00'))
    expect(stored[0]!.dueAt - stored[0]!.receivedAt).toBe(30 * day)
    expect(Buffer.from(stored[0]!.request!).includes('qzsecretword')).toBe(false)

    const html = await (await desk.get(patient.page)).text()
    const { answer: ask, erase, rules } = words
    const decide = [words.show, words.copy, ask.done, ask.copyFirst, rules.access]
    const all = [words.sealed, 'tag tag-late', ...decide, ask.correctFirst, erase.text, words.none]
    expect(shownOf(html, all)).toEqual([words.sealed, 'tag tag-late'])
    expect(shownOf(await (await owner.get(patient.page)).text(), all)).toEqual(['tag tag-late', ...decide])
    expect(html).not.toContain('/copy')
    for (const intent of ['show-requests', 'request-done', 'request-partly', 'request-denied', 'erase-patient']) {
      const refused = await desk.post(patient.page, { intent, requestId: 'r1', answer: 'x' })
      expect(refused.status, intent).toBe(403)
      expect(await refused.text()).not.toContain('qzsecretword')
    }
    for (const path of [`${patient.page}/copy`, `${patient.page}/copy/file`])
      expect((await desk.post(path, {})).status).toBe(403)

    // Overdue since March.
    const today = await (await desk.get('/admin')).text()
    expect(today).toContain(toDo['data-requests'].heading)
    expect(today).toContain('45 CFR 164.524')
    expect(today).toMatch(/Overdue by \d+ days/)
    expect(today).not.toContain('qzsecretword')
    expect(await (await owner.post(patient.page, { intent: 'show-requests' })).text()).toContain('qzsecretword')
  })

  test('are refused with a bad day, and keep what was typed', async () => {
    const patient = await newPatient()
    for (const bad of ['', '2999-01-01', '1999-12-31', 'x']) {
      const answer = await enter(owner, patient.page, {
        requestId: 'bad',
        kind: 'correction',
        day: bad,
        said: 'Typed words',
      })
      expect(answer.status).toBe(400)
      const html = await answer.text()
      expect(html).toContain(words.enter.badDay)
      expect(html).toContain('Typed words')
      expect(html).toMatch(/<option value="correction" selected="">[^]*<option value="phone" selected="">/)
    }
    expect((await requests()).filter(({ id }) => id === 'bad')).toEqual([])
  })

  test('a correction is denied with a reason only, once, and the email says nothing about it', async () => {
    const patient = await newPatient()
    await enter(owner, patient.page, { requestId: 'c1', kind: 'correction', said: 'My knee is fine.' })
    const [stored] = (await requests()).filter(({ id }) => id === 'c1')
    expect(stored!.dueAt - stored!.receivedAt).toBe(60 * day)
    const today = clinicDate(Date.now(), clinicTimeZone).toString()
    await enter(owner, patient.page, { requestId: 'c2', kind: 'access', day: today })
    expect(Date.now() - (await requests()).find(({ id }) => id === 'c2')!.receivedAt).toBeLessThan(60_000)
    const blank = await owner.post(patient.page, { intent: 'request-denied', requestId: 'c1', answer: ' ' })
    expect(blank.status).toBe(400)
    const refused = [
      words.answer.blank,
      words.answer.correctFirst,
      words.erase.text,
      'id="answer-c1"',
      'id="answer-c2"',
    ]
    expect(shownOf(await blank.text(), refused)).toEqual([refused[0], refused[1], refused[4]])
    expect((await owner.post(patient.page, { intent: 'request-done', requestId: 'c2', answer: '' })).status).toBe(303)
    const deny = { intent: 'request-denied', requestId: 'c1', answer: 'qzreason' }
    expect((await owner.post(patient.page, deny)).status).toBe(303)
    expect((await owner.post(patient.page, deny)).status).toBe(409)
    const decided = [words.outcomes.denied, words.outcomes.done, 'qzreason', 'tag tag-late', ' days left']
    expect(shownOf(await (await owner.get(patient.page)).text(), decided)).toEqual(decided.slice(0, 2))
    const read = await (await owner.post(patient.page, { intent: 'show-requests' })).text()
    expect(shownOf(read, ['My knee is fine.', words.answered, 'qzreason', words.show])).toHaveLength(3)
    const [email] = await emailsTo(patient.email, dataRequestAnswered.subject)
    expect(email!.text).not.toMatch(/qzreason|knee/)
    expect(email!.text).toContain('/my-data')
    const other = await newPatient()
    // A request of another patient's record.
    expect((await owner.post(other.page, { ...deny, intent: 'request-done' })).status).toBe(409)
  })

  test('a copy for the patient asks who is there, has everything of this person, and is recorded', async () => {
    const email = `shared${people}@example.com`
    const [one, other] = [await newPatient({ email }), await newPatient({ email })]
    expect((await owner.post(`${one.page}/copy`, {})).status).toBe(403)
    const shown = await (await confirmWithPassword(owner, `${one.page}/copy`)).text()
    const file = await confirmWithPassword(owner, `${one.page}/copy/file`)
    expect([file.headers.get('Cache-Control'), file.headers.get('Content-Disposition')]).toEqual([
      'no-store',
      'attachment; filename="patient-data.json"',
    ])
    const wrongly = [
      await owner.get(`${one.page}/copy/file`),
      await confirmWithPassword(owner, `${one.page}0/copy/file`),
    ]
    expect(wrongly.map(({ status }) => status)).toEqual([302, 404])
    const text = await file.text()
    for (const copy of [shown, text]) {
      expect(copy).toContain(one.name)
      expect(copy).toMatch(/qzhealth\d+word/)
      expect(copy).not.toContain(other.name)
    }
    expect(JSON.parse(text)).toMatchObject({ appointments: [{ name: one.name, bookedBy: 'the clinic' }] })
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').select('record').where('act', '=', 'data.exported').execute(),
    )
    expect(acts).toEqual(Array(2).fill({ record: `patient:${one.record}` }))
  })

  test('an erasure erases this person alone, tells them last, and keeps that it was decided', async () => {
    const email = `family${people}@example.com`
    const phone = '(205) 555-4999'
    const [one, other] = [await newPatient({ email, phone }), await newPatient({ email, phone })]
    await placeOrderOn(site, { contact: { name: one.name, email } })
    await placeOrderOn(site, { contact: { name: other.name, email } })
    await enter(owner, one.page, { requestId: 'e1', kind: 'erasure', said: 'qzplease' })
    expect((await enter(owner, one.page, { requestId: 'e2', kind: 'erasure' })).status).toBe(409)
    // Done is only what erasing does.
    expect((await owner.post(one.page, { intent: 'request-done', requestId: 'e1' })).status).toBe(409)

    const erase = { intent: 'erase-patient', requestId: 'e1' }
    // The kept answer has to be released first.
    await look(site, (db) =>
      db.updateTable('appointments').set({ healthKept: 1 }).where('id', '=', one.appointment).execute(),
    )
    const kept = await confirmWithPassword(owner, one.page, erase)
    expect([kept.status, (await kept.text()).includes(words.refused.kept.slice(0, 30))]).toEqual([409, true])
    await look(site, (db) =>
      db.updateTable('appointments').set({ healthKept: 0 }).where('id', '=', one.appointment).execute(),
    )
    expect((await confirmWithPassword(owner, one.page, erase)).status).toBe(303)
    expect((await confirmWithPassword(owner, one.page, erase)).status).toBe(409)

    const [told] = await emailsTo(email, dataErased.subject)
    expect(told!.text).not.toContain(one.name)
    expect((await owner.get(one.page)).status).toBe(404)
    expect(await (await owner.get(other.page)).text()).toContain(other.name)
    const left = await look(site, async (db) => ({
      appointments: await db.selectFrom('appointments').select('name').where('phone', '=', phone).execute(),
      orders: await db.selectFrom('orders').select('name').where('email', '=', email).execute(),
      keys: await db.selectFrom('recordKeys').select('id').where('id', 'in', ['e1', one.appointment]).execute(),
      requests: await db.selectFrom('dataRequests').selectAll().where('id', '=', 'e1').execute(),
    }))
    expect(left).toMatchObject({
      appointments: [{ name: other.name }],
      orders: [{ name: other.name }],
      keys: [],
      requests: [{ patientId: null, request: null, answer: null, outcome: 'done', kind: 'erasure' }],
    })
  })
})
