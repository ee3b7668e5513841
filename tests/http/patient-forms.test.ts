import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedForms } from '#content/audit.ts'
import { formAnswers, formPage, formsOfAppointment } from '#content/pages/form.ts'
import { adminForms } from '#content/pages/admin-appointments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import {
  intake,
  intakeAnswers,
  publishForm,
  publishFormText,
  readForm,
  signIntake,
} from '#tests/support/clinic-forms.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { runBeside } from '#tests/support/run-command.ts'
import { signInAs } from '#tests/support/staff.ts'
import { visitor } from '#tests/support/visitor.ts'
import { plain } from '#tests/support/shown.ts'

const secret = 'qzcanaryknee'
const answers = { ...intakeAnswers, 'What brings you?': secret, Medicines: 'Aspirin' }
describe.each(databasesFor(import.meta.url))('forms of patients on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let desk: typeof admin
  let editor: string
  let patients = 0
  const book = () => {
    patients += 1
    const email = `patient${patients}@example.com`
    return bookOnline(site, {
      name: `Patient ${patients}`,
      email,
      phone: `(205) 555-${2000 + patients}`,
      health: 'tired',
    })
  }
  const idOf = (link: string) => Buffer.from(link.split('/')[2]!.split('.')[0]!, 'base64url').toString().split('.')[0]!

  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
    desk = await signInAs(site, 'front-desk')
    editor = await publishForm(admin)
  })
  afterAll(() => site?.stop())

  test('the editor says what is wrong with a field, next to it', async () => {
    const [first, second, ...others] = intake.fields
    const wrong = { ...intake, fields: [{ ...first!, label: second!.label }, second!, ...others] }
    await expect(publishFormText(admin, editor, wrong)).rejects.toThrow('Another field has this label')
    const noOptions = { ...intake, fields: intake.fields.map((field) => ({ ...field, options: '' })) }
    await expect(publishFormText(admin, editor, noOptions)).rejects.toThrow('Enter at least two options')
    const twice = { ...intake, fields: intake.fields.map((field) => ({ ...field, kind: 'signature' as const })) }
    await expect(publishFormText(admin, editor, twice)).rejects.toThrow('one signature at most')
  })

  test('are previewed as patients see them, without their scripts and links', async () => {
    const html = plain(await (await admin.get(`${editor}/preview`)).text())
    for (const label of ['What brings you?', 'Pollen', formPage.sign]) expect(html).toContain(label)
  })

  test('are on the page of the appointment until they are signed, and show no answer afterwards', async () => {
    const { person, link } = await book()
    const page = async () => plain(await (await person.get(link)).text())
    expect(await page()).toContain(formsOfAppointment.fillIn('Intake'))
    const answer = await signIntake(person, link, answers)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${link}/forms/intake#outcome`])
    const form = await person.get(`${link}/forms/intake`)
    const html = plain(await form.text())
    expect(form.headers.get('Cache-Control')).toContain('no-store')
    for (const text of [formPage.done, formPage.copy, formPage.again]) expect(html).toContain(text)
    expect(html).not.toContain(secret)
    expect(await page()).toContain(formsOfAppointment.done('Intake'))
    // Whoever has only the link gets neither the answers nor their copy.
    const stranger = visitor(site)
    for (const path of [link, `${link}/forms/intake`, `${link}/forms/intake?again`]) {
      const shown = plain(await (await stranger.get(path)).text())
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain(formPage.copy)
    }
    const copied = await stranger.post(`${link}/forms/intake/copy`, {})
    expect([copied.status, copied.headers.get('Location')]).toEqual([303, `${link}/forms/intake`])
  })

  test('are saved as a file in the browser that has just sent them', async () => {
    const { person, link } = await book()
    await signIntake(person, link, answers)
    const file = await person.post(`${link}/forms/intake/copy`, {})
    expect(file.headers.get('Content-Type')).toBe('application/pdf')
    expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="form.pdf"')
    expect(file.headers.get('Cache-Control')).toBe('no-store')
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    const acts = await listActs(idOf(link))
    expect(acts).toEqual(['form.signed patient', 'form.downloaded patient'])
    // With the address by which it was opened.
    const opened = await look(site, (db) =>
      db
        .selectFrom('auditEntries')
        .select('detail')
        .where('record', '=', `appointment:${idOf(link)}`)
        .where('act', '=', 'form.downloaded')
        .execute(),
    )
    expect(opened).toEqual([{ detail: `patient${patients}@example.com` }])

    // What was sent from another browser is not saved by this one, whatever it has sent itself.
    const other = await book()
    await signIntake(other.person, other.link, answers)
    const refused = await person.post(`${other.link}/forms/intake/copy`, {})
    expect([refused.status, refused.headers.get('Content-Type')]).toEqual([303, null])
    expect(await listActs(idOf(other.link))).toEqual(['form.signed patient'])
  })

  const listActs = (id: string) =>
    look(site, async (db) =>
      (
        await db
          .selectFrom('auditEntries')
          .select(['act', 'who'])
          .where('record', '=', `appointment:${id}`)
          .orderBy('sequence')
          .execute()
      ).map(({ act, who }) => `${act} ${who}`),
    )

  test('say what is wrong beside each field, and keep everything that was typed', async () => {
    const { person, link } = await book()
    const path = `${link}/forms/intake`
    const { typed, nameOf, optionOf } = await readForm(person, path)
    const allergy = { [optionOf('Allergies', 'Milk')]: 'on' }
    const sent = { Medicines: 'Aspirin & tea', 'How do you sleep?': 'Badly', 'Last visit to a doctor': '2026-02-31' }
    const answer = await person.post(path, { ...typed(sent), ...allergy })
    const html = plain(await answer.text())
    expect(answer.status).toBe(400)
    for (const text of [
      formAnswers.blank.line('What brings you?'),
      formAnswers.badDate('Last visit to a doctor'),
      formAnswers.blank['yes-no']('Are you pregnant?'),
      formAnswers.unsigned,
    ])
      expect(html).toContain(text)
    expect(html).toContain('Aspirin & tea</textarea>')
    expect(html).toMatch(/<input(?=[^>]*value="Badly")[^>]*checked=""/)
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${optionOf('Allergies', 'Milk')}")[^>]*checked=""`))
    expect(html).toContain(`id="${nameOf('Medicines')}"`)
    expect(
      await look(site, (db) =>
        db.selectFrom('signedForms').select('id').where('appointmentId', '=', idOf(link)).execute(),
      ),
    ).toEqual([])
  })

  test.each<[what: string, typed: Record<string, string>]>([
    ['an option that isn’t there', { 'How do you sleep?': 'Sometimes' }],
    ['too long a text', { Medicines: 'x'.repeat(4_001) }],
    ['a NUL', { 'What brings you?': 'a\0b' }],
    ['neither yes nor no', { 'Are you pregnant?': 'perhaps' }],
    ['too long a name', { Signature: 'x'.repeat(201) }],
  ])('refuse %s', async (_, typed) => {
    const { person, link } = await book()
    const form = await readForm(person, `${link}/forms/intake`)
    const answer = await person.post(`${link}/forms/intake`, form.typed({ ...intakeAnswers, ...typed }))
    expect(answer.status).toBe(400)
  })

  test.each([
    ['M10 10L20 20', 303],
    ['M10 10L20 20M5 5L300 100', 303],
    ['M0 0<script>', 400],
    [`M1 1${'L2 2'.repeat(4_000)}`, 400],
    ['L1 1', 400],
  ])('take the drawing %.20s as %s', async (drawn, status) => {
    const { person, link } = await book()
    const { typed, nameOf } = await readForm(person, `${link}/forms/intake`)
    const { Signature: _, ...others } = intakeAnswers
    const sent = { ...typed(others), [`${nameOf('Signature')}.drawn`]: drawn }
    expect((await person.post(`${link}/forms/intake`, sent)).status).toBe(status)
  })

  test('of another link, a forged one, or an appointment that is off are not there, and forged fields count for nothing', async () => {
    const { person, link } = await book()
    const { typed } = await readForm(person, `${link}/forms/intake`)
    const forged = { ...typed(intakeAnswers), f000000000000: 'x', __proto__: 'x', constructor: 'x' }
    for (const path of [`${link}x/forms/intake`, `/appointments/a.b/forms/intake`])
      expect([(await person.get(path)).status, (await person.post(path, forged)).status]).toEqual([404, 404])
    expect((await person.get(`${link}/forms/other`)).status).toBe(404)
    expect((await person.post(`${link}/forms/other`, forged)).status).toBe(409)
    expect((await person.post(`${link}/forms/intake`, forged)).status).toBe(303)
    await person.post(link, { intent: 'cancel' })
    expect(plain(await (await person.get(`${link}/forms/intake?again`)).text())).not.toContain(formPage.sign)
    const late = await person.post(`${link}/forms/intake`, { ...typed({ ...answers }), over: '' })
    expect([late.status, (await late.text()).includes(answers['What brings you?'])]).toEqual([409, false])
  })

  test('that were changed meanwhile are shown again with what was typed', async () => {
    const { person, link } = await book()
    const path = `${link}/forms/intake`
    const { typed } = await readForm(person, path)
    await publishFormText(admin, editor, { ...intake, introduction: 'A new text.' })
    const answer = await person.post(path, typed(answers))
    const html = plain(await answer.text())
    expect(answer.status).toBe(409)
    for (const text of [formPage.changed, 'A new text.', secret, 'Aspirin']) expect(html).toContain(text)
    const again = await readForm(person, path)
    expect((await person.post(path, again.typed(answers))).status).toBe(303)
    await publishFormText(admin, editor, intake)
    // What was signed keeps the text that was signed.
    const signed = await look(site, (db) =>
      db.selectFrom('signedForms').selectAll().where('appointmentId', '=', idOf(link)).executeTakeFirstOrThrow(),
    )
    const opened = await admin.post(`/admin/appointments/${idOf(link)}`, { intent: 'form', form: signed.id })
    const shown = plain(await opened.text())
    for (const text of ['A new text.', secret, adminForms.whole(signed.textHash.slice(0, 16))])
      expect(shown).toContain(text)
  })

  test('two tabs: what another tab has sent is not replaced unseen', async () => {
    const { person, link } = await book()
    const path = `${link}/forms/intake`
    const { typed } = await readForm(person, path)
    const twice = await Promise.all([person.post(path, typed(answers)), person.post(path, typed(answers))])
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    const other = await person.post(path, typed({ ...answers, Medicines: 'Tea' }))
    const html = plain(await other.text())
    expect([other.status, html.includes(formPage.meanwhile), html.includes('Tea</textarea>')]).toEqual([
      409,
      true,
      true,
    ])
    const again = await readForm(person, `${path}?again`)
    expect((await person.post(path, again.typed({ ...answers, Medicines: 'Tea' }))).status).toBe(303)
  })

  test('are opened by owner, managers and the practitioner; the front desk sees only whether they are signed', async () => {
    const { person, link } = await book()
    const id = idOf(link)
    const address = `/admin/appointments/${id}`
    expect(plain(await (await desk.get(address)).text())).toContain(adminForms.status.due)
    expect(plain(await (await desk.get('/admin/forms')).text())).not.toContain('Intake')
    await signIntake(person, link, answers)
    const { id: signedId } = await look(site, (db) =>
      db.selectFrom('signedForms').select('id').where('appointmentId', '=', id).executeTakeFirstOrThrow(),
    )
    const page = plain(await (await desk.get(address)).text())
    expect(page).toContain('Signed on')
    expect(page).not.toContain(adminForms.openNamed('Intake'))
    const file = `${address}/forms/${signedId}`
    for (const who of [desk, await signInAs(site, 'editor')])
      for (const answer of [
        await who.post(address, { intent: 'form', form: signedId }),
        await who.post(`${address}.data`, { intent: 'form', form: signedId }),
        await who.post(file, {}),
      ])
        expect([answer.status, (await answer.text()).includes(secret)]).toEqual([403, false])
    // Nowhere else, in pages, search, history or what is stored.
    for (const path of [address, '/admin', '/admin/appointments', '/admin/patients', '/admin/audit', '/admin/mail'])
      expect(await (await admin.get(path)).text(), path).not.toContain(secret)
    const found = await (await admin.post('/admin/search', { q: secret })).text()
    expect(found.replaceAll(`"${secret}"`, '')).not.toContain(`Patient ${patients}`)
    const stored = await look(site, async (db) =>
      JSON.stringify(await db.selectFrom('auditEntries').selectAll().execute()),
    )
    for (const word of [secret, 'Maya', 'Intake']) expect(stored).not.toContain(word)

    const manager = await signInAs(site, 'manager')
    const opened = await manager.post(address, { intent: 'form', form: signedId })
    expect(plain(await opened.text())).toContain(secret)
    const download = await manager.post(file, {})
    expect([download.status, download.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    const acts = await listActs(id)
    expect(acts.map((act) => act.split(' ')[0])).toEqual(['form.signed', 'form.read', 'form.downloaded'])
    // Of another appointment, or none.
    const { link: other } = await book()
    for (const wrong of [`/admin/appointments/${idOf(other)}`, '/admin/appointments/nothing'])
      expect((await manager.post(wrong, { intent: 'form', form: signedId })).status).toBe(404)
  })

  test('are marked as on paper and sent again by staff, with an undo', async () => {
    const { link } = await book()
    const address = `/admin/appointments/${idOf(link)}`
    const marked = await desk.post(address, { intent: 'form-on-paper', form: 'intake' })
    expect(marked.status).toBe(303)
    const page = plain(await (await desk.get(address)).text())
    for (const text of [adminForms.done.paper, 'On paper', 'form-not-on-paper']) expect(page).toContain(text)
    expect((await desk.post(address, { intent: 'form-not-on-paper', form: 'intake' })).status).toBe(303)
    expect((await desk.post(address, { intent: 'form-not-on-paper', form: 'intake' })).status).toBe(409)
    expect((await desk.post(address, { intent: 'send-forms' })).status).toBe(303)
    expect(plain(await (await desk.get(address)).text())).toContain(adminForms.done.sent)
    expect((await desk.post(address, { intent: 'form-on-paper', form: 'nothing' })).status).toBe(409)
    expect((await desk.post(address, { intent: 'form-on-paper' })).status).toBe(409)
  })

  test('are compared with the audit trail by `npm run audit:verify`, which finds an altered text', async () => {
    const { person, link } = await book()
    await signIntake(person, link)
    const fine = await runBeside(site, 'audit-verify')
    expect([fine.code, /Signed forms are as they were signed: \d+/.test(fine.said)]).toEqual([0, true])
    const set = (text: string) =>
      look(site, (db) => db.updateTable('formTexts').set({ text }).where('hash', '=', hash).execute())
    const { hash, text } = await look(site, (db) =>
      db
        .selectFrom('formTexts')
        .innerJoin('signedForms', 'signedForms.textHash', 'formTexts.hash')
        .select(['hash', 'text'])
        .where('appointmentId', '=', idOf(link))
        .executeTakeFirstOrThrow(),
    )
    await set(text.replace('Please', 'Never'))
    const found = await runBeside(site, 'audit-verify')
    expect([found.code, found.said.includes(signedForms.faults.text(idOf(link)))]).toEqual([1, true])
    await set(text)
  })
})
