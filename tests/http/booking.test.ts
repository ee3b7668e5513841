import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { weekInWords } from '#app/domain/clinic/week-in-words.ts'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { appointmentPage } from '#content/pages/appointment.ts'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { bookOnline, soonOnNoHoliday, timeAhead } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { bookingOfAService, featuredService, textsOf } from '#tests/support/pages.ts'
import { startSite } from '#tests/support/site.ts'

const nothingThere = `/booking?gone#${outcomeId}`

const patient = (n: number) => ({
  name: `Maya ${n}`,
  email: `maya${n}@example.com`,
  phone: `(205) 555-${2000 + n}`,
  health: 'xylophonic tiredness',
})

describe.each(databasesFor(import.meta.url))('booking on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
  })
  afterAll(() => site.stop())

  let people = 0
  /** A visitor without JavaScript who has filled in the form. */
  async function withDraft() {
    const person = visitor(site)
    people += 1
    const answer = await person.post(bookingOfAService, patient(people))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/booking/time'])
    return person
  }

  type Person = Awaited<ReturnType<typeof withDraft>>
  const page = async (person: Person, address: string) => (await person.get(address)).text()
  /** The path of an offered time; not the soonest, which expires when its half hour begins. */
  const timeFor = async (person: Person) => `/booking/widget${await timeAhead(person, '/booking/widget')}`

  async function confirm(person: Person, address: string) {
    const { fields } = formWith(await page(person, address), 'at')
    return person.post('/booking/widget', fields)
  }

  test('booking, canceling and undoing work from the form to the confirmation without JavaScript', async () => {
    const person = await withDraft()
    expect(await page(person, '/booking/time')).toContain('src="/booking/widget"')
    const address = await timeFor(person)
    expect(address).not.toMatch(/maya|\(205|%28205|555-|xylo/i)
    const confirming = await page(person, address)
    expect((await confirm(person, address)).status).toBe(303)

    const end = await page(person, '/booking/widget')
    expect(end).toContain(widget.done)
    const link = /href="(\/appointments\/[^"]+)"/.exec(end)![1]!
    expect((await person.get('/booking/time')).headers.get('Location'), 'who goes back finds it again').toBe(link)
    expect(confirming, 'before it is confirmed').toMatch(/You can move it online until [A-Z][a-z]{2}, [A-Z]/)
    const confirmed = await page(person, link)
    expect(confirmed).toContain(textsOf('appointment').states.confirmed)
    expect(confirmed).toMatch(/You can move it online until [A-Z][a-z]{2}, [A-Z]/)
    expect(confirmed).not.toContain('xylophonic')
    expect(await page(person, `${link}/appointment.ics`)).toContain('BEGIN:VEVENT')

    // Well before the cutoff for changes.
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt: Date.now() + 5 * 86_400_000, endsAt: Date.now() + 5 * 86_400_000 + 3_600_000 })
        .where('name', '=', `Maya ${people}`)
        .execute(),
    )
    expect((await person.get(link)).status, 'a GET changes nothing').toBe(200)
    expect((await person.post(link, { intent: 'cancel' })).status).toBe(303)
    expect(await page(person, link)).toContain(appointmentPage.undo)
    expect((await person.post(link, { intent: 'undo' })).status).toBe(303)
    const restored = await page(person, link)
    expect(restored).toContain(textsOf('appointment').states.restored)
    for (const old of [textsOf('appointment').states.confirmed, textsOf('appointment').states.cancelled])
      expect(restored).not.toContain(old)
    expect(await page(person, link)).toContain(textsOf('appointment').states.confirmed)
  })

  test('a video appointment is chosen with the time, and shown on the page and in the calendar file', async () => {
    const offered = Object.entries(booking.services).find(([, { byVideo }]) => byVideo === 'offered')?.[0]
    // Some clinics offer none.
    if (!offered) return
    const person = visitor(site)
    await person.post(`/booking/${offered}`, patient((people += 1)))
    const path = '/booking/widget'
    expect(await page(person, path)).toContain('?how=video')
    const query = await timeAhead(person, path)
    expect((await confirm(person, `${path}${query}&how=video`)).status).toBe(303)
    const done = await page(person, path)
    expect(done, 'the confirmation in the frame').toContain(appointmentPage.byVideo)
    const link = /href="(\/appointments\/[^"]+)"/.exec(done)![1]!
    expect(await page(person, link)).toContain(appointmentPage.byVideo)
    const file = (await page(person, `${link}/appointment.ics`)).replaceAll(/\r\n /g, '')
    expect(file).toContain('LOCATION:By video.')
  })

  test('browsers store no page with a draft, so the next person at the screen cannot go back to it', async () => {
    const person = await withDraft()
    // A prefetch is nobody at the screen.
    await person.get('/booking', { 'Sec-Purpose': 'prefetch' })
    expect((await person.get('/booking/resume')).headers.get('Location')).toBe('/booking/time')
    for (const invented of ['/booking/made-up', `${bookingOfAService}?plan=made-up`])
      expect((await visitor(site).get(invented)).headers.get('Cache-Control'), invented).toBe('no-store')
    for (const address of ['/booking', bookingOfAService, '/booking?edit', '/booking/time', '/booking/widget'])
      expect((await person.get(address)).headers.get('Cache-Control'), address).toBe('no-store')
    const page = await visitor(site).get('/booking')
    expect(page.headers.get('Cache-Control')).not.toBe('no-store')
    expect(await page.text(), 'the hours of the week').toContain(weekInWords(contentFacts(Date.now()).week))
  })

  test('booking a time that was just taken offers the nearest free times and preserves the draft', async () => {
    const [quick, slow] = [await withDraft(), await withDraft()]
    const address = await timeFor(quick)
    const { fields } = formWith(await page(slow, address), 'at')
    await confirm(quick, address)
    const late = await slow.post('/booking/widget', fields)
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain(widget.taken)
    const [, nearest] = /<ul class="nearest slots">(.*?)<\/ul>/s.exec(html)!
    expect(nearest!.match(/<li>/g)).toHaveLength(3)
    const next = /href="([^"]+)"/.exec(nearest!)![1]!.replaceAll('&amp;', '&')
    expect((await confirm(slow, next)).status).toBe(303)
  })

  test('confirming twice creates one appointment, and confirming without a time shows an error', async () => {
    const person = await withDraft()
    const nothing = await person.post('/booking/widget', { at: '' })
    expect(nothing.status).toBe(400)
    expect(await nothing.text()).toContain(widget.chooseTime)
    const { fields } = formWith(await page(person, await timeFor(person)), 'at')
    const both = await Promise.all([person.post('/booking/widget', fields), person.post('/booking/widget', fields)])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    const mine = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('name', '=', `Maya ${people}`).execute(),
    )
    expect(mine).toHaveLength(1)
  })

  test.each([
    ['in the past', '1000'],
    ['that is no number', 'soon'],
    ['at no step', String(Date.now() + 7 * 86_400_000 + 1)],
    ['beyond all days', '8640000000000000'],
    ['beyond numbers', '9'.repeat(400)],
  ])('a time %s is rejected with a message', async (_, at) => {
    const person = await withDraft()
    const rejected = await person.post('/booking/widget', { at, who: "' or 1=1" })
    expect(rejected.status).toBe(400)
    expect(await rejected.text()).toMatch(/role="alert"/)
  })

  test('a draft can be resumed, without showing its health answer, and can be deleted', async () => {
    const person = await withDraft()
    const again = await page(person, '/booking')
    expect(again).toContain(bookingPage.draft.continue)
    expect(again).not.toContain('xylophonic')
    await person.post('/booking/resume', { email: patient(people).email })
    const edit = await page(person, `${bookingOfAService}?edit`)
    expect(edit).toContain(`Maya ${people}`)
    expect(edit).toContain(bookingPage.fields.healthKept)
    for (const text of ['xylophonic', bookingPage.draft.continue]) expect(edit).not.toContain(text)
    const { fields } = formWith(edit, 'health')
    const changed = await person.post(`${bookingOfAService}?edit`, { ...fields, phone: '(205) 555-0199' })
    expect(changed.status).toBe(303)
    await person.post('/booking', { intent: 'start-over' })
    expect(await page(person, '/booking')).not.toContain(bookingPage.draft.continue)
    for (const address of ['/booking/time', '/booking/resume'])
      expect((await person.get(address)).headers.get('Location')).toBe(nothingThere)
    expect((await person.post('/booking/resume', patient(1))).headers.get('Location')).toBe(nothingThere)
  })

  test('an expired draft can be resumed, and a lost time is reported with free alternatives', async () => {
    const [quick, slow] = [await withDraft(), await withDraft()]
    const threeHoursAgo = Date.now() - 3 * 3_600_000
    await look(site, (db) => db.updateTable('bookingDrafts').set({ usedAt: threeHoursAgo }).execute())
    const address = await timeFor(slow)
    await confirm(quick, address)
    expect(await page(slow, '/booking')).toContain(bookingPage.draft.continue)
    await slow.post('/booking/resume', { email: `maya${people}@example.com` })
    let html = await page(slow, address)
    // The clinic accepts as many appointments at the same time as it has staff and rooms.
    while (!html.includes(widget.lost)) {
      expect((await confirm(await withDraft(), address)).status).toBe(303)
      html = await page(slow, address)
    }
    const [, nearest] = /<ul class="nearest slots">(.*?)<\/ul>/s.exec(html)!
    const next = /href="([^"#]+)/.exec(nearest!)![1]!.replaceAll('&amp;', '&')
    expect((await confirm(slow, next)).status).toBe(303)
  })

  test('a browser that blocks cookies gets an error that says so', async () => {
    expect((await visitor(site).post(bookingOfAService, patient(998))).status).toBe(303)
    const answer = await visitor(site).get('/booking/time')
    expect(answer.headers.get('Location')).toBe(nothingThere)
    const html = await (await visitor(site).get('/booking?gone')).text()
    expect(html).toMatch(/role="alert"[^]*blocks cookies/)
  })

  test('the selected day and step stay when no time was chosen', async () => {
    const person = await withDraft()
    const query = (await timeAhead(person, '/booking/widget')).replace(/&at=.*/, '')
    const html = await (await person.post(`/booking/widget${query}`, { at: '' })).text()
    expect(html).toContain(widget.chooseTime)
    expect(html).toMatch(/data-step="times"[^]*aria-current="date"/)
  })

  test.each([
    ['of 10,000 characters', { health: `${'tired '.repeat(1_666)}sleep` }],
    ['with a control character', { name: 'Maya \u0007exe.txt' }],
    ['with a phone of words', { phone: 'call me' }],
    ['without an address', { email: 'maya at example' }],
  ])('an answer %s gets a 400 with a message next to the field, and no input is lost', async (_, wrong) => {
    const typed = { ...patient(997), ...wrong }
    const rejected = await visitor(site).post(bookingOfAService, typed)
    expect(rejected.status).toBe(400)
    const html = await rejected.text()
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(formWith(html, 'health').fields).toMatchObject(typed)
  })

  test('names are accepted in any script', async () => {
    for (const name of ['מאיה תומס', 'مايا', '玛雅', "Ma'ya 🌿 O’Neill-Þór"]) {
      const person = visitor(site)
      people += 1
      expect((await person.post(bookingOfAService, { ...patient(people), name })).status, name).toBe(303)
      await confirm(person, await timeFor(person))
      const link = /href="(\/appointments\/[^"]+)"/.exec(await page(person, '/booking/widget'))![1]!
      expect(formWith(await page(person, link), 'phone').fields.name).toBe(name)
      expect(await page(person, `${link}/appointment.ics`)).not.toContain(name)
    }
  })

  test('a fourth appointment of the same person becomes a request', async () => {
    const same = patient((people += 1))
    const states = []
    for (let n = 0; n < 4; n += 1) {
      const { person, link } = await bookOnline(site, same)
      states.push((await page(person, link)).includes(textsOf('appointment').states.requested))
    }
    expect(states).toEqual([false, false, false, true])
    const someoneElse = await bookOnline(site, { ...patient((people += 1)), phone: same.phone })
    expect(await page(someoneElse.person, someoneElse.link)).toContain(textsOf('appointment').states.confirmed)
  })

  test("nothing in a post reaches another patient's appointment", async () => {
    const [mine, other] = [
      await bookOnline(site, patient((people += 1))),
      await bookOnline(site, patient((people += 1))),
    ]
    const { id } = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('name', '=', `Maya ${people}`).executeTakeFirstOrThrow(),
    )
    await mine.person.post(mine.link, { intent: 'cancel', id, appointmentId: id, token: other.link.split('/')[2]! })
    expect(await page(other.person, mine.link)).toContain(textsOf('appointment').states.cancelled)
    expect(await page(mine.person, other.link)).toContain(textsOf('appointment').states.confirmed)
    const [begin = '', signature = ''] = mine.link.split('.')
    const [otherBegin = ''] = other.link.split('.')
    for (const forged of [`${otherBegin}.${signature}`, `${begin}.${'A'.repeat(signature.length)}`])
      expect((await mine.person.post(forged, { intent: 'cancel' })).status).toBe(404)
    expect((await mine.person.post(mine.link, { intent: 'accept' })).status).toBe(400)
  })

  test('less than a day ahead an appointment cannot be moved online, and its page asks the patient to call', async () => {
    const { person, link } = await bookOnline(site, patient((people += 1)))
    const startsAt = soonOnNoHoliday()
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt, endsAt: startsAt + 3_600_000, bookedAt: Date.now() - 2 * 3_600_000 })
        .where('name', '=', `Maya ${people}`)
        .execute(),
    )
    const html = await page(person, link)
    expect(html).toMatch(/please call/i)
    expect(html).not.toContain(`${link}/move`)
    const answer = await person.post(`${link}/move`, { at: String(Date.now() + 5 * 86_400_000) })
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringMatching(/please call/)])
  })

  test('missing or invalid fields get a 400 with an error, and preserve the input', async () => {
    const rejected = await visitor(site).post('/booking', { ...patient(999), phone: 'call me', health: '' })
    expect(rejected.status).toBe(400)
    const html = await rejected.text()
    expect(html).toContain('Maya 999')
    expect(html).toContain('call me')
  })

  test('an appointment page requires its link, and only same-origin pages can frame the widget', async () => {
    for (const token of ['x', 'YWJj.YWJj', `${'a'.repeat(5_000)}`])
      expect((await visitor(site).get(`/appointments/${token}`)).status).toBe(404)
    const frame = await visitor(site).get('/booking/widget')
    expect(frame.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    expect((await visitor(site).get('/booking')).headers.get('Content-Security-Policy')).toContain(
      "frame-ancestors 'none'",
    )
  })
})

test('a hosted calendar loads only on request, with the documented parameters, and the CSP allows only its origin', async () => {
  const site = await startSiteForTest('sqlite', {
    ABUSE_LIMITS: 'off',
    SCHEDULING_URL: 'https://calendar.example/clinic',
  })
  const person = visitor(site)
  const form = await (await person.get(bookingOfAService)).text()
  expect(form).toContain(bookingPage.fields.healthHosted)
  for (const text of [bookingPage.fields.healthHint, textsOf('booking').form.saved, textsOf('booking').facts.change])
    expect(form).not.toContain(text)
  expect(form).not.toContain('/waitlist?')
  await person.post(bookingOfAService, patient(1))
  const before = await person.get('/booking/time')
  expect(before.headers.get('Content-Security-Policy')).not.toContain('frame-src')
  expect(await before.text()).not.toContain('<iframe')
  const loaded = await person.get('/booking/time?calendar=show')
  expect(loaded.headers.get('Content-Security-Policy')).toContain('frame-src https://calendar.example;')
  // Its popups can reach the opener, and it sees the origin of the website but not the path.
  expect(loaded.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
  expect(loaded.headers.get('Referrer-Policy')).toBe('same-origin')
  const html = await loaded.text()
  expect(html).toMatch(/<iframe[^>]* referrerPolicy="strict-origin"/i)
  const [, address] = /<iframe src="([^"]+)"/.exec(html)!
  const url = new URL(address!.replaceAll('&amp;', '&'))
  expect(url.origin + url.pathname).toBe('https://calendar.example/clinic')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    name: `Maya 1 - ${featuredService.title}`,
    email: 'maya1@example.com',
    a1: patient(1).phone,
    a2: 'xylophonic tiredness',
  })
})

test.each(databasesFor(import.meta.url))(
  'with a hosted calendar the built-in calendar accepts no more bookings on %s',
  async (kind) => {
    const before = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
    let site: Awaited<ReturnType<typeof startSite>> | undefined
    onTestFinished(async () => void (await (site ?? before).stop()))
    // One patient booked before the setting, and one had the times open.
    const booked = await bookOnline(before, patient(1))
    const waiting = visitor(before)
    await waiting.post(bookingOfAService, patient(2))
    const time = `/booking/widget${await timeAhead(waiting, '/booking/widget')}`
    const { fields } = formWith(await (await waiting.get(time)).text(), 'at')
    const move = `${booked.link}/move`
    await before.stop({ keepData: true })
    // The same origin, so that earlier links and cookies still work.
    site = await startSite({
      ...before.settings,
      DATA_DIR: before.dataDir,
      PORT: before.port,
      SCHEDULING_URL: 'https://calendar.example/clinic',
    })

    const posted = await waiting.post('/booking/widget', fields)
    expect(posted.status).toBe(404)
    for (const html of [await posted.text(), await (await waiting.get(time)).text()]) {
      expect(html).toContain(widget.hosted.replaceAll("'", '&#x27;'))
      expect(html).toMatch(/<a [^>]*href="\/booking\/time"[^>]*target="_top"/)
      expect(html).not.toContain('name="at"')
    }
    expect((await visitor(site).get('/booking/widget')).status).toBe(404)
    const appointments = await look({ ...site, settings: before.settings }, (db) =>
      db.selectFrom('appointments').select('state').execute(),
    )
    expect(appointments).toHaveLength(1)

    // The patient can still manage an earlier appointment.
    const widgetOfBooked = await booked.person.get('/booking/widget')
    expect(widgetOfBooked.status).toBe(200)
    expect(await widgetOfBooked.text()).toContain(booked.link)
    const other = await timeAhead(booked.person, move, 5)
    const chosen = formWith(await (await booked.person.get(move + other)).text(), 'at')
    const moved = await booked.person.post(move, chosen.fields)
    expect([moved.status, moved.headers.get('Location')?.startsWith(booked.link)]).toEqual([303, true])
  },
)
