import { describe, expect, onTestFinished, test } from 'vitest'
import { appointmentTexts, textsPage } from '#content/pages/admin-texts.ts'
import { consentWords, numberForTexts, patientTexts } from '#content/text-messages.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone, bookOnline } from '#tests/support/booking.ts'
import { type DatabaseKind, databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { signTextPost, startTextService } from '#tests/support/text-service.ts'
import { visitor } from '#tests/support/visitor.ts'
import { plain } from '#tests/support/shown.ts'

const box = { textReminders: consentWords.reminders.version }
const ada = { name: 'Ada', email: 'ada@example.com', phone: '(205) 555-0142', health: 'tired' }
const number = '+12055550142'

async function start(kind: DatabaseKind, more: Record<string, string> = {}) {
  const service = await startTextService(onTestFinished)
  const site = await startSiteForTest(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...service.settings, ...more })
  const consents = () => look(site, (db) => db.selectFrom('textConsents').selectAll().orderBy('givenAt').execute())
  const inForce = async () => (await consents()).filter(({ endedAt }) => endedAt === null).length
  /** As the service posts it. */
  const receive = (fields: Record<string, string>, headers?: Record<string, string>) =>
    visitor(site).post('/text-messages', fields, {
      'X-Twilio-Signature': signTextPost(`${site.url}/text-messages`, fields),
      ...headers,
    })
  return { service, site, consents, inForce, receive }
}

describe.each(databasesFor(import.meta.url))('text messages on %s', (kind) => {
  test('are agreed to on the booking form, by a box that nobody has checked ahead', async () => {
    const { site, consents } = await start(kind)
    const person = visitor(site)
    const form = plain(await (await person.get(bookingOfAService)).text())
    expect(form).toContain(consentWords.reminders.terms)
    const tag = /<input[^>]*name="textReminders"[^>]*>/.exec(form)![0]
    expect(tag).not.toContain('checked')
    // A number that can't get texts: a sentence at the box, and nothing typed is lost.
    const wrong = await person.post(bookingOfAService, { ...ada, ...box, phone: '(205) 555-0142 x12' })
    const again = plain(await wrong.text())
    expect(wrong.status).toBe(400)
    for (const text of [numberForTexts, '(205) 555-0142 x12', 'checked=""', 'id="outcome"'])
      expect(again).toContain(text)
    // Without the box the same number will do.
    expect((await person.post(bookingOfAService, { ...ada, phone: '(205) 555-0142 x12' })).status).toBe(303)

    await bookOnline(site, ada)
    expect(await consents()).toEqual([])
    const agreeing = { ...ada, ...box, email: 'bo@example.com' }
    const { link } = await bookOnline(site, agreeing)
    expect(await consents()).toMatchObject([
      { number, purpose: 'reminders', version: consentWords.reminders.version, givenBy: 'patient' },
    ])
    expect(plain(await (await person.get(link)).text())).toContain(patientTexts.on)
  })

  test('are turned on and off on the page of the appointment', async () => {
    const { site, inForce } = await start(kind)
    const { person, link } = await bookOnline(site, ada)
    const page = async () => plain(await (await person.get(link)).text())
    expect(await page()).toContain(consentWords.reminders.terms)
    const unchecked = await person.post(link, { intent: 'texts' })
    expect(unchecked.status).toBe(400)
    expect(plain(await unchecked.text())).toContain(patientTexts.checkBox)
    expect((await person.post(link, { intent: 'texts', textReminders: 'other words' })).status).toBe(400)
    expect(await inForce()).toBe(0)
    expect((await person.post(link, { intent: 'texts', ...box })).status).toBe(303)
    expect(await inForce()).toBe(1)
    expect(await page()).toContain(patientTexts.end)
    // Another number has nobody's consent.
    const moved = await person.post(link, { intent: 'contact', ...ada, phone: '(205) 555-0199' })
    const after = moved.headers.get('Location')!.replace(/#.*/, '')
    expect(plain(await (await person.get(after)).text())).toContain(patientTexts.button)
    await person.post(after, { intent: 'contact', ...ada })
    expect((await person.post(link, { intent: 'end-texts' })).status).toBe(303)
    expect(await inForce()).toBe(0)
    expect(await page()).toContain(patientTexts.button)
  })

  test('end by a signed STOP, and by nothing that is forged', async () => {
    const { site, consents, inForce, receive } = await start(kind)
    await bookOnline(site, Object.assign({}, ada, box))
    const stop = { From: number, To: '+12055550100', Body: 'Stop', MessageSid: 'SM7' }
    const forged = visitor(site)
    expect((await forged.post('/text-messages', stop)).status).toBe(403)
    const signature = signTextPost(`${site.url}/text-messages`, stop, 'another token')
    expect((await forged.post('/text-messages', stop, { 'X-Twilio-Signature': signature })).status).toBe(403)
    const other = { 'X-Twilio-Signature': signTextPost(`${site.url}/text-messages`, { ...stop, From: '+12055550199' }) }
    expect((await forged.post('/text-messages', stop, other)).status).toBe(403)
    expect(await inForce()).toBe(1)

    const answer = await receive(stop)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/xml'])
    expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>')
    expect(await consents()).toMatchObject([{ endedBy: 'stop' }])
    for (const fields of [stop, { ...stop, Body: 'What does it cost?' }, { From: 'a', Body: '' }, { Body: 'STOP' }])
      expect((await receive(fields as Record<string, string>)).status).toBe(200)
    expect((await receive({ ...stop, Body: 'START' })).status).toBe(200)
    expect(await inForce()).toBe(1)
    // A page of another site can't post it, signed or not.
    expect((await receive(stop, { Origin: 'https://elsewhere.example' })).status).toBe(403)
    expect([400, 404, 405]).toContain((await forged.get('/text-messages')).status)
  })

  test('are agreed to by telephone and ended by staff, who see what was sent', async () => {
    const { site, consents, inForce } = await start(kind)
    const admin = await signInAsAdmin(site)
    const { id } = await bookByTelephone(admin, 1)
    const path = `/admin/appointments/${id}`
    const page = async () => plain(await (await admin.get(path)).text())
    for (const text of [appointmentTexts.off, consentWords.reminders.terms]) expect(await page()).toContain(text)
    expect((await admin.post(path, { intent: 'agree-texts' })).status).toBe(303)
    const account = await look(site, (db) => db.selectFrom('users').select('id').executeTakeFirstOrThrow())
    expect(await consents()).toMatchObject([{ givenBy: account.id, record: `appointment:${id}` }])
    expect(await page()).toContain('The patient told us to send reminders on')
    // Also from the record.
    const { patientId } = await look(site, (db) =>
      db.selectFrom('appointments').select('patientId').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const recordPage = `/admin/patients/${patientId}`
    expect(await (await admin.get(recordPage)).text()).toContain(appointmentTexts.patient)
    expect((await admin.post(recordPage, { intent: 'end-texts' })).status).toBe(303)
    expect(await inForce()).toBe(0)
    expect(await (await admin.get(recordPage)).text()).not.toContain(appointmentTexts.patient)
    await admin.post(path, { intent: 'agree-texts' })
    await look(site, (db) =>
      db
        .insertInto('textMessages')
        .values({
          id: 't1',
          kind: 'reminder',
          record: `appointment:${id}`,
          state: 'failed',
          acceptedAt: 1,
          reason: 'code-21614',
        })
        .execute(),
    )
    const why = 'The service says that this number can’t get text messages.'
    expect(await page()).toContain(why)
    expect(plain(await (await admin.get('/admin/mail')).text())).toContain('/admin/mail/texts')
    const list = plain(await (await admin.get('/admin/mail/texts')).text())
    for (const text of [why, path]) expect(list).toContain(text)
    expect((await admin.post(path, { intent: 'end-texts' })).status).toBe(303)
    expect(await inForce()).toBe(0)

    const { id: foreign } = await bookByTelephone(admin, 2, { phone: '555-0142' })
    expect(plain(await (await admin.get(`/admin/appointments/${foreign}`)).text())).toContain(appointmentTexts.noNumber)
    expect((await admin.post(`/admin/appointments/${foreign}`, { intent: 'agree-texts' })).status).toBe(409)
  })
})

test('without the settings no page of a patient or an appointment mentions texts, and nothing is received', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const { person, link } = await bookOnline(site, Object.assign({}, ada, box))
  const admin = await signInAsAdmin(site)
  const appointments = await look(site, (db) => db.selectFrom('appointments').select('id').execute())
  const own = [bookingOfAService, link, '/privacy'].map((path) => person.get(path))
  const staff = [`/admin/appointments/${appointments[0]!.id}`, '/admin/mail'].map((path) => admin.get(path))
  for (const answer of await Promise.all([...own, ...staff])) {
    expect(answer.status).toBe(200)
    expect(plain(await answer.text())).not.toMatch(/text message|by text|text reminders|textReminders/i)
  }
  expect(await look(site, (db) => db.selectFrom('textConsents').selectAll().execute())).toEqual([])
  const fields = { From: number, Body: 'STOP' }
  const signed = { 'X-Twilio-Signature': signTextPost(`${site.url}/text-messages`, fields) }
  expect((await person.post('/text-messages', fields, signed)).status).toBe(404)
  expect((await admin.get('/admin/mail/texts')).status).toBe(404)
  expect(plain(await (await admin.get('/admin/connections')).text())).toContain(connectionsPage.notInUse.texts)
})

test('are not asked about where another company’s calendar takes appointments', async () => {
  const { site } = await start('sqlite', { SCHEDULING_URL: 'http://127.0.0.1:9/clinic' })
  const form = await (await visitor(site).get(bookingOfAService)).text()
  expect(form).not.toContain('textReminders')
})

test('the list of texts is empty at first', async () => {
  const { site } = await start('sqlite')
  const admin = await signInAsAdmin(site)
  expect(await (await admin.get('/admin/mail/texts')).text()).toContain(textsPage.none.text)
})
