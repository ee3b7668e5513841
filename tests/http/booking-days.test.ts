import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { databasesFor, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { bookingOfAService, textsOf } from '#tests/support/pages.ts'
import { plain } from '#tests/support/shown.ts'

const patient = {
  name: 'Maya Thomas',
  email: 'maya.days@example.com',
  phone: '(205) 555-0136',
  health: 'xylophonic tiredness',
}

/** The days of the booking form with the paths of their times. */
function toDays(html: string) {
  return [...html.matchAll(/popoverTarget="(times-[^"]+)"[^>]*>(.*?)<\/button>/gis)].map(([, id = '', label = '']) => {
    const start = html.indexOf(`id="${id}"`)
    const panel = html.slice(start, html.indexOf('</div>', start))
    return {
      name: label.replaceAll(/<[^>]+>/g, ''),
      times: [...panel.matchAll(/formAction="([^"]+)"/gi)].map(([, to = '']) => plain(to)),
      panel,
    }
  })
}

const page = async (person: ReturnType<typeof visitor>, address: string) => (await person.get(address)).text()
const toStart = (address: string) => Number(/at=(\d+)/.exec(address)?.[1])

describe.each(databasesFor(import.meta.url))('the days on the booking form, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
  })
  afterAll(() => site.stop())

  test.each(['/booking', bookingOfAService])('%s has the next days, each with all of its free times', async (path) => {
    const person = visitor(site)
    const days = toDays(await page(person, path))
    expect(days.length).toBeGreaterThan(1)
    for (const { name, times } of days) {
      expect(name).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+/)
      expect(name.endsWith(`, ${widget.days(times.length)}`), name).toBe(true)
      expect(times.length).toBeGreaterThan(0)
    }
    const starts = days.flatMap(({ times }) => times.map(toStart))
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
  })

  test('some times of the first two days stand above the form, and Enter in a field presses none of them', async () => {
    const html = await page(visitor(site), bookingOfAService)
    const above = html.slice(0, html.indexOf('id="booking-form"'))
    const [first = '', ...chips] = [...above.matchAll(/<button[^>]*form="booking-form"[^>]*>/g)].map(([tag]) => tag)
    expect(first).toContain('aria-hidden="true"')
    const days = toDays(html).slice(0, 2)
    expect(chips).toHaveLength(days.reduce((all, { times }) => all + Math.min(times.length, 3), 0))
    const times = chips.map((chip) => toStart(plain(chip)))
    expect(times[0]).toBe(toStart(days[0]!.times[0]!))
    expect(days.flatMap((day) => day.times.map(toStart))).toEqual(expect.arrayContaining(times))
    for (const chip of chips) expect(chip).toMatch(/aria-label="[\d:]+ [ap]m, \d+ minutes, [A-Z][a-z]+day, /)
  })

  test('the form posts the same fields as before', async () => {
    const html = await page(visitor(site), bookingOfAService)
    const { fields, action, html: inside } = formWith(html, 'health')
    expect(Object.keys(fields)).not.toContain('at')
    expect(Object.keys(fields)).not.toContain('day')
    expect(action).toMatch(/^\/booking\/[a-z-]+#/)
    expect(inside).not.toContain('choose-time')
    const answer = await visitor(site).post(bookingOfAService, { ...fields, ...patient })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/booking/time'])
  })

  test('a chosen time preserves the input, is carried to the second step, and is confirmed there', async () => {
    const person = visitor(site)
    const last = toDays(await page(person, bookingOfAService)).at(-1)!
    const to = last.times.at(-1)!
    expect(to).not.toMatch(/maya|thomas|xylo|555-/i)
    const half = { name: patient.name, email: patient.email, phone: '', health: '' }
    const chosen = await person.post(to.replace(/#.*/, ''), { ...half, intent: 'choose-time' })
    expect(chosen.status).toBe(200)
    const html = await chosen.text()
    expect(html).toContain(textsOf('booking').freeDays.yours)
    const { fields, action } = formWith(html, 'health')
    expect(fields).toMatchObject({ name: patient.name, email: patient.email, health: '' })
    expect(chosen.headers.getSetCookie(), 'choosing a time sets no cookie').toEqual([])

    // The time stays chosen if the form has errors.
    const wrong = await person.post(action.replace(/#.*/, ''), { ...fields, phone: '' })
    expect(wrong.status).toBe(400)
    const again = formWith(await wrong.text(), 'health')
    expect(toStart(again.action)).toBe(toStart(to))

    const sent = await person.post(again.action.replace(/#.*/, ''), { ...again.fields, ...patient })
    expect(sent.status).toBe(303)
    const next = sent.headers.get('Location')!
    expect(next).toMatch(/^\/booking\/time\?day=\d{4}-\d\d-\d\d&at=\d+$/)
    const frame = plain(/src="(\/booking\/widget[^"]*)"/.exec(await page(person, next))![1]!)
    expect(toStart(frame)).toBe(toStart(to))
    const confirming = formWith(await page(person, frame), 'at')
    expect(confirming.fields.at).toBe(String(toStart(to)))
    expect((await person.post('/booking/widget', confirming.fields)).status).toBe(303)
    expect(await page(person, '/booking/widget')).toContain(widget.done)
  })

  test('a time that was booked in the meantime is not listed, and choosing it says so without losing input', async () => {
    const person = visitor(site)
    const before = toDays(await page(person, bookingOfAService))
    // The clinic accepts as many appointments at the same time as it has staff and rooms.
    const places = Math.min(Math.max(booking.practitioners.length, 1), booking.rooms.length)
    for (let n = 0; n < places; n += 1)
      await bookOnline(site, { ...patient, email: `quick${n}@example.com`, phone: `(205) 555-02${n + 10}` })
    const after = toDays(await page(visitor(site), bookingOfAService))
    const gone = before.flatMap(({ times }) => times).find((to) => !after.some(({ times }) => times.includes(to)))
    expect(gone).toBeDefined()
    const late = await person.post(gone!.replace(/#.*/, ''), { ...patient, intent: 'choose-time' })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain(bookingPage.lost)
    expect(formWith(html, 'health').fields).toMatchObject(patient)
    expect(formWith(html, 'health').action).not.toContain('at=')
  })

  test.each(['?day=2026-02-31&at=1', '?at=soon', '?day=never&at=8640000000000000', '?day=9999-12-31&at=-5', '?at='])(
    'a made-up time (%s) is rejected, and the form continues without a time',
    async (query) => {
      const person = visitor(site)
      const chosen = await person.post(`${bookingOfAService}${query}`, { ...patient, intent: 'choose-time' })
      expect(chosen.status).toBe(409)
      expect(await chosen.text()).toContain(bookingPage.lost)
      expect((await person.get(`${bookingOfAService}${query}`)).status).toBe(200)
      const sent = await person.post(`${bookingOfAService}${query}`, patient)
      expect(sent.status).toBe(303)
      const step = await person.get(sent.headers.get('Location')!)
      expect(step.status).toBe(200)
      const frame = plain(/src="(\/booking\/widget[^"]*)"/.exec(await step.text())![1]!)
      expect((await person.get(frame)).status).toBe(200)
    },
  )

  test('another service keeps the time if it is free there', async () => {
    const person = visitor(site)
    const to = toDays(await page(person, bookingOfAService)).at(-1)!.times[0]!
    const chosen = await (await person.post(to.replace(/#.*/, ''), { ...patient, intent: 'choose-time' })).text()
    const other = [...chosen.matchAll(/<button[^>]*change-service[^>]*>/g)].map(([tag]) =>
      plain(/formAction="([^"]+)"/i.exec(tag)![1]!),
    )
    expect(other.length).toBeGreaterThan(0)
    for (const address of other) expect(toStart(address), address).toBe(toStart(to))
    const changed = await person.post(other[0]!.replace(/#.*/, ''), { ...patient, intent: 'change-service' })
    expect(formWith(await changed.text(), 'health').fields).toMatchObject(patient)
  })
})

test('a hosted calendar shows no days, since only the hosting company knows them', async () => {
  const site = await startSiteForTest('sqlite', { SCHEDULING_URL: 'https://calendar.example/clinic' })
  const person = visitor(site)
  const html = await page(person, '/booking')
  expect(toDays(html)).toEqual([])
  expect(html).not.toContain(textsOf('booking').freeDays.heading)
  expect(
    (await person.post('/booking?day=2026-11-27&at=1795795200000', { ...patient, intent: 'choose-time' })).status,
  ).toBe(409)
})
