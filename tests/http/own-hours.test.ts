import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#content/pages/admin.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { ownHoursPage as words } from '#content/pages/own-hours.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { services } from '#tests/support/catalogue.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formsIn, formWith } from '#tests/support/visitor.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'

const day = (ahead: number) => Temporal.Now.plainDateISO('America/Chicago').add({ days: ahead }).toString()

describe.each(databasesFor(import.meta.url))('working hours on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let owner: Awaited<ReturnType<typeof signInAsAdmin>>
  let maya: typeof owner
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    owner = await signInAsAdmin(site)
    const first = await addPerson(owner, 'Maya Rao')
    await addPerson(owner, 'Lin Wu')
    maya = await signInAs(site, 'practitioner', 'maya@clinic.example', first)
  })
  afterAll(() => site?.stop())

  const own = '/admin/hours/maya-rao'
  const read = async (who = maya, path = own) => (await who.get(path)).text()
  const revision = async () => formWith(await read(owner), 'revision').fields.revision!
  const week = (from: string, until: string) =>
    Object.fromEntries(
      weekdays.flatMap((name) => [
        [`${name}-opens-0`, from],
        [`${name}-closes-0`, until],
      ]),
    )
  const saveWeek = async (who: typeof owner, more: Record<string, string> = {}) =>
    who.post(own, { intent: 'week', revision: await revision(), ...week('09:00', '11:00'), ...more })
  const span = (nth: number, from: string, until = '') => ({ [`day-opens-${nth}`]: from, [`day-closes-${nth}`]: until })
  const daysOf = () => look(site, (db) => db.selectFrom('ownDays').select(['id', 'firstDay']).execute())

  test('a practitioner has her own page; somebody else’s is like one that is not there', async () => {
    expect((await maya.get('/admin/hours')).headers.get('Location')).toBe(own)
    expect(await read()).toContain(words.of('Maya Rao'))
    for (const id of ['lin-wu', 'nobody']) {
      expect((await maya.get(`/admin/hours/${id}`)).status, id).toBe(404)
      expect((await maya.post(`/admin/hours/${id}`, { intent: 'days', firstDay: day(5) })).status, id).toBe(404)
      expect(
        (await maya.post(`/admin/hours/${id}`, { intent: 'services', [`gives.${services[0]!.id}`]: 'on' })).status,
        id,
      ).toBe(404)
    }
    expect((await owner.get('/admin/hours/nobody')).status).toBe(404)
    expect(await daysOf()).toEqual([])
    const all = await read(owner, '/admin/hours')
    for (const name of ['Maya Rao', 'Lin Wu', words.asClinic, words.noDays]) expect(all).toContain(name)
    expect(all).not.toContain(words.own)
    for (const text of [words.allow.heading, words.days.none, '/admin/appointments/hand-over?person=maya-rao'])
      expect(await read(owner)).toContain(text)
    for (const absent of [words.allow.heading, words.locked, 'hand-over?person', `>${words.all}<`])
      expect(await read()).not.toContain(absent)
    expect((await maya.post(own, { intent: 'allow', hours: 'on' })).status).toBe(403)
  })

  test('one bad field brings the form back with all that was typed', async () => {
    const { errors, timeErrors } = words.days
    for (const [typed, sentence] of [
      [{}, errors.firstDay],
      [{ firstDay: day(-1) }, 'That day has already passed.'],
      [{ firstDay: day(800) }, 'more than two years away'],
      [{ firstDay: '2/30/2027' }, 'That date doesn’t exist.'],
      [{ firstDay: day(9), lastDay: day(8) }, errors.order],
      [{ firstDay: day(9), lastDay: day(500) }, errors.tooLong],
      [{ firstDay: day(9), ...span(0, '10:00') }, timeErrors.closes],
      [{ firstDay: day(9), ...span(0, '', '10:00') }, timeErrors.opens],
      [{ firstDay: day(9), ...span(0, '10:00', '10:00') }, timeErrors.order],
      [{ firstDay: day(9), ...span(0, '25:00', '10:00') }, 'Enter a time such as'],
      [{ firstDay: day(9), ...span(0, '9:00', '12:00'), ...span(1, '11:00', '15:00') }, timeErrors.overlap],
      [{ ...span(2, '15:00') }, timeErrors.closes],
      [{ firstDay: `${day(9)}\0` }, 'That date doesn’t exist.'],
    ] as [Record<string, string>, string][]) {
      const answer = await maya.post(own, { intent: 'days', ...typed })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence)], JSON.stringify(typed)).toEqual([400, true])
      for (const [name, value] of Object.entries(typed))
        if (name !== 'firstDay')
          expect(html, name).toMatch(
            new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
          )
    }
    for (const [typed, sentence] of [
      [{ 'monday-opens-0': '14:00', 'monday-closes-0': '09:00' }, words.week.errors('Monday').order],
      [{ 'monday-closes-0': '' }, words.week.errors('Monday').closes],
      [{ 'monday-opens-1': '10:00', 'monday-closes-1': '12:00' }, words.week.errors('Monday').overlap],
    ] as [Record<string, string>, string][]) {
      const answer = await saveWeek(maya, { 'friday-closes-0': '10:45', ...typed })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('value="10:45"')], sentence).toEqual([
        400,
        true,
        true,
      ])
    }
    expect(await look(site, (db) => db.selectFrom('ownHours').selectAll().execute())).toEqual([])
  })

  test('time away with appointments lists them and asks; then it is saved, and nobody is offered there', async () => {
    const { id } = await bookByTelephone(maya, 1, { name: 'Ilse Brandt' })
    const { startsAt } = await look(site, (db) =>
      db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const date = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO('America/Chicago').toPlainDate()
    const away = { firstDay: date.toString(), lastDay: date.add({ days: 2 }).toString() }
    const asked = await maya.post(own, { intent: 'days', ...away })
    const html = await asked.text()
    expect(asked.status).toBe(409)
    for (const text of [words.overlap, words.anyway, 'Ilse Brandt', 'value="days-anyway"', `value="${away.lastDay}"`])
      expect(html).toContain(text)
    expect(await daysOf()).toEqual([])
    const saved = await maya.post(own, { intent: 'days-anyway', ...away })
    expect(saved.headers.get('Location')).toBe(`${own}#done`)
    expect(await read()).toContain(words.days.away)
    const widget = async (who: string) =>
      (await owner.get(`/booking/widget?service=${services[0]!.id}&who=${who}&day=${away.firstDay}`)).text()
    expect(await widget('maya-rao')).not.toMatch(/[?;&]at=\d/) // no time of hers
    const again = await maya.post(own, { intent: 'days', ...away })
    expect([again.status, (await again.text()).includes(words.days.errors.overlapping)]).toEqual([400, true])
    const calendar = await read(maya, `/admin/appointments?view=day&day=${away.firstDay}`)
    expect(calendar).toContain('Closed')
    for (const { id: days } of await daysOf())
      expect((await maya.post(own, { intent: 'remove-days', days })).status).toBe(303)
    expect(await daysOf()).toEqual([])
  })

  test('weekly hours are saved, reset, and not over somebody else’s', async () => {
    const shown = await revision()
    const asked = await saveWeek(maya, week('06:00', '06:30'))
    expect([asked.status, (await asked.text()).includes('value="week-anyway"')]).toEqual([409, true])
    expect((await saveWeek(maya, { ...week('06:00', '06:30'), intent: 'week-anyway' })).status).toBe(303)
    const late = await owner.post(own, { intent: 'as-clinic', revision: shown })
    expect([late.status, (await late.text()).includes(words.changed)]).toEqual([409, true])
    expect(await read(owner, '/admin/hours')).toContain(words.own)
    expect((await owner.post(own, { intent: 'as-clinic', revision: await revision() })).status).toBe(303)
    expect(await read()).toContain(words.week.asClinic)
  })

  /** Presses Undo of the message about the last act. */
  const undo = async (who: typeof owner) => {
    const { action, fields } = formsIn(await read(who)).find(({ html }) => html.includes(`>${admin.undo}</button>`))!
    const answer = await who.post(action, fields)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${own}#done`])
  }

  test('each change can be undone from the message about it, once', async () => {
    const hoursOf = () =>
      look(site, (db) => db.selectFrom('ownHours').select(['week', 'isTheirs', 'allowed']).execute())
    const [before] = await hoursOf()
    await saveWeek(maya, { ...week('06:00', '06:30'), intent: 'week-anyway' })
    await undo(maya)
    expect(await hoursOf()).toEqual([before])
    expect(await read()).toContain(words.undo.done)
    await maya.post(own, {
      intent: 'days',
      firstDay: day(40),
      ...span(0, '09:00', '11:00'),
      ...span(1, '13:00', '15:00'),
    })
    const html = await read(maya)
    expect(html).toContain(words.days.only('9 am to 11 am and 1 pm to 3 pm'))
    const [added] = await daysOf()
    await maya.post(own, { intent: 'remove-days', days: added!.id })
    await undo(maya)
    expect(await daysOf()).toEqual([added])
    const { fields } = formsIn(html).find((form) => form.fields.intent === 'undo')!
    const late = await maya.post(own, fields)
    expect([late.status, (await late.text()).includes(words.undo.late)]).toEqual([409, true])
    await maya.post(own, { intent: 'remove-days', days: added!.id })
    await owner.post(own, { intent: 'allow', [`allowed.${services[0]!.id}`]: 'on' })
    await undo(owner)
    expect(await hoursOf()).toEqual([before])
  })

  test('who gives up a service that nobody else gives is told before; Undo takes it up again', async () => {
    const [first, second] = services as [(typeof services)[number], (typeof services)[number]]
    await owner.post(own, {
      intent: 'allow',
      hours: 'on',
      [`allowed.${first.id}`]: 'on',
      [`allowed.${second.id}`]: 'on',
    })
    await owner.post('/admin/hours/lin-wu', { intent: 'allow', hours: 'on', [`allowed.${first.id}`]: 'on' })
    await owner.post('/admin/hours/lin-wu', { intent: 'services' })
    const isOffered = async () =>
      !(await (await owner.get(`/booking/${first.id}`)).text()).includes(bookingPage.chosen.notAvailable)
    const choose = (intent: string) => maya.post(own, { intent, [`gives.${second.id}`]: 'on' })
    const asked = await choose('services')
    const html = await asked.text()
    expect(asked.status).toBe(409)
    expect(html).toContain(words.services.lastGiver(first.title))
    expect(html).toMatch(
      new RegExp(`name="gives.${second.id}"[^>]*checked=""|checked=""[^>]*name="gives.${second.id}"`),
    )
    expect(html).toContain('value="services-anyway"')
    expect(await isOffered()).toBe(true)
    expect((await choose('services-anyway')).status).toBe(303)
    expect(await isOffered()).toBe(false)
    await undo(maya)
    expect(await isOffered()).toBe(true)
    await owner.post('/admin/hours/lin-wu', { intent: 'services', [`gives.${first.id}`]: 'on' })
    expect((await choose('services')).status, 'somebody else gives it').toBe(303)
    await undo(maya)
    for (const who of ['maya-rao', 'lin-wu']) await owner.post(`/admin/hours/${who}`, { intent: 'allow', hours: 'on' })
  })

  test('a practitioner changes what the clinic lets her: no hours, or some services, which patients then see', async () => {
    const [first, second] = services.map(({ id }) => id) as [string, string]
    const given = () =>
      look(site, async (db) => {
        const rows = await db
          .selectFrom('contentVersions')
          .select('changes')
          .where('record', '=', 'team/maya-rao')
          .orderBy('version')
          .execute()
        return rows.at(-1)!.changes
      })
    const before = await given()
    expect((await maya.post(own, { intent: 'services', [`gives.${second}`]: 'on' })).status).toBe(303)
    expect(JSON.parse(await given()), 'none of them is hers to change').toEqual(JSON.parse(before))
    const allow = (fields: Record<string, string>) => owner.post(own, { intent: 'allow', ...fields })
    expect((await allow({ [`allowed.${first}`]: 'on' })).status).toBe(303)
    const html = await read()
    expect(html).toContain(words.locked)
    for (const absent of ['value="week"', 'value="days"', 'name="firstDay"']) expect(html).not.toContain(absent)
    expect(await read(owner)).not.toContain(words.locked)
    const boxOf = (service: string) => `id="gives.${service}"`
    expect(html).toContain(boxOf(first))
    expect(html).not.toContain(boxOf(second))
    expect((await maya.post(own, { intent: 'days', firstDay: day(9) })).status).toBe(403)
    expect((await owner.post(own, { intent: 'days', firstDay: day(9) })).status).toBe(303)
    // She gives all but the first from now on.
    expect((await maya.post(own, { intent: 'services', [`gives.${second}`]: 'on' })).status).toBe(303)
    expect(await given()).not.toContain(`"${first}"`)
    expect(await given()).toContain(`"${second}"`)
    expect((await maya.post(own, { intent: 'services', [`gives.${first}`]: 'on' })).status).toBe(303)
    expect(await given()).toContain(`"${first}"`)
    expect((await allow(Object.fromEntries(services.map(({ id }) => [`allowed.${id}`, 'on'])))).status).toBe(303)
    const none = await maya.post(own, { intent: 'services' })
    expect([none.status, (await none.text()).includes(words.services.none)]).toEqual([400, true])
    const trail = await read(owner, '/admin/audit')
    expect(trail).toContain('Maya Rao. May change:')
  })
})
