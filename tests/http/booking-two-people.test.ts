import { services } from '#tests/support/catalogue.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bookingPage, resumePage, widget } from '#content/pages/booking.ts'
import { bookingForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import { timeAhead } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteForTest, startSiteOn, startSiteProcessOn } from '#tests/support/databases.ts'
import { formsIn, formWith, visitor } from '#tests/support/visitor.ts'
import { movableClock } from '#tests/http/movable-clock.ts'
import { bookingOfAService, featuredService, textsOf } from '#tests/support/pages.ts'

const other = services.find(({ id }) => id !== featuredService.id)!
const bookingOfAnother = `/booking/${other.id}`
const blankHealth = bookingForm.shape.health.safeParse('').error!.issues[0]!.message

const maya = {
  name: 'Maya Thomas',
  email: 'maya@example.com',
  phone: '(205) 555-2001',
  health: 'xylophonic tiredness',
}
const devon = { name: 'Devon Price', email: 'devon@example.com', phone: '(205) 555-2002' }

describe.each(databasesFor(import.meta.url))('two people on one phone, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
  })
  afterAll(() => site.stop())

  type Phone = ReturnType<typeof visitor>
  const html = async (phone: Phone, path: string) => (await phone.get(path)).text()
  const drafts = () => look(site, (db) => db.selectFrom('bookingDrafts').select('id').execute())
  const draftKeys = () =>
    look(site, (db) => db.selectFrom('recordKeys').select('id').where('purpose', '=', 'booking draft').execute())

  /** Maya fills in the form and puts the phone down. */
  async function startedByMaya() {
    const phone = visitor(site)
    expect((await phone.post(bookingOfAService, maya)).headers.get('Location')).toBe('/booking/time')
    return phone
  }

  const resume = (phone: Phone, email: string) => phone.post('/booking/resume', { email })

  function expectNothingOfMaya(page: string) {
    for (const typed of ['Maya', 'Thomas', 'maya@example.com', '555-2001', 'xylophonic'])
      expect(page).not.toContain(typed)
  }

  test("the form of another service requires its own answer, and no appointment gets Maya's", async () => {
    const phone = await startedByMaya()
    const form = await html(phone, bookingOfAnother)
    expect(form).not.toContain(bookingPage.fields.healthKept)
    expectNothingOfMaya(form)
    const blank = await phone.post(bookingOfAnother, { ...formWith(form, 'health').fields, ...devon })
    expect([blank.status, await blank.text()]).toEqual([400, expect.stringContaining(blankHealth)])

    expect((await phone.post(bookingOfAnother, { ...devon, health: 'stiff knees' })).status).toBe(303)
    const path = '/booking/widget'
    const choice = await html(phone, path + (await timeAhead(phone, path)))
    expect((await phone.post(path, formWith(choice, 'at').fields)).status).toBe(303)
    const booked = await look(site, (db) => db.selectFrom('appointments').select(['name', 'serviceId']).execute())
    expect(booked).toContainEqual({ name: 'Devon Price', serviceId: other.id })
    expect(booked.filter(({ name }) => name.startsWith('Maya'))).toEqual([])
  })

  test("a second person's form without an answer is rejected for the same service too", async () => {
    const phone = await startedByMaya()
    const blank = await phone.post(bookingOfAService, { ...devon, health: '' })
    expect([blank.status, await blank.text()]).toEqual([400, expect.stringContaining(blankHealth)])
  })

  test('another service takes the values of the open form, stores none of them, and uses no saved answer', async () => {
    const phone = await startedByMaya()
    const before = await drafts()
    const change = { ...devon, health: 'stiff knees', intent: 'change-service' }
    const changed = await phone.post(bookingOfAnother, change)
    const page = await changed.text()
    expect([changed.status, changed.headers.get('Cache-Control')]).toEqual([200, expect.stringContaining('no-store')])
    for (const typed of [devon.name, devon.email, devon.phone, 'stiff knees']) expect(page).toContain(typed)
    expectNothingOfMaya(page)
    expect(await drafts()).toEqual(before)

    // Her own draft, opened for editing: its answer was about the other service.
    const own = await startedByMaya()
    const edited = formWith(await html(own, `${bookingOfAService}?edit`), 'health').fields
    const resumed = await own.post(`${bookingOfAnother}?edit`, { ...edited, intent: 'change-service' })
    const form = await resumed.text()
    expect(form).toContain('value="Maya Thomas"')
    expect(form).not.toContain(bookingPage.fields.healthKept)
    const fields = formWith(form, 'health').fields
    const blank = await own.post(`${bookingOfAnother}?edit`, { ...fields, health: '' })
    expect([blank.status, await blank.text()]).toEqual([400, expect.stringContaining(bookingPage.answerAgain)])
  })

  test('the offer to resume names neither the service nor any input', async () => {
    const phone = await startedByMaya()
    const page = await html(phone, bookingOfAnother)
    expect(page).toContain(bookingPage.draft.continue)
    const [, offer = ''] =
      new RegExp(`<h2[^>]*>${textsOf('booking').draft.heading}</h2>(.*?)</form>`, 's').exec(page) ?? []
    expect(offer).not.toContain(featuredService.title)
    expect(offer).not.toContain(featuredService.id)
    expectNothingOfMaya(page)
  })

  test('the draft stays hidden until its email address is entered', async () => {
    const phone = await startedByMaya()
    await html(phone, bookingOfAnother)
    expect((await phone.get('/booking/time')).headers.get('Location')).toBe('/booking/resume')
    expect((await phone.get('/booking/time?calendar=show')).headers.get('Location')).toBe('/booking/resume')
    for (const path of [
      '/booking/widget',
      `${bookingOfAService}?edit`,
      `${bookingOfAnother}?edit`,
      '/booking/resume',
    ]) {
      const page = await html(phone, path)
      expectNothingOfMaya(page)
      expect(page, path).not.toContain(bookingPage.fields.healthKept)
    }
    const wrong = await resume(phone, devon.email)
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(resumePage.wrong)])
    expect((await phone.post('/booking/widget', { at: String(Date.now() + 7 * 86_400_000) })).status).toBe(303)
    expect(await html(phone, '/booking/widget')).toContain(widget.locked)

    expect((await resume(phone, ' MAYA@example.com')).headers.get('Location')).toBe('/booking/time')
    expect(await html(phone, '/booking/time')).toContain('Maya')
    expect(await html(phone, '/booking/widget')).toContain(widget.confirm)
  })

  test('an edited draft keeps its answer only for the same service, name and email', async () => {
    const phone = await startedByMaya()
    await html(phone, '/booking')
    await resume(phone, maya.email)
    const edit = await html(phone, `${bookingOfAService}?edit`)
    expect(edit).toContain(bookingPage.fields.healthKept)
    expect(edit).not.toContain('xylophonic')
    const form = formWith(edit, 'health')
    expect(form.fields).toMatchObject({ name: maya.name, email: maya.email, phone: maya.phone, health: '' })
    for (const field of ['name', 'email'] as const) {
      const rejected = await phone.post(form.action, { ...form.fields, [field]: devon[field] })
      expect([rejected.status, await rejected.text()], field).toEqual([
        400,
        expect.stringContaining(bookingPage.answerAgain),
      ])
    }
    const elsewhere = await phone.post(`${bookingOfAnother}?edit`, form.fields)
    expect([elsewhere.status, await elsewhere.text()]).toEqual([400, expect.stringContaining(bookingPage.answerAgain)])

    const before = await drafts()
    const corrected = await phone.post(form.action, { ...form.fields, phone: '(205) 555-2003' })
    expect(corrected.headers.get('Location')).toBe('/booking/time')
    expect(await drafts(), 'the same draft').toEqual(before)
  })

  test('a form opened for an expired draft requires a new answer', async () => {
    const phone = await startedByMaya()
    const form = formWith(await html(phone, `${bookingOfAService}?edit`), 'health')
    await look(site, (db) =>
      db
        .updateTable('bookingDrafts')
        .set({ usedAt: Date.now() - 25 * 3_600_000 })
        .execute(),
    )
    const rejected = await phone.post(form.action, form.fields)
    const page = await rejected.text()
    expect([rejected.status, page]).toEqual([400, expect.stringContaining(blankHealth)])
    expect(formWith(page, 'health').fields).toMatchObject({ name: maya.name, phone: maya.phone })
  })

  test("a stale tab with Maya's times books nothing for a second person who filled in the form later", async () => {
    const phone = await startedByMaya()
    const path = '/booking/widget'
    const left = formWith(await html(phone, path + (await timeAhead(phone, path))), 'at').fields
    await phone.post(bookingOfAnother, { ...devon, health: 'stiff knees' })
    const confirmed = await phone.post(path, left)
    expect(confirmed.status).toBe(303)
    expect(await html(phone, confirmed.headers.get('Location')!)).toContain(widget.otherDraft)
    const booked = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('startsAt', '=', Number(left.at)).execute(),
    )
    expect(booked).toEqual([])
  })

  test("'Not you? Start over' erases the draft with its key, and so does another person's form", async () => {
    await look(site, (db) => db.deleteFrom('bookingDrafts').execute())
    await look(site, (db) => db.deleteFrom('recordKeys').where('purpose', '=', 'booking draft').execute())
    const erased = await startedByMaya()
    await html(erased, '/booking')
    const form = formsIn(await html(erased, '/booking/resume')).find(({ html: inside }) =>
      inside.includes('start-over'),
    )!
    expect(form.html).toContain('formAction="/booking"')
    expect((await erased.post('/booking', { intent: 'start-over' })).status).toBe(303)
    expect([await drafts(), await draftKeys()]).toEqual([[], []])
    expect(await html(erased, '/booking')).not.toContain(bookingPage.draft.continue)

    const replaced = await startedByMaya()
    const [before] = await drafts()
    await replaced.post(bookingOfAnother, { ...devon, health: 'stiff knees' })
    const after = await drafts()
    expect(after).toHaveLength(1)
    expect(after).not.toContainEqual(before)
    expect(await draftKeys()).toEqual(after)
  })

  test('the waitlist has what was typed only for who comes from the free times, before the form is opened again', async () => {
    const phone = await startedByMaya()
    expect(await html(phone, '/waitlist?booking')).toContain(maya.email)
    for (const path of ['/waitlist', `/waitlist?service=${bookingOfAService.split('/').at(-1)}`])
      expectNothingOfMaya(await html(phone, path))
    await phone.get('/booking')
    expectNothingOfMaya(await html(phone, '/waitlist?booking'))
  })

  test('after the booking the cookie shares neither the answer nor the appointment', async () => {
    const phone = await startedByMaya()
    const path = '/booking/widget'
    await phone.post(path, formWith(await html(phone, path + (await timeAhead(phone, path))), 'at').fields)
    expectNothingOfMaya(await html(phone, bookingOfAnother))
    const blank = await phone.post(bookingOfAnother, { ...devon, health: '' })
    expect([blank.status, await blank.text()]).toEqual([400, expect.stringContaining(blankHealth)])
    expect((await phone.get('/booking/time')).headers.get('Location')).toMatch(/^\/booking\?gone/)
    expect(await html(phone, '/booking/widget')).not.toContain('/appointments/')
  })
})

test('a clock that is set back does not lock a person out of their own draft', async () => {
  const clock = movableClock()
  clock.ahead(10)
  const site = await startSiteProcessOn('sqlite', { ABUSE_LIMITS: 'off', ...clock.settings })
  onTestFinished(async () => void (await site.stop()))
  const phone = visitor(site)
  await phone.post(bookingOfAService, maya)
  clock.ahead(-10)
  // The server reads the clock file every 10 ms.
  await pause(100)
  expect(await (await phone.get('/booking/widget')).text()).not.toContain(widget.locked)
})

test('guesses at the email of a draft are limited', async () => {
  const site = await startSiteForTest('sqlite', {})
  const phone = visitor(site)
  await phone.post(bookingOfAService, maya)
  await phone.get('/booking')
  for (let n = 0; n < 10; n += 1)
    expect((await phone.post('/booking/resume', { email: `m${n}@example.com` })).status).toBe(400)
  expect((await phone.post('/booking/resume', { email: maya.email })).status).toBe(429)
  expect((await phone.post('/booking/resume', { email: 'maya at example' })).status).toBe(400)
})
