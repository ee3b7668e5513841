import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { waitlistWords as words } from '#app/routes/admin/waitlist/words.ts'
import { waitlistPage } from '#content/pages/waitlist.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { signInAs } from '#tests/support/staff.ts'
import { plain } from '#tests/support/shown.ts'

const path = '/admin/waitlist'
const service = { [serviceField(services[0]!.id)]: 'on' }
describe.each(databasesFor(import.meta.url))('the waitlist in the dashboard on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const page = async (address = path) => plain(await (await admin.get(address)).text())
  const offers = () => look(site, (db) => db.selectFrom('waitlistOffers').selectAll().orderBy('offeredAt').execute())
  const findOpen = async () => (await offers()).find(({ state }) => state === 'open')
  const add = (n: number, more: Record<string, string> = {}) =>
    admin.post(path, { intent: 'add', name: `Caller ${n}`, phone: `(205) 555-010${n}`, ...service, ...more })

  async function offerAnHour() {
    const first = Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 2 })
    for (let days = 0; days < 10; days += 1) {
      const day = first.add({ days }).toString()
      const answer = await admin.post(path, { intent: 'offer', day, time: '11:00', person: 'clinic' })
      if (answer.status === 303) return
    }
    throw new Error('no hour is open')
  }

  test('says beside its field what is missing, and keeps what was typed', async () => {
    const wrong = await admin.post(path, { intent: 'add', name: 'Caller 0', phone: '' })
    const html = plain(await wrong.text())
    expect(wrong.status).toBe(400)
    for (const text of [waitlistPage.errors.services, 'value="Caller 0"', words.out.none, words.list.none])
      expect(html).toContain(text)
    expect(html.match(/<details[^>]* open=""/g), 'the form that was sent').toHaveLength(1)
    const times = await add(0, { from: '15:00', until: '14:00' })
    expect(times.status).toBe(400)
    expect(plain(await times.text())).toContain(waitlistPage.errors.until)
    const hour = await admin.post(path, { intent: 'offer', day: 'never', time: 'noonish', person: 'clinic' })
    const again = plain(await hour.text())
    expect(hour.status).toBe(400)
    for (const text of [words.offer.day400, words.offer.time400]) expect(again).toContain(text)
  })

  test('offers an open hour in order, says why, and passes it on only with a reason', async () => {
    expect(
      (await add(1, { lastDay: Temporal.Now.plainDateISO(clinicTimeZone).add({ days: 1 }).toString() })).status,
    ).toBe(303)
    await add(2, { from: '10:00', until: '14:00' })
    await add(3)
    await offerAnHour()
    const shown = await page()
    expect(shown).toContain('10 am to 2 pm')
    expect(shown).toContain(`${words.out.byClinic} Before them: 1 wants another day.`)
    for (const text of [words.list.anyTime, `${words.list.anyDay}; 10 am to 2 pm`]) expect(shown).toContain(text)
    for (const absent of [words.out.none, words.list.none, words.list.paused, words.list.texts])
      expect(shown).not.toContain(absent)
    expect(shown.indexOf('Caller 1')).toBeGreaterThan(0)
    const offer = (await findOpen())!
    const blank = await admin.post(path, { intent: 'skip', offer: offer.id, why: ' ' })
    expect(blank.status).toBe(400)
    expect(plain(await blank.text())).toContain(words.out.needsReason)
    expect((await findOpen())?.id).toBe(offer.id)
    const skipped = await admin.post(path, { intent: 'skip', offer: offer.id, why: 'on vacation' })
    expect(skipped.status).toBe(303)
    const next = (await findOpen())!
    expect(next.entryId).not.toBe(offer.entryId)
    expect(next.startsAt).toBe(offer.startsAt)
    expect((await admin.post(path, { intent: 'skip', offer: offer.id, why: 'again' })).status).toBe(409)
    const trail = await look(site, (db) =>
      db.selectFrom('auditEntries').select('detail').where('act', '=', 'waitlist.skipped').execute(),
    )
    expect(trail).toMatchObject([{ detail: expect.stringContaining('on vacation') }])
    expect(JSON.stringify(trail)).not.toContain('Caller')
  })

  test('removes somebody, who can be put back at the same place', async () => {
    const entryOf = (name: string) =>
      look(site, (db) =>
        db.selectFrom('waitlistEntries').selectAll().where('name', '=', name).executeTakeFirstOrThrow(),
      )
    const { id, place } = await entryOf('Caller 1')
    expect((await admin.post(path, { intent: 'remove', entry: id })).status).toBe(303)
    expect(await entryOf('Caller 1')).toMatchObject({ state: 'left' })
    const done = await page()
    expect(done).toContain(words.done.removed)
    expect((await admin.post(path, { intent: 'undo-removal', entry: id })).status).toBe(303)
    expect(await entryOf('Caller 1')).toMatchObject({ state: 'waiting', place })
  })

  test('Today and the calendar say who has an offer', async () => {
    const { name } = await look(site, async (db) =>
      db
        .selectFrom('waitlistEntries')
        .select('name')
        .where('id', '=', (await findOpen())!.entryId)
        .executeTakeFirstOrThrow(),
    )
    expect(await page('/admin')).toContain(`${name} has until then to accept a time`)
    const calendar = await page('/admin/appointments')
    expect(calendar).toContain('Waitlist (3)')
    expect(calendar).toMatch(/has until [A-Z]/)
    // The held hour is drawn as such, and not as free time.
    const { startsAt } = (await findOpen())!
    const day = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(clinicTimeZone).toPlainDate()
    for (const view of ['day', 'week']) {
      const shown = await page(`/admin/appointments?view=${view}&day=${day.toString()}`)
      const [, held = ''] = /<a [^>]*cal-held[^>]*>(.*?)<\/a>/s.exec(shown) ?? []
      expect(held).toContain('Offered until')
      expect(held).toContain(name)
    }
  })

  test('the front desk changes it; a practitioner sees only who waits for her, and an editor nothing', async () => {
    const desk = await signInAs(site, 'front-desk')
    expect((await desk.post(path, { intent: 'remove', entry: 'nobody' })).status).toBe(409)
    const practitioner = await signInAs(site, 'practitioner')
    const own = await (await practitioner.get(path)).text()
    for (const absent of ['Caller', words.offer.heading, words.add.heading]) expect(own).not.toContain(absent)
    expect((await practitioner.post(path, { intent: 'remove', entry: 'nobody' })).status).toBe(403)
    expect((await (await signInAs(site, 'editor')).get(path)).status).toBe(403)
  })
})
