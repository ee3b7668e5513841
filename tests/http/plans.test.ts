import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movePlanPage, planDays } from '#content/pages/appointment.ts'
import { planPage, toWaitlist, widget } from '#content/pages/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { textsOf } from '#tests/support/pages.ts'
import { until } from '#tests/support/timing.ts'
import { plain } from '#tests/support/shown.ts'

const plan = { id: 'abhyangam-5-times', title: 'Abhyangam, 5 times', days: 5 }
const form = `/booking/abhyangam?plan=${plan.id}`

/** Without scripts: links and forms only. */
describe.each(databasesFor(import.meta.url))('a plan of several days, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
  })
  afterAll(() => site.stop())

  let people = 0
  const emailOf = (n: number) => `plan${n}@example.com`

  async function withDraft() {
    const person = visitor(site)
    people += 1
    const n = people
    const patient = {
      name: `Maya ${n}`,
      email: emailOf(n),
      phone: `(205) 555-${4000 + n}`,
      health: 'xylophonic tiredness',
    }
    const answer = await person.post(form, patient)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/booking/plan'])
    return { ...person, n, page: async (address: string) => plain(await (await person.get(address)).text()) }
  }

  type Person = Awaited<ReturnType<typeof withDraft>>

  const proposalsOn = (html: string) =>
    [...html.matchAll(/href="(\/booking\/plan\?d=[^"#]*)"/g)].map(([, href = '']) => href)

  /** The address of the chosen days, of the last proposal, which begins late enough to be moved. */
  async function choose(person: Person) {
    const address = proposalsOn(await person.page('/booking/plan')).at(-1)!
    return { address, html: await person.page(address) }
  }

  async function book(person: Person, address: string) {
    const { action, fields } = formWith(await person.page(address), 'draft')
    return person.post(action, fields)
  }

  const startsIn = (address: string) =>
    new URLSearchParams(address.split('?')[1]).getAll('d').map((day) => Number(day.split('.')[0]))

  const appointmentsOf = (n: number) =>
    look(site, (db) =>
      db.selectFrom('appointments').selectAll().where('email', '=', emailOf(n)).orderBy('planDay').execute(),
    )

  test('is offered on the page of its service and on the booking form', async () => {
    const page = plain(await (await visitor(site).get('/services/abhyangam')).text())
    expect(page).toContain(`<a href="${form}">${plan.title}</a>`)
    expect(plain(await (await visitor(site).get('/booking/abhyangam')).text())).toContain(form)
    const chosen = plain(await (await visitor(site).get(form)).text())
    expect(chosen).toContain(planPage.button)
    expect(chosen).not.toContain(textsOf('booking').freeDays.heading)
    expect(formWith(chosen, 'health').action).toContain(form)
    expect(chosen).toContain(`<a href="/booking/abhyangam">${planPage.single}</a>`)
    // Another service has other plans.
    expect(plain(await (await visitor(site).get('/booking/general')).text())).not.toContain('plan=')
  })

  test('is proposed completely, chosen, and booked whole, with one email and one calendar file', async () => {
    const person = await withDraft()
    const page = await person.page('/booking/plan')
    expect(proposalsOn(page).length).toBeGreaterThanOrEqual(2)
    expect(page).toContain('Depends on the treatment')
    const { address, html } = await choose(person)
    expect(address).not.toMatch(/maya|555-|xylo|@/i)
    expect(html).toContain(planPage.book(plan.days))
    expect((await book(person, address)).status).toBe(303)

    const days = await appointmentsOf(person.n)
    expect(days.map(({ startsAt, planDay, state }) => [startsAt, planDay, state])).toEqual(
      startsIn(address).map((startsAt, index) => [startsAt, index + 1, 'confirmed']),
    )
    // A second press finds what was booked.
    const again = await person.get('/booking/plan')
    const link = again.headers.get('Location')!
    const first = await person.page(link)
    expect(first).toContain(planDays.heading(1, plan.days))
    expect(first).toContain(planDays.progress({ done: 0, left: 5, missed: 0 }))
    expect(first).not.toContain('xylophonic')
    const file = await person.page(`${link}/appointment.ics?all`)
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(plan.days)

    const mails = await until(async () => {
      const all = await look(site, (db) =>
        db.selectFrom('emails').selectAll().where('recipient', '=', emailOf(person.n)).execute(),
      )
      return all.length > 0 && all.every(({ raw }) => raw !== null) ? all : undefined
    })
    expect(mails).toHaveLength(1)
    const mail = await PostalMime.parse(mails[0]!.raw!)
    expect(mail.subject).toContain('5 appointments')
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/abhyangam|massage|xylophonic/i)
    expect(mail.attachments).toHaveLength(1)
  })

  test('asks again for a start that is no date, and says how far online booking goes', async () => {
    const person = await withDraft()
    const wrong = await person.get('/booking/plan?from=tomorrow')
    expect(wrong.status).toBe(400)
    const html = plain(await wrong.text())
    for (const text of [planPage.badFrom, 'value="tomorrow"', 'aria-invalid="true"']) expect(html).toContain(text)
    expect(proposalsOn(html).length).toBeGreaterThan(0)
    // Its days are chosen nowhere else.
    expect((await person.get('/booking/time')).headers.get('Location')).toBe('/booking/plan')
    expect(await person.page('/booking/widget')).toContain(widget.otherDraft)
    expect((await person.post('/booking/widget', { at: '1' })).headers.get('Location')).toBe('/booking/widget?other')
    const far = await person.get('/booking/plan?from=2199-01-01')
    expect([far.status, plain(await far.text()).includes('Online booking goes as far as ')]).toEqual([200, true])
  })

  test('whose last day is taken while it is confirmed keeps the others, and brings other times for that day', async () => {
    const [slow, fast] = [await withDraft(), visitor(site)]
    const { address } = await choose(slow)
    const { action, fields } = formWith(await slow.page(address), 'draft')
    const last = startsIn(address).at(-1)!
    await fast.post('/booking/abhyangam', {
      name: 'Fast',
      email: 'fast@example.com',
      phone: '(205) 555-3999',
      health: 'fine',
    })
    expect((await fast.post('/booking/widget', { at: String(last), who: '' })).status).toBe(303)

    const answer = await slow.post(action, fields)
    expect(answer.status).toBe(409)
    const html = plain(await answer.text())
    expect(html).toContain(planPage.taken(String(plan.days)))
    expect(html).toContain(planPage.isTaken)
    expect(await appointmentsOf(slow.n)).toEqual([])
    // Other times for that day, each with all other days as they are.
    const other = proposalsOn(html.replaceAll('#day-5"', '"')).find(
      (href) => startsIn(href).length === 5 && startsIn(href).at(-1) !== last && !href.includes('change'),
    )!
    expect(startsIn(other).slice(0, 4)).toEqual(startsIn(address).slice(0, 4))
    expect((await book(slow, other)).status).toBe(303)
    expect((await appointmentsOf(slow.n)).map(({ startsAt }) => startsAt)).toEqual(startsIn(other))
  })

  test('one day is put elsewhere before it is booked, and moved between its neighbors after', async () => {
    const person = await withDraft()
    const { address, html } = await choose(person)
    const change = /href="(\/booking\/plan\?[^"]*change=3)#day-3"/.exec(html)![1]!
    const others = proposalsOn((await person.page(change)).replaceAll('#day-3"', '"')).filter(
      (href) => !href.includes('change') && href !== address,
    )
    const other = others.at(-1)!
    const [starts, before] = [startsIn(other), startsIn(address)]
    expect(starts[2]).not.toBe(before[2])
    expect(starts.filter((_, index) => index !== 2)).toEqual(before.filter((_, index) => index !== 2))
    expect((await book(person, other)).status).toBe(303)
    const link = (await person.get('/booking/plan')).headers.get('Location')!
    const third = /<a class="num" href="(\/appointments\/[^"]+)"/g
    const links = [...(await person.page(link)).matchAll(third)].map(([, href = '']) => href)
    const moving = await person.page(`${links[1]}/move`)
    expect(moving).toContain('This day of your plan can be ')
    expect(moving).not.toContain(toWaitlist().text)
    const offered = [...moving.matchAll(/[?;&]at=(\d+)/g)].map(([, at]) => Number(at))
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.every((startsAt) => startsAt > starts[1]! && startsAt < starts[3]!)).toBe(true)
    const beyond = await person.post(`${links[1]}/move`, { at: String(starts[3]! + 3 * 86_400_000), who: '' })
    expect(beyond.status).toBe(400)
    expect(plain(await beyond.text())).toContain(widget.notOffered)
    await person.post(links[1]!, { intent: 'cancel' })
    const daysIn = async (file: string) => (await person.page(file)).split('BEGIN:VEVENT').length - 1
    expect([await daysIn(`${link}/appointment.ics?all`), await daysIn(`${link}/appointment.ics`)]).toEqual([4, 1])
  })

  const movesOn = (html: string) =>
    [...html.matchAll(/href="(\/appointments\/[^"?]+\/move-all\?d=[^"#]*)"/g)].map(([, href = '']) => href)

  test('all of its days are moved at once, with one email and one calendar file', async () => {
    const person = await withDraft()
    await book(person, (await choose(person)).address)
    const link = (await person.get('/booking/plan')).headers.get('Location')!
    expect(await person.page(link)).toContain(planDays.move(5))
    const before = await appointmentsOf(person.n)
    const wrong = await person.get(`${link}/move-all?from=tomorrow&part=morning`)
    const said = plain(await wrong.text())
    expect(wrong.status).toBe(400)
    for (const text of [planPage.badFrom, 'value="tomorrow"', 'aria-pressed="true"']) expect(said).toContain(text)

    const from = new Date(before.at(-1)!.endsAt + 3 * 86_400_000).toISOString().slice(0, 10)
    const proposed = await person.page(`${link}/move-all?from=${from}`)
    expect(proposed).toContain('They are on ')
    const address = movesOn(proposed)[0]!
    expect(address).not.toMatch(/maya|555-|xylo|@/i)
    const { action, fields } = formWith(await person.page(address), 'seen')
    const moved = await person.post(action, fields)
    expect([moved.status, moved.headers.get('Location')]).toEqual([303, `${link}#outcome`])
    expect(await person.page(link)).toContain(planDays.moved)
    const after = await appointmentsOf(person.n)
    expect(after.map(({ id, planDay, revision }) => [id, planDay, revision])).toEqual(
      before.map(({ id, planDay }) => [id, planDay, 1]),
    )
    expect(after.map(({ startsAt }) => startsAt)).toEqual(startsIn(address))

    const mail = await until(async () => {
      const mails = await look(site, (db) =>
        db.selectFrom('emails').selectAll().where('recipient', '=', emailOf(person.n)).execute(),
      )
      return mails.find(({ ids, raw }) => raw !== null && JSON.parse(ids).about === 'moved')
    })
    const { subject = '', text = '', attachments } = await PostalMime.parse(mail.raw!)
    expect(`${subject} ${text}`).not.toMatch(/abhyangam|massage|xylophonic/i)
    expect(attachments).toHaveLength(1)
    const file = new TextDecoder().decode(attachments[0]!.content as ArrayBuffer)
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(5)
    expect(file.match(/SEQUENCE:1\b/g)).toHaveLength(5)
  })

  test('of whose new days one is taken meanwhile is moved to none of them, and gets new proposals', async () => {
    const person = await withDraft()
    await book(person, (await choose(person)).address)
    const link = (await person.get('/booking/plan')).headers.get('Location')!
    const before = await appointmentsOf(person.n)
    const from = new Date(before.at(-1)!.endsAt + 3 * 86_400_000).toISOString().slice(0, 10)
    const address = movesOn(await person.page(`${link}/move-all?from=${from}`))[0]!
    const { action, fields } = formWith(await person.page(address), 'seen')
    const taken = startsIn(address)[4]!
    const hold = { holder: 'block:move', resource: 'person:clinic', fromAt: taken, untilAt: taken + 3_600_000 } as const
    await look(site, (db) => db.insertInto('holds').values(hold).execute())
    const refused = await person.post(action, fields)
    const html = plain(await refused.text())
    expect([refused.status, html.includes(movePlanPage.taken)]).toEqual([409, true])
    expect(html).toContain(`value="${from}"`)
    const others = movesOn(html)
    expect(others.length).toBeGreaterThan(0)
    expect(others.flatMap(startsIn)).not.toContain(taken)
    expect(await appointmentsOf(person.n)).toEqual(before)
    expect(await person.page(address), 'so says its address').toContain(movePlanPage.taken)

    const { action: next, fields: seen } = formWith(await person.page(others[0]!), 'seen')
    const stale = await person.post(next, { ...seen, seen: '1,2,3,4,5' })
    expect([stale.status, plain(await stale.text()).includes(movePlanPage.meanwhile)]).toEqual([409, true])
    for (const nothing of ['', '?d=x', '?d=1.clinic'])
      expect((await person.post(`${link}/move-all${nothing}`, seen)).status).toBe(400)
    expect((await person.post(next, seen)).status).toBe(303)
    await look(site, (db) => db.deleteFrom('holds').where('holder', '=', 'block:move').execute())
    expect((await person.get('/appointments/x/move-all')).status).toBe(404)
    expect((await person.post('/appointments/x/move-all', seen)).status).toBe(404)
  })

  test('is canceled whole, and comes back whole', async () => {
    const person = await withDraft()
    await book(person, (await choose(person)).address)
    const link = (await person.get('/booking/plan')).headers.get('Location')!
    const states = async () => [...new Set((await appointmentsOf(person.n)).map(({ state }) => state))]
    expect((await person.post(link, { intent: 'cancel-plan' })).status).toBe(303)
    expect(await states()).toEqual(['cancelled'])
    expect(await person.page(link)).toContain(planDays.progress({ done: 0, left: 0, missed: 5 }))
    const none = await person.page(`${link}/move-all`)
    expect([none.includes('can no longer be changed'), none.includes(planPage.wish)]).toEqual([true, false])
    expect((await person.post(link, { intent: 'undo' })).status).toBe(303)
    expect(await states()).toEqual(['confirmed'])
  })

  test('its patient replaces and erases the health answer, and erases everything, for all days', async () => {
    const person = await withDraft()
    await book(person, (await choose(person)).address)
    const link = (await person.get('/booking/plan')).headers.get('Location')!
    const before = (await appointmentsOf(person.n)).map(({ id, health }) => ({ id, health: Buffer.from(health!) }))
    expect((await person.post(link, { intent: 'health', health: 'better' })).status).toBe(303)
    const after = await appointmentsOf(person.n)
    expect(after.every(({ id, health }) => !before.find((day) => day.id === id)!.health.equals(health!))).toBe(true)
    expect((await person.post(link, { intent: 'erase-health' })).status).toBe(303)
    expect((await appointmentsOf(person.n)).map(({ health }) => health)).toEqual(before.map(() => null))
    expect((await person.post(link, { intent: 'erase' })).status).toBe(303)
    expect(await appointmentsOf(person.n)).toEqual([])
    const holders = before.map(({ id }) => `appointment:${id}` as const)
    const listHeld = () =>
      look(site, (db) => db.selectFrom('heldQuanta').select('holder').where('holder', 'in', holders).execute())
    // A job offers the hours to the waitlist first.
    await until(async () => (await listHeld()).length === 0)
  })

  test('a day that does not fit the plan, and anything that is no day, books nothing', async () => {
    const person = await withDraft()
    const { address } = await choose(person)
    const { fields } = formWith(await person.page(address), 'draft')
    const days = new URLSearchParams(address.split('?')[1]).getAll('d')
    const toPath = (typed: string[]) => `/booking/plan?${new URLSearchParams(typed.map((day) => ['d', day]))}`
    for (const typed of [days.toReversed(), days.slice(1), days.map(() => days[0]!), ['x'], ['9e15.clinic']])
      expect((await person.post(toPath(typed), fields)).status).toBe(400)
    expect(await appointmentsOf(person.n)).toEqual([])
    // Nobody's draft: the page says where to begin.
    const stranger = await visitor(site).post(address, { draft: 'x' })
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([303, '/booking/plan'])
  })
})
