import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import {
  answerCaldav,
  type CalendarAccount,
  calendarEvent,
  calendarOf,
  during,
  workdayAhead,
} from '#tests/support/calendar.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/visitor.ts'
import { answerText, type HostedService, startHostedService } from '#tests/support/hosted-services.ts'
import { readAccountOn } from '#tests/support/filled-dashboard.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { privateCalendars as words } from '#content/pages/private-calendars.ts'

const path = '/admin/private-calendars'
const person = 'person:clinic'
const hour = 3_600_000

describe.each(databasesFor(import.meta.url))('private calendars on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let server: HostedService
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
    server = await startHostedService()
    site.serveCalendars!(server.origin)
  })
  afterAll(async () => {
    await site?.stop()
    await server?.close()
  })

  const read = async (from = path) => (await admin.get(from)).text()
  const add = (typed: Record<string, string> = {}) =>
    admin.post(path, { intent: 'add', person, kind: 'ics', address: 'https://calendar.test/own.ics', ...typed })
  const findAll = () => look(site, (db) => db.selectFrom('privateCalendars').selectAll().orderBy('addedAt').execute())
  const checked = (id: string) =>
    until(async () => ((await findAll()).some((one) => one.id === id && one.checkedAt !== null) ? true : undefined))
  const post = (intent: string, calendar: string) => admin.post(path, { intent, calendar })

  async function withNew(typed: Record<string, string> = {}) {
    expect((await add(typed)).status).toBe(303)
    const { id } = (await findAll()).at(-1)!
    await checked(id)
    return id
  }

  /** The start times that are offered soonest, or on a day. */
  const offered = async (day = '') => {
    const times = (await read(`/admin/appointments/new?service=${services[0]!.id}${day}`)).match(/at=\d+/g) ?? []
    return [...new Set(times)].map((time) => Number(time.slice(3)))
  }

  test('one bad field brings the form back with all but the password', async () => {
    for (const [typed, sentence] of [
      [{ address: '' }, words.errors.blank],
      [{ address: 'http://calendar.test/own.ics' }, words.errors.address],
      [{ address: 'own calendar' }, words.errors.address],
      [{ address: `https://calendar.test/${'x'.repeat(2_000)}` }, words.errors.address],
      [{ address: 'https://ann:sesame@calendar.test/' }, words.errors.credentials],
      [{ user: 'x'.repeat(201) }, words.errors.long],
      [{ kind: 'fax' }, words.errors.kind],
      [{ person: 'person:stranger' }, words.errors.person],
      [{ person: '' }, words.errors.person],
    ] as [Record<string, string>, string][]) {
      const answer = await add({ user: 'ann', password: 'sesame-street', ...typed })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence)], sentence).toEqual([400, true])
      expect(html, sentence).not.toContain('sesame-street')
      if (!typed.user) expect(html, sentence).toContain('value="ann"')
    }
    expect(await findAll()).toEqual([])
  })

  test('a busy hour is gone from the offer once it is read, and nothing but the hour is kept', async () => {
    const { id: appointment } = await bookByTelephone(admin, 1)
    const { startsAt } = await look(site, (db) =>
      db.selectFrom('appointments').select('startsAt').where('id', '=', appointment).executeTakeFirstOrThrow(),
    )
    const free = (await offered()).at(-1)!
    const own = [startsAt, free].map((at) => calendarEvent(`lesson-${at}`, ...during(at, at + hour)))
    server.answerWith(answerText(calendarOf(...own)))
    const id = await withNew({ address: 'webcal://calendar.test/own.ics' })
    const page = await read()
    expect(page).toContain('calendar.test')
    expect(page).toContain(words.collisions.heading)
    expect(page).toContain(words.state.read('').trim())
    for (const absent of [words.choose.heading, words.otherServer.button, words.none])
      expect(page).not.toContain(absent)
    expect(page).toContain(formatShortAppointmentTime({ startsAt }, clinicTimeZone))
    expect(await offered()).not.toContain(free)
    expect(await read('/admin')).toContain(toDo.collisions.heading)
    expect(await read('/admin/appointments?view=list')).toContain(adminCalendar.busy)
    const everything = await look(site, async (db) => [
      await db.selectFrom('privateCalendars').selectAll().execute(),
      await db.selectFrom('holds').selectAll().execute(),
      await db.selectFrom('jobs').selectAll().execute(),
    ])
    expect(JSON.stringify(everything)).not.toMatch(/xylophone|own\.ics/)
    expect(site.output()).not.toMatch(/xylophone|own\.ics/)
    expect((await post('remove', id)).status).toBe(303)
    expect((await post('remove', id)).status, 'twice').toBe(303)
    expect(await offered()).toContain(free)
    expect(await read()).toContain(words.none)
    expect(await read()).not.toContain(words.collisions.heading)
  })

  test('an account is read with its password, and a calendar that fails says why', async () => {
    const account: CalendarAccount = { user: 'ann', password: 'sesame', version: 1, calendars: { work: {} } }
    server.answerWith(answerCaldav(account))
    const credentials = { kind: 'caldav', address: 'https://calendar.test/', user: 'ann' }
    const right = await withNew({ ...credentials, password: 'sesame' })
    const wrong = await withNew({ ...credentials, password: 'guess' })
    const page = await read()
    expect(page).toContain(words.state.neverRead(words.failures['sign-in']))
    account.password = 'guess'
    expect((await post('check', wrong)).status).toBe(303)
    await until(async () => (await findAll()).find((one) => one.id === wrong)?.readAt ?? undefined)
    expect(await read()).not.toContain(words.failures['sign-in'])
    for (const id of [right, wrong]) await post('remove', id)
  })

  test('of an account, an unchecked calendar frees its hours, and so does one that vanishes', async () => {
    // Hours apart, which the rest of today may not have.
    const day = `&day=${workdayAhead(2)}`
    const free = await offered(day)
    const sport = free.at(-1)!
    const lesson = free.findLast((at) => at < sport - 3 * hour)!
    const eventAt = (at: number) => ({ [`event-${at}`]: calendarEvent(`event-${at}`, ...during(at, at + 60_000)) })
    const calendars: CalendarAccount['calendars'] = { lessons: eventAt(lesson), sports: eventAt(sport) }
    const names = { lessons: 'Zither lessons' }
    const account: CalendarAccount = { user: 'ann', password: 'sesame', version: 1, calendars, names }
    server.answerWith(answerCaldav(account))
    const id = await withNew({ kind: 'caldav', address: 'https://calendar.test/', user: 'ann', password: 'sesame' })
    const page = await read()
    for (const text of ['Zither lessons', 'sports', words.choose.later]) expect(page).toContain(text)
    const areOffered = async (...times: number[]) => {
      const now = await offered(day)
      return times.map((time) => now.includes(time))
    }
    expect(await areOffered(lesson, sport)).toEqual([false, false])
    const { fields } = formWith(page, 'shown')
    const [first] = fields.shown!.split(' ')
    const { [`read.${first}`]: _, ...unchecked } = fields
    expect((await admin.post(path, { ...unchecked, intent: 'choose' })).status).toBe(303)
    await until(async () => ((await areOffered(lesson))[0] ? true : undefined))
    expect(await areOffered(sport)).toEqual([false])
    expect(await read()).not.toMatch(new RegExp(`<input(?=[^>]*name="read.${first}")[^>]* checked`))
    account.version += 1
    delete calendars.sports
    await post('check', id)
    await until(async () => ((await areOffered(sport))[0] ? true : undefined))
    expect(await read()).not.toContain('sports')
    const stored = await look(site, async (db) => [
      await db.selectFrom('privateCalendars').selectAll().execute(),
      await db.selectFrom('auditEntries').selectAll().execute(),
    ])
    expect(JSON.stringify(stored) + site.output()).not.toMatch(/zither|lessons/i)
    const desk = await signInAs(site, 'front-desk')
    expect(await (await desk.get(path)).text()).not.toContain('Zither')
    expect((await desk.post(path, { ...unchecked, intent: 'choose' })).status).toBe(403)
    await post('remove', id)
  })

  test('one that was silent for a day is a line on Today', async () => {
    server.answerWith(answerText('gone'))
    const id = await withNew()
    expect(await read('/admin')).not.toContain(toDo.calendars.item())
    await look(site, (db) =>
      db
        .updateTable('privateCalendars')
        .set({ addedAt: Date.now() - 25 * hour })
        .execute(),
    )
    expect(await read('/admin')).toContain(toDo.calendars.item())
    await post('remove', id)
    expect(await read('/admin')).not.toContain(toDo.calendars.item())
  })

  test('a practitioner enters and sees only her own, and her own collisions', async () => {
    const maya = await signInAs(site, 'practitioner')
    const lin = `person:${await addPerson(admin, 'Lin Wu')}`
    const [hers, theirs] = [await bookByTelephone(maya, 31), await bookByTelephone(admin, 32, { who: 'lin-wu' })]
    const startOf = async ({ id }: { id: string }) =>
      (
        await look(site, (db) =>
          db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
        )
      ).startsAt
    const events = await Promise.all(
      [hers, theirs].map(async (one, index) => {
        const from = await startOf(one)
        return calendarEvent(`lesson-${index}`, ...during(from, from + hour))
      }),
    )
    server.answerWith(answerText(calendarOf(...events)))
    const other = await withNew({ person: lin, address: 'https://calendar.test/lin.ics' })
    const own = { intent: 'add', kind: 'ics', address: 'https://calendar.test/maya.ics' }
    expect((await maya.post(path, { ...own, person: lin })).status).toBe(400)
    expect((await maya.post(path, { ...own, person: 'person:maya-rao' })).status).toBe(303)
    const { id } = (await findAll()).find((one) => one.person === 'person:maya-rao')!
    await checked(id)
    await readAccountOn(site, other, ['Zither lessons', 'Club'])
    expect(await read()).toContain('Zither lessons')
    const page = await (await maya.get(path)).text()
    expect(page).toContain(`value="${id}"`)
    expect(page).toContain(`/admin/appointments/${hers.id}`)
    for (const hidden of ['Zither lessons', `value="${other}"`, `/admin/appointments/${theirs.id}`, 'Lin Wu'])
      expect(page).not.toContain(hidden)
    expect(await read()).toContain(`/admin/appointments/${theirs.id}`)
    const { checkedAt, source } = (await findAll()).find((one) => one.id === other)!
    for (const intent of ['check', 'remove']) await maya.post(path, { intent, calendar: other })
    const chose = await maya.post(path, { ...formWith(await read(), 'shown').fields, intent: 'choose' })
    expect([chose.status, (await chose.text()).includes(words.errors.gone)]).toEqual([404, true])
    expect((await findAll()).find((one) => one.id === other)).toMatchObject({ checkedAt, source })
    await maya.post(path, { intent: 'remove', calendar: id })
    expect((await findAll()).map((one) => one.id)).toEqual([other])
  })
})
