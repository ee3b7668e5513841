import { services } from '#tests/support/catalogue.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookingPage, resumePage, widget } from '#content/pages/booking.ts'
import { adminSettings, clinicAdmin } from '#tests/support/admin.ts'
import { timeAhead } from '#tests/support/booking.ts'
import { besideSite, databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formsIn, formWith, visitor } from '#tests/support/visitor.ts'
import { bookingOfAService, featuredService } from '#tests/support/pages.ts'
import { testVault } from '#tests/support/test-deps.ts'

const other = services.find(({ id }) => id !== featuredService.id)!
const bookingOfAnother = `/booking/${other.id}`
const maya = {
  name: 'Maya Thomas',
  email: 'maya@example.com',
  phone: '(205) 555-2001',
  health: 'xylophonic tiredness',
}

/** A button that posts the input to another service. */
const toAnother = new RegExp(`formAction="/booking/${other.id}[#?"]`, 'i')

/** The beginning of the sentence on the page. */
const notAvailable = 'This service is not available now. Please choose another one'

describe.each(databasesFor(import.meta.url))('a draft that no longer fits, on %s', (kind) => {
  const ENCRYPTION_KEY = randomBytes(32).toString('base64')
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof clinicAdmin>>
  beforeAll(async () => {
    const more = { SESSION_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY }
    site = await startSiteOn(kind, { ...adminSettings, ...more, ABUSE_LIMITS: 'off' })
    admin = await clinicAdmin(site)
  })
  afterAll(() => site?.stop())

  type Person = ReturnType<typeof visitor>
  const html = async (person: Person, path: string) => (await person.get(path)).text()
  const takeOff = () => admin.press(`service:${featuredService.id}`, { unavailable: 'on' })
  const offerAgain = () => admin.press(`service:${featuredService.id}`, {}, 'reset')
  const draftIds = () => look(site, (db) => db.selectFrom('bookingDrafts').select('id').execute())
  const appointments = () => look(site, (db) => db.selectFrom('appointments').select('id').execute())

  async function started() {
    const person = visitor(site)
    expect((await person.post(bookingOfAService, maya)).headers.get('Location')).toBe('/booking/time')
    return person
  }

  /** Replaces the content of the newest draft, as another version of the website may have saved it. */
  async function reseal(known: readonly { id: string }[], content: unknown) {
    const { id } = (await draftIds()).find((one) => !known.some((before) => before.id === one.id))!
    await besideSite(site, (database) =>
      database.transaction(async (tx) => {
        const vault = testVault(database, ENCRYPTION_KEY)
        const sealed = await vault.seal(tx, { purpose: 'booking draft', id }, JSON.stringify(content))
        await tx.updateTable('bookingDrafts').set({ sealed }).where('id', '=', id).execute()
      }),
    )
  }

  test('an unavailable service has no form and no draft, and its page offers the others', async () => {
    await takeOff()
    try {
      const page = await html(visitor(site), bookingOfAService)
      expect(page).toContain(notAvailable)
      expect(formsIn(page).some(({ fields }) => 'health' in fields)).toBe(false)
      expect(page).toMatch(toAnother)
      expect(await html(visitor(site), '/booking/made-up')).toContain('name="health"')

      const before = await draftIds()
      const person = visitor(site)
      const posted = await person.post(bookingOfAService, maya)
      const answer = await posted.text()
      expect(posted.status).toBe(409)
      expect(answer).toContain(notAvailable)
      expect(formWith(answer, 'health').fields).toMatchObject(maya)
      expect(await draftIds()).toEqual(before)

      expect(answer).toMatch(toAnother)
      const change = { ...formWith(answer, 'health').fields, intent: 'change-service' }
      const elsewhere = formWith(await (await person.post(bookingOfAnother, change)).text(), 'health')
      expect(elsewhere.fields).toMatchObject(maya)
      const sent = await person.post(elsewhere.action, elsewhere.fields)
      expect(sent.headers.get('Location')).toBe('/booking/time')
      expect(await html(person, '/booking/time')).toContain(other.title)
    } finally {
      await offerAgain()
    }
    expect(formWith(await html(visitor(site), bookingOfAService), 'health').action).toContain(bookingOfAService)
  })

  test('a service that becomes unavailable before the confirmation is rejected, and the input is offered for others', async () => {
    const person = await started()
    const path = '/booking/widget'
    const { fields } = formWith(await html(person, path + (await timeAhead(person, path))), 'at')
    const before = await appointments()
    await takeOff()
    try {
      const rejected = await person.post(path, fields)
      expect(rejected.status).toBe(409)
      expect(await rejected.text()).toContain(notAvailable)
      expect(await appointments()).toEqual(before)
      const times = await html(person, path)
      expect(times).toContain(notAvailable)
      expect(times).toContain(widget.otherService)
      expect(times).not.toContain('name="at"')

      const led = await person.get('/booking/time')
      expect(led.headers.get('Location')).toBe(`${bookingOfAService}?edit#outcome`)
      const edit = await html(person, `${bookingOfAService}?edit`)
      const { health: _, ...typed } = maya
      expect(edit).toContain(notAvailable)
      expect(formWith(edit, 'health').fields).toMatchObject({ ...typed, health: '' })
      expect(edit).not.toContain(bookingPage.fields.healthKept)
      const again = { ...formWith(edit, 'health').fields, health: 'stiff knees' }
      expect((await person.post(`${bookingOfAnother}?edit`, again)).headers.get('Location')).toBe('/booking/time')
      expect(await html(person, '/booking/time')).toContain(other.title)
    } finally {
      await offerAgain()
    }
  })

  test('a service that left the catalogue is not booked', async () => {
    const known = await draftIds()
    const person = await started()
    await reseal(known, { serviceId: 'past-service', patient: maya })
    expect(await html(person, '/booking/widget')).toContain(notAvailable)
    const { startsAt } = { startsAt: Date.now() + 7 * 86_400_000 }
    expect((await person.post('/booking/widget', { at: String(startsAt) })).status).toBe(409)
    const led = await person.get('/booking/time')
    expect(led.headers.get('Location')).toBe('/booking/past-service?edit#outcome')
    const edit = await html(person, '/booking/past-service?edit')
    expect(edit).toContain(notAvailable)
    expect(formWith(edit, 'health').fields).toMatchObject({ name: maya.name, email: maya.email })
  })

  test.each([
    ['a phone that is not taken now', { ...maya, phone: '12' }, { name: maya.name, email: maya.email, phone: '' }],
    ['an email that is not taken now', { ...maya, email: 'maya@' }, { name: maya.name, email: '', phone: maya.phone }],
    ['a missing answer', { ...maya, health: undefined }, { name: maya.name, email: maya.email, phone: maya.phone }],
    ['no field at all', {}, { name: '', email: '', phone: '' }],
    ['another kind of value', { ...maya, name: ['Maya'], phone: 5 }, { name: '', email: maya.email, phone: '' }],
  ])('%s is requested again, and the rest is offered', async (_, patient, offered) => {
    const known = await draftIds()
    const person = await started()
    await reseal(known, { serviceId: featuredService.id, patient })
    const led = await person.get('/booking/time')
    expect([led.status, led.headers.get('Location')]).toEqual([302, `${bookingOfAService}?edit#outcome`])
    expect(await html(person, '/booking/widget')).toContain(bookingPage.incomplete)
    expect((await person.post('/booking/widget', { at: String(Date.now() + 7 * 86_400_000) })).status).toBe(409)
    const edit = await html(person, `${bookingOfAService}?edit`)
    expect(edit).toContain(bookingPage.incomplete)
    const { action, fields } = formWith(edit, 'health')
    expect(fields).toMatchObject(offered)
    if (!('health' in patient && patient.health)) {
      expect(edit).not.toContain(bookingPage.fields.healthKept)
      expect((await person.post(action, { ...maya, draft: fields.draft ?? '', health: '' })).status).toBe(400)
    }
    expect((await person.post(action, { ...fields, ...maya })).headers.get('Location')).toBe('/booking/time')
    expect((await person.get('/booking/time')).status).toBe(200)
  })

  test.each([
    ['of an older shape', { service: featuredService.id, name: maya.name }],
    ['that is null', null],
    ['that is a list', []],
  ])('a draft %s is restarted', async (_, content) => {
    const known = await draftIds()
    const person = await started()
    await reseal(known, content)
    for (const path of ['/booking', '/booking?edit', bookingOfAService, '/booking/time', '/booking/widget'])
      expect((await person.get(path)).status, path).toBeLessThan(400)
    // The pages above were opened without resuming, so the draft is locked.
    const wrong = await person.post('/booking/resume', { email: maya.email })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(resumePage.wrong)])
    expect((await person.post('/booking', maya)).headers.get('Location')).toBe('/booking/time')
  })
})
