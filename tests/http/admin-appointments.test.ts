import ICAL from 'ical.js'
import { services } from '#tests/support/catalogue.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import {
  adminNewAppointment,
  adminCalendar,
  adminAppointment,
  formatLateness,
} from '#content/pages/admin-appointments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone, bookOnline } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { until } from '#tests/support/timing.ts'
import { textsOf } from '#tests/support/pages.ts'
import { plain } from '#tests/support/shown.ts'

describe.each(databasesFor(import.meta.url))('the clinic calendar on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site.stop())

  const page = async (address: string) => (await admin.get(address)).text()
  let callers = 0
  const bookForCaller = async (more?: Record<string, string>) => (await bookByTelephone(admin, (callers += 1), more)).id

  const readAppointment = (id: string) =>
    look(site, (db) => db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const actsOn = async (id: string) => {
    const entries = await look(site, (db) =>
      db
        .selectFrom('auditEntries')
        .select('act')
        .where('record', '=', `appointment:${id}`)
        .orderBy('sequence')
        .execute(),
    )
    return entries.map(({ act }) => act)
  }
  const toDay = ({ startsAt }: { startsAt: number }) => new Date(startsAt - 6 * 3_600_000).toISOString().slice(0, 10)

  test('books for a caller without an address, and lists the appointment in that day and week', async () => {
    const id = await bookForCaller({ email: '', name: 'Zoë مها 🌿' })
    const { startsAt, state } = await readAppointment(id)
    expect(state).toBe('confirmed')
    for (const view of ['day', 'week', 'list']) {
      const html = await page(`/admin/appointments?view=${view}&day=${toDay({ startsAt })}`)
      expect(html, view).toContain('Zoë مها 🌿')
      expect(html, view).toContain(`value="${toDay({ startsAt })}"`)
    }
    expect(await actsOn(id)).toEqual(['appointment.booked'])
    const emails = await look(site, (db) =>
      db.selectFrom('emails').select('recipient').where('recipient', '=', '').execute(),
    )
    expect(emails).toEqual([])
  })

  test('shows the calendar with a sentence when the appointment to open beside it does not exist', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', '%00']) {
      const answer = await admin.get(`/admin/appointments?open=${id}`)
      expect(answer.status).toBe(404)
      const html = await answer.text()
      expect(html).toContain(adminCalendar.missing)
      expect(html).toContain('class="cal ')
    }
  })

  test('shows a week from Sunday in columns with headings, with the current day, and links to other days', async () => {
    const today = Temporal.Now.plainDateISO(clinicTimeZone)
    const html = await page('/admin/appointments?view=week')
    const heads = [...html.matchAll(/<h2 id="day-[^"]*">.*?<\/h2>/gs)].map(([head]) => head)
    expect(heads.length).toBeGreaterThanOrEqual(5)
    expect(heads.filter((head) => head.includes('aria-current="date"'))).toEqual([
      expect.stringContaining(`day=${today.toString()}`),
    ])
    // Style attributes are forbidden by the Content-Security-Policy.
    expect(html).not.toContain(' style="')
    const sunday = today.subtract({ days: today.dayOfWeek % 7 })
    for (const [rel, days] of [
      ['prev', -7],
      ['next', 7],
    ] as const)
      expect(plain(html)).toMatch(
        new RegExp(
          `rel="${rel}" aria-label="[^"]+" href="/admin/appointments\\?view=week&day=${sunday.add({ days }).toString()}"`,
        ),
      )
    for (const nonsense of [
      'view=year',
      'day=2026-02-30',
      'day=%00',
      'view=week&day=99999-01-01',
      'with=x&room=%00&state=no&by=1',
    ])
      expect((await admin.get(`/admin/appointments?${nonsense}`)).status, nonsense).toBe(200)
  })

  test('narrows a day by status, counts a month by day, and shows only what the page shows', async () => {
    const id = await bookForCaller({ name: 'Ottilie Narrow', health: 'xylophonic tiredness' })
    const day = toDay(await readAppointment(id))
    expect(await page(`/admin/appointments?day=${day}&state=confirmed`)).toContain('Ottilie Narrow')
    expect(await page(`/admin/appointments?day=${day}&state=no-show`)).not.toContain('Ottilie Narrow')
    const month = await page(`/admin/appointments?view=month&day=${day}`)
    expect(month).toContain('Ottilie Narrow')
    expect(month).toMatch(/class="cal-count num"[^>]*>\d+ appointments?</)
    for (const view of ['day', 'week', 'month', 'list'])
      expect(await page(`/admin/appointments?view=${view}&day=${day}`), view).not.toContain('xylophonic')
  })

  test('reports missing fields and preserves the input', async () => {
    const rejected = await admin.post('/admin/appointments/new', { name: 'Maya', phone: 'soon', at: '1' })
    expect(rejected.status).toBe(400)
    const html = await rejected.text()
    expect(html).toContain('value="Maya"')
    expect(html).toContain('value="soon"')
  })

  test('double-books or books outside hours on request, which is audited', async () => {
    const first = await readAppointment(await bookForCaller())
    const path = '/admin/appointments/new'
    const caller = { name: 'Squeezed In', phone: '(205) 555-7788', service: services[0]!.id, who: '' }
    const detailOf = async (answer: Response) => {
      const id = /appointments\/([^#]+)/.exec(answer.headers.get('Location') ?? '')?.[1] ?? ''
      const entry = await look(site, (db) =>
        db.selectFrom('auditEntries').select('detail').where('record', '=', `appointment:${id}`).executeTakeFirst(),
      )
      return { id, detail: entry?.detail }
    }
    const rejected = await admin.post(path, { ...caller, at: String(first.startsAt) })
    expect([rejected.status, await rejected.text()]).toEqual([409, expect.stringContaining(adminNewAppointment.taken)])
    const squeezed = await admin.post(path, { ...caller, at: String(first.startsAt), intent: 'anyway' })
    const { id, detail } = await detailOf(squeezed)
    const squeezedIn = expect.stringMatching(/^\w+ \d+, \d{4}, .*, although the time was taken$/)
    expect([squeezed.status, detail]).toEqual([303, squeezedIn])
    expect((await readAppointment(id)).startsAt).toBe(first.startsAt)

    const day = Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 3 }).toString()
    const night = { ...caller, at: '', intent: 'anyway', anyDay: day, anyTime: '5:10 am' }
    const closed = await detailOf(await admin.post(path, night))
    expect(closed.detail).toMatch(/5:10 am, .*outside available times$/)
    for (const wrong of [{ anyDay: 'soon' }, { anyTime: '' }, { anyDay: '1999-01-01' }, { anyDay: '2999-01-01' }]) {
      const answer = await admin.post(path, { ...night, ...wrong })
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('value="Squeezed In"')])
    }
    expect((await admin.post(path, { ...caller, at: '', intent: 'anyway' })).status).toBe(400)
  })

  test('finds earlier patients by part of a name or phone, and fills in the form', async () => {
    const booked = await bookForCaller({ name: 'Búho 100% Quillfeather', phone: '(205) 555-4321' })
    const { patientId: id } = await look(site, (db) =>
      db.selectFrom('appointments').select('patientId').where('id', '=', booked).executeTakeFirstOrThrow(),
    )
    const path = `/admin/appointments/new?service=${services[0]!.id}`
    const find = async (known: string) => (await admin.post(path, { intent: 'find', known })).text()
    for (const typed of ['quillf', 'QUILL', 'Búho', '100%', '555-4321', '5554321'])
      expect(await find(typed), typed).toContain(`value="${id}"`)
    for (const typed of ['', 'q', '99%', 'a_b', '\\', 'x'.repeat(5_000)])
      expect(await find(typed), typed).not.toContain(`value="${id}"`)
    expect(await find('unknown name')).toContain(adminNewAppointment.known.none)
    const filled = await (await admin.post(path, { use: id! })).text()
    const { fields } = formWith(filled, 'phone')
    expect(fields).toMatchObject({ name: 'Búho 100% Quillfeather', phone: '(205) 555-4321', patient: id })
    expect((await admin.post(path, { use: 'constructor' })).status).toBe(200)
    const blank = await admin.post(path, { name: ' ', phone: '', at: '1' })
    expect(await blank.text()).toContain(adminNewAppointment.blank.name)
    expect((await visitor(site).post(path, { intent: 'find', known: 'quill' })).status).toBe(403)
  })

  test('shows the health answer only on request, which is audited', async () => {
    const id = await bookForCaller({ health: 'xylophonic tiredness' })
    expect(await page(`/admin/appointments/${id}`)).not.toContain('xylophonic')
    const opened = await admin.post(`/admin/appointments/${id}`, { intent: 'health' })
    expect(opened.headers.get('Cache-Control')).toBe('no-store')
    expect(await opened.text()).toContain('xylophonic tiredness')
    expect(await actsOn(id)).toEqual(['appointment.booked', 'health.read'])
    expect((await visitor(site).post(`/admin/appointments/${id}`, { intent: 'health' })).status).toBe(403)
  })

  test('does not show the health answer if that cannot be audited', async () => {
    const id = await bookForCaller({ health: 'xylophonic tiredness' })
    const head = await look(site, (db) => db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow())
    await look(site, (db) => db.deleteFrom('auditHead').execute())
    const rejected = await admin.post(`/admin/appointments/${id}`, { intent: 'health' })
    expect(rejected.status).toBe(503)
    expect(await rejected.text()).not.toContain('xylophonic')
    await look(site, (db) => db.insertInto('auditHead').values(head).execute())
  })

  test('corrects patient and service, preserves invalid input, and cancels with or without an email', async () => {
    const id = await bookForCaller()
    const path = `/admin/appointments/${id}`
    const correction = { intent: 'correct', name: 'Zoë <b>', phone: '(205) 555-0123', service: services[0]!.id }
    const wrong = await admin.post(path, { ...correction, name: '', note: 'kept <i>' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('kept &lt;i&gt;')
    expect((await admin.post(path, { ...correction, service: 'constructor' })).status).toBe(400)
    expect((await admin.post(path, { ...correction, note: 'Walks slowly' })).status).toBe(303)
    const html = await page(path)
    for (const shown of ['Zoë &lt;b&gt;', 'Walks slowly', '(205) 555-0123']) expect(html).toContain(shown)
    expect((await admin.post(path, { intent: 'cancel', tell: 'on' })).status).toBe(303)
    const canceled = await page(path)
    expect(canceled).toMatch(/id="state-now"[^>]*>Canceled</)
    expect(canceled).toContain(adminAppointment.state.undo)
    await admin.post(path, { intent: 'undo' })
    expect(await page(path)).toMatch(/id="state-now"[^>]*>Confirmed</)
  })

  test('says of a patient of today who has not come how late, in the calendar and on the appointment', async () => {
    const id = await bookForCaller()
    const show = async (startsAt: number, view: string) => {
      const times = { startsAt, endsAt: startsAt + 3_600_000 }
      await look(site, (db) => db.updateTable('appointments').set(times).where('id', '=', id).execute())
      const day = clinicDate(startsAt, clinicTimeZone).toString()
      const calendar = await page(`/admin/appointments?view=${view}&day=${day}`)
      return { calendar, appointment: await page(`/admin/appointments/${id}`) }
    }
    const aMinuteAgo = () => Date.now() - 61_000
    for (const [view, look] of [
      ['day', 'ev-late'],
      ['week', 'ev-late'],
      ['list', 'tag-late'],
    ] as const) {
      const { calendar, appointment } = await show(aMinuteAgo(), view)
      expect(calendar).toContain(look)
      expect(calendar).toContain(formatLateness(1))
      expect(appointment).toMatch(/id="state-now"[^>]*>1 min late</)
    }
    // Of another day, it is only known that nobody recorded what came of it.
    const { calendar, appointment } = await show(aMinuteAgo() - 2 * 86_400_000, 'day')
    expect(calendar).not.toContain('ev-late')
    expect(appointment).toMatch(/id="state-now"[^>]*>Confirmed</)
    await admin.post(`/admin/appointments/${id}`, { from: 'confirmed', intent: 'no-show' })
  })

  test('moves, cancels and undoes, and audits each', async () => {
    const id = await bookForCaller()
    const before = await readAppointment(id)
    const times = await page(`/admin/appointments/${id}/move?day=${toDay(before)}`)
    const at = [...times.matchAll(/[?;&]at=(\d+)/g)]
      .map(([, time]) => Number(time))
      .find((time) => time !== before.startsAt)
    expect((await admin.post(`/admin/appointments/${id}/move`, { at: String(at) })).status).toBe(303)
    expect((await readAppointment(id)).startsAt).toBe(at)
    expect((await admin.post(`/admin/appointments/${id}/move`, { at: String(at! + 1) })).status).toBe(400)
    for (const intent of ['cancel', 'undo'])
      expect((await admin.post(`/admin/appointments/${id}`, { intent })).status).toBe(303)
    expect(await actsOn(id)).toEqual([
      'appointment.booked',
      'appointment.moved',
      'appointment.cancelled',
      'appointment.restored',
    ])
  })

  test('accepts an outcome only once the appointment has begun, and not from a stale page', async () => {
    const id = await bookForCaller()
    const mark = (from: string, intent: string) => admin.post(`/admin/appointments/${id}`, { from, intent })
    expect((await mark('confirmed', 'completed')).status).toBe(409)
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt: Date.now() - 60_000 })
        .where('id', '=', id)
        .execute(),
    )
    expect((await mark('confirmed', 'no-show')).status).toBe(303)
    const late = await mark('confirmed', 'completed')
    expect(late.status).toBe(409)
    expect((await readAppointment(id)).state).toBe('no-show')
    expect((await mark('nonsense', 'completed')).status).toBe(400)
    expect((await admin.post(`/admin/appointments/${id}`, { intent: 'nonsense' })).status).toBe(403)
    for (const unknown of ['unknown', '%00', `${'9'.repeat(3_000)}`, 'unknown/move', '%00/move'])
      expect((await admin.get(`/admin/appointments/${unknown}`)).status, unknown).toBe(
        unknown.includes('%00') ? 400 : 404,
      )
  })

  test('checks a patient in, whose page then offers no change', async () => {
    const { link, person } = await bookOnline(site, {
      name: 'Ana Here',
      email: 'ana.here@example.com',
      phone: '(205) 555-0188',
      health: 'tired',
    })
    const { id } = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('name', '=', 'Ana Here').executeTakeFirstOrThrow(),
    )
    const startsAt = Date.now() + 1_000
    await look(site, (db) => db.updateTable('appointments').set({ startsAt }).where('id', '=', id).execute())
    const mark = (from: string, intent: string) => admin.post(`/admin/appointments/${id}`, { from, intent })
    expect((await mark('confirmed', 'arrived')).status).toBe(303)
    expect(plain(await page(`/admin/appointments/${id}`))).toContain(adminAppointment.state.back.confirmed)
    const patientsPage = await (await person.get(link)).text()
    expect(plain(patientsPage)).toContain(textsOf('appointment').states.confirmed)
    expect(patientsPage).not.toContain('value="cancel"')
    expect((await person.post(link, { intent: 'cancel' })).status).toBe(409)
    for (const [from, to] of [
      ['arrived', 'in-session'],
      ['in-session', 'completed'],
      ['completed', 'in-session'],
      ['in-session', 'arrived'],
      ['arrived', 'confirmed'],
    ] as const)
      expect((await mark(from, to)).status, to).toBe(303)
    expect((await readAppointment(id)).state).toBe('confirmed')
  })

  test('blocks time: overlapping appointments are listed first, invalid days are reported, and it can be unblocked', async () => {
    const id = await bookForCaller()
    const fromDay = toDay(await readAppointment(id))
    const conflict = await admin.post('/admin/appointments', { intent: 'block', fromDay, note: 'Painting' })
    expect(conflict.status).toBe(409)
    const html = await conflict.text()
    const isOpen = (answer: string) => /<details[^>]* open=""[^>]*>(?:(?!<\/details>).)*name="fromDay"/s.test(answer)
    expect([isOpen(html), isOpen(await page('/admin/appointments'))]).toEqual([true, false])
    expect(html).toContain(adminCalendar.block.overlap)
    expect(html).toContain(`Caller ${callers}`)
    expect(
      (await admin.post('/admin/appointments', { intent: 'block-anyway', fromDay, note: 'Painting' })).status,
    ).toBe(303)
    expect(await page(`/admin/appointments?day=${fromDay}`)).toContain('Painting')
    const wrongOnes: Record<string, string>[] = [
      { fromDay: '2026-02-30' },
      { fromDay: '' },
      { fromDay, fromTime: '25:00' },
      { fromDay, fromTime: '10:00', untilTime: '09:00' },
      { fromDay, untilDay: '2199-01-01' },
      { fromDay: '2001-01-01' },
      { fromDay, note: 'x'.repeat(10_000) },
      { fromDay, what: 'person:unknown' },
    ]
    for (const wrong of wrongOnes)
      expect(
        (await admin.post('/admin/appointments', { intent: 'block', ...wrong })).status,
        JSON.stringify(wrong),
      ).toBe(400)
    const calendarForm = formWith(await page(`/admin/appointments?day=${fromDay}`), 'block')
    expect((await admin.post('/admin/appointments', { ...calendarForm.fields, intent: 'unblock' })).status).toBe(303)
    expect(await page(`/admin/appointments?day=${fromDay}`)).not.toContain('Painting')
  })

  test('feeds a calendar app at a private address, with initials and without the service, until it is renewed', async () => {
    const id = await bookForCaller({ name: 'Maya Thomas' })
    const address = plain(/<code>([^<]+)<\/code>/.exec(await page('/admin/appointments'))![1]!)
    const text = await (await fetch(address)).text()
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    expect(events.some((event) => String(event.getFirstPropertyValue('uid')).includes(id))).toBe(true)
    expect(text).toContain('MT')
    expect(text).not.toContain('Maya')
    for (const { title } of services) expect(text).not.toContain(title)
    expect((await fetch(address.replace('/calendar/', '/calendar/x'))).status).toBe(404)
    const stranger = await visitor(site).get('/admin/appointments')
    expect(await stranger.text()).not.toContain(new URL(address).pathname)
    expect(site.output()).not.toContain(new URL(address).pathname.slice('/calendar/'.length, -4))
    expect((await admin.post('/admin/appointments', { intent: 'renew-feed' })).status).toBe(303)
    expect((await fetch(address)).status).toBe(404)
  })

  test('answers a patient’s requests', async () => {
    const id = await bookForCaller()
    await look(site, (db) => db.updateTable('appointments').set({ state: 'requested' }).where('id', '=', id).execute())
    expect(await page('/admin/appointments')).toContain(adminCalendar.requests)
    const record = `/admin/appointments/${id}`
    const today = await page('/admin')
    for (const text of [adminAppointment.state.accept, adminAppointment.state.decline])
      expect(today).toContain(`>${text}<!-- --> <span class="vh">`)
    const declined = await admin.post(record, { intent: 'declined', return: '/admin' })
    expect(declined.headers.get('Location')).toBe('/admin#done')
    const undo = formWith(/<div class="toast">.*?<\/form>/s.exec(await page('/admin'))?.[0] ?? '', 'answer')
    expect(undo.action).toBe(record)
    for (const [field, bad] of [
      ['answer', 'maybe'],
      ['revision', ''],
      ['revision', '1e3'],
    ] as const)
      expect((await admin.post(record, { ...undo.fields, [field]: bad })).status).toBe(400)
    expect((await admin.post(record, undo.fields)).headers.get('Location')).toBe('/admin#done')
    expect(await page('/admin')).toContain(adminAppointment.state.done.requested)
    expect((await admin.post(record, { intent: 'accepted' })).status).toBe(303)
    const undone = await admin.post(record, undo.fields)
    expect(undone.status).toBe(409)
    expect(await undone.text()).toContain(adminAppointment.refused.changedMeanwhile('confirmed').slice(0, 40))
    const late = await admin.post(`/admin/appointments/${id}`, { intent: 'declined' })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain(adminAppointment.refused.changedMeanwhile('confirmed').slice(0, 40))
  })

  test('confirms a booking that was held back, where no email can, and it has its time', async () => {
    const email = 'held@example.com'
    await bookOnline(site, { name: 'Hedy Held', email, phone: '(205) 555-0144', health: 'well' })
    const { id } = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    const holder = `appointment:${id}` as const
    const countHeld = async () =>
      (await look(site, (db) => db.selectFrom('heldQuanta').select('quantum').where('holder', '=', holder).execute()))
        .length
    const before = await countHeld()
    // As if ten had been booked from there before.
    await look(site, async (db) => {
      const held = { state: 'requested', heldBack: 'network', network: 'there' } as const
      await db.updateTable('appointments').set(held).where('id', '=', id).execute()
      await db.deleteFrom('heldQuanta').where('holder', '=', holder).execute()
    })
    const heldBack = () => page('/admin/appointments/held-back')
    expect(await heldBack()).toContain('Hedy Held')
    expect((await admin.post(`/admin/appointments/${id}`, { intent: 'accepted' })).status).toBe(303)
    expect(await readAppointment(id)).toMatchObject({ state: 'confirmed', network: null })
    expect([await countHeld(), before > 0]).toEqual([before, true])
    expect(await heldBack()).not.toContain('Hedy Held')
  })

  test('lets the patient move it, correct data and erase everything through the link', async () => {
    const id = await bookForCaller({ health: 'xylophonic tiredness' })
    const email = () =>
      until(async () => {
        const rows = await look(site, (db) =>
          db
            .selectFrom('emails')
            .select('raw')
            .where('kind', '=', 'appointment')
            .where('ids', 'like', `%${id}%`)
            .execute(),
        )
        const raw = rows[0]?.raw
        return raw ? Buffer.from(raw).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=') : undefined
      })
    const mail = await email()
    expect(mail).toContain('BEGIN:VCALENDAR')
    expect(mail).not.toContain('xylophonic')
    expect(mail).not.toContain(services[0]!.title)
    let link = new URL(/https?:\/\/[^\s"]+\/appointments\/[\w.-]+/.exec(mail)![0]).pathname
    const patient = visitor(site)
    const before = await readAppointment(id)
    const times = await (await patient.get(`${link}/move?day=${toDay(before)}`)).text()
    const at = [...times.matchAll(/[?;&]at=(\d+)/g)]
      .map(([, time]) => Number(time))
      .find((time) => time !== before.startsAt)
    expect((await patient.post(`${link}/move`, { at: String(at) })).status).toBe(303)
    expect((await readAppointment(id)).startsAt).toBe(at)

    expect((await patient.post(link, { intent: 'contact', name: '', email: 'x', phone: '1' })).status).toBe(400)
    const contact = { name: 'Maya New', email: 'new@example.com', phone: '(205) 555-9999' }
    const corrected = await patient.post(link, { intent: 'contact', ...contact })
    expect(corrected.status).toBe(303)
    // The link in earlier emails no longer works after the email address changed.
    expect((await patient.get(link)).status).toBe(404)
    link = new URL(corrected.headers.get('Location')!, site.url).pathname
    expect(await readAppointment(id)).toMatchObject(contact)
    expect((await patient.post(link, { intent: 'health', health: 'x'.repeat(10_000) })).status).toBe(400)
    expect((await patient.post(link, { intent: 'health', health: 'better' })).status).toBe(303)
    expect(await (await patient.get(link)).text()).not.toContain('better')
    expect((await patient.post(link, { intent: 'erase-health' })).status).toBe(303)
    expect((await readAppointment(id)).health).toBeNull()

    expect((await patient.post(link, { intent: 'erase' })).status).toBe(303)
    expect(await readAppointment(id)).toMatchObject({ name: '', email: '', phone: '', state: 'cancelled' })
    expect((await patient.get(link)).status).toBe(404)
    expect(await (await patient.get(link)).text()).not.toContain(textsOf('appointment').states.confirmed)
    // The clinic still finds what is left of it.
    const shown = `>${adminAppointment.erased}</`
    expect(await page(`/admin/appointments/${id}`)).toContain(`${shown}h1>`)
    const day = toDay(await readAppointment(id))
    expect(await page(`/admin/appointments?view=list&day=${day}&state=cancelled`)).toContain(`${shown}bdi>`)
    const acts = await look(site, (db) =>
      db
        .selectFrom('auditEntries')
        .select(['act', 'detail'])
        .where('record', '=', `appointment:${id}`)
        .where('who', '=', 'patient')
        .orderBy('sequence')
        .execute(),
    )
    expect(acts).toEqual([
      { act: 'health.replaced-by-patient', detail: contact.email },
      { act: 'health.erased-by-patient', detail: contact.email },
      { act: 'appointment.erased-by-patient', detail: contact.email },
    ])
  })
})
