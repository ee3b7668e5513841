import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { adminNewPlan as words, plansPage, planWords } from '#content/pages/admin-plans.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { paymentPage } from '#app/routes/admin/payments/words.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { buttonsIn, formWith } from '#tests/support/visitor.ts'

const path = '/admin/plans/new'
const caller = { name: 'Helen Marsh', phone: '(205) 555-0136', email: 'helen@example.com' }

let site: Awaited<ReturnType<typeof startSiteOn>>
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  admin = await signInAsAdmin(site)
})
afterAll(() => site.stop())
beforeEach(() =>
  look(site, async (db) => {
    for (const table of ['heldQuanta', 'holds', 'appointments', 'plans'] as const) await db.deleteFrom(table).execute()
  }),
)

const read = async (address: string) => (await admin.get(address)).text()
const toText = (html: string) => html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'")

/** The page's form with everything on it, and what is pressed. */
async function press(html: string, fields: Record<string, string>) {
  const { fields: typed } = formWith(html, 'phone')
  const answer = await admin.post(path, { ...typed, intent: '', ...fields })
  return { status: answer.status, location: answer.headers.get('Location') ?? '', html: toText(await answer.text()) }
}

/** Chooses the first proposal of a template; returns the page with its days. */
async function choose(template: string) {
  const proposed = await press(await read(path), { template, intent: 'propose' })
  const [first] = buttonsIn(proposed.html, 'press').filter((value) => value.startsWith('take:'))
  return press(proposed.html, { press: first! })
}

const daysOf = (html: string) => {
  const { fields } = formWith(html, 'phone')
  return Object.entries(fields).flatMap(([name, value]) => (name.startsWith('day.') ? [value] : []))
}

const appointments = () => look(site, (db) => db.selectFrom('appointments').selectAll().orderBy('startsAt').execute())

/** Books the 7 days, and returns the plan's address. */
async function book() {
  const { html } = await choose('panchakarma-7-days')
  return (await press(html, { ...caller, intent: 'book' })).location.replace(/#.*/, '')
}

test('two or three complete proposals are shown, one is chosen, and all of its days are booked', async () => {
  const proposed = await press(await read(path), { template: 'panchakarma-7-days', intent: 'propose' })
  const proposals = buttonsIn(proposed.html, 'press').filter((value) => value.startsWith('take:'))
  expect(proposals.length).toBeGreaterThanOrEqual(2)
  for (const proposal of proposals) expect(proposal.split(',')).toHaveLength(7)
  const chosen = await press(proposed.html, { press: proposals[0]! })
  expect(daysOf(chosen.html)).toHaveLength(7)
  expect(chosen.html.match(/data-appointment="day-1"/g), 'once in the week').toHaveLength(1)
  expect(await appointments()).toEqual([])
  const booked = await press(chosen.html, { ...caller, intent: 'book' })
  expect([booked.status, booked.location]).toEqual([303, expect.stringMatching(/^\/admin\/plans\/[\w-]+#outcome$/)])
  const days = await appointments()
  expect(days.map(({ planDay, state, name }) => [planDay, state, name])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((day) => [day, 'confirmed', caller.name]),
  )
  const page = toText(await read(booked.location))
  expect(page).toContain(planWords.done.booked)
  expect(page).toContain(planWords.progress({ days: 7, done: 0, left: 7, missed: 0 }))
})

test('a day that was taken meanwhile is shown with other times, everything else stays, and nothing is booked', async () => {
  const { html } = await choose('panchakarma-7-days')
  const taken = daysOf(html)[6]!
  const [startsAt] = taken.split('.')
  await look(site, (db) =>
    db
      .insertInto('holds')
      .values({
        holder: 'block:x',
        resource: 'person:clinic',
        fromAt: Number(startsAt),
        untilAt: Number(startsAt) + 3_600_000,
      })
      .execute(),
  )
  const failed = await press(html, { ...caller, health: 'tired', intent: 'book' })
  expect(failed.status).toBe(409)
  expect(failed.html).toContain(words.failed(planWords.day(7)))
  expect(failed.html).toContain(words.dayRefused.taken)
  expect(await appointments()).toEqual([])
  expect(daysOf(failed.html)).toEqual(daysOf(html))
  expect(formWith(failed.html, 'phone').fields).toMatchObject({ ...caller, health: 'tired' })
  const other = /<select[^>]*name="other.7"[^>]*>.*?<option value="(\d+\.[\w-]+)"/s.exec(failed.html)?.[1]
  expect(other).not.toBe(taken)
  const booked = await press(failed.html, { ...caller, 'other.7': other!, intent: 'book' })
  expect(booked.status).toBe(303)
  const days = await appointments()
  expect(days).toHaveLength(7)
  expect(days.map(({ startsAt: at }) => at)).not.toContain(Number(startsAt))
})

test('a day is moved as by dragging, removed, and added; days without a template make a plan of their own', async () => {
  const { html } = await choose('abhyangam-5-times')
  const before = daysOf(html)
  const [startsAt, who] = before[1]!.split('.')
  const moved = await press(html, { press: `move:2.${Number(startsAt) + 900_000}.${who}` })
  expect(daysOf(moved.html)[1]).toBe(`${Number(startsAt) + 900_000}.${who}`)
  const removed = await press(moved.html, { press: 'remove:1' })
  expect(daysOf(removed.html)).toHaveLength(4)
  const added = await press(removed.html, { intent: 'add', add: 'shirodhara' })
  expect(daysOf(added.html)).toHaveLength(5)
  const booked = await press(added.html, { ...caller, intent: 'book' })
  expect((await appointments()).map(({ serviceId }) => serviceId)).toEqual([
    ...Array.from({ length: 4 }, () => 'abhyangam'),
    'shirodhara',
  ])
  expect(booked.status).toBe(303)
  const own = await press(await read(path), { template: 'own', intent: 'propose' })
  const one = await press(own.html, { title: 'Two of them', intent: 'add', add: 'abhyangam' })
  const two = await press(one.html, { title: 'Two of them', intent: 'add', add: 'abhyangam' })
  const { location } = await press(two.html, { ...caller, title: 'Two of them', intent: 'book' })
  expect(await read(location)).toContain('Two of them')
})

test('bad input gets a sentence next to its field, and what was chosen stays', async () => {
  const { html } = await choose('abhyangam-5-times')
  const blank = await press(html, { name: '', phone: '', intent: 'book' })
  expect([blank.status, daysOf(blank.html)]).toEqual([400, daysOf(html)])
  const none = await press(await read(path), { ...caller, intent: 'book' })
  expect([none.status, none.html]).toEqual([400, expect.stringContaining(words.chooseDays)])
  const odd = await press(html, { press: 'take:nonsense', 'day.1': 'x.y', 'service.2': 'none' })
  expect(odd.status).toBe(200)
})

test('a canceled day needs attention until it is put elsewhere, and a day can be added', async () => {
  const plan = await book()
  const [first, second] = await appointments()
  const cancel = { intent: 'cancel', return: plan }
  await admin.post(`/admin/appointments/${second!.id}`, cancel)
  const page = toText(await read(plan))
  expect(page).toContain(planWords.missed(1))
  expect(await read('/admin/plans?state=attention')).toContain(plansPage.attention(1))
  const elsewhere = new RegExp(`href="(/admin/appointments/new[?]plan=[^"]*instead=${second!.id})"`).exec(page)![1]!
  const form = formWith(await read(elsewhere.replaceAll('&amp;', '&')), 'phone')
  expect(form.fields).toMatchObject({ name: caller.name, instead: second!.id })
  const at = first!.startsAt + 60 * 86_400_000
  const day = new Date(at - 6 * 3_600_000).toISOString().slice(0, 10)
  const anyway = { intent: 'anyway', anyDay: day, anyTime: '10:00' }
  expect((await admin.post('/admin/appointments/new', { ...form.fields, ...anyway })).status).toBe(303)
  const days = await appointments()
  expect(days.find(({ id }) => id === second!.id)).toMatchObject({ planId: null, planDay: null })
  expect(days.at(-1)).toMatchObject({ planId: first!.planId, planDay: 2 })
  expect(await read(plan)).not.toContain(planWords.missed(1))
  // Somebody else put it elsewhere before.
  const again = await admin.post('/admin/appointments/new', { ...form.fields, ...anyway, anyTime: '12:00' })
  expect(again.status).toBe(409)
})

test('a plan is marked as prepaid, counts down, and the mark is taken off by Undo', async () => {
  const plan = await book()
  await admin.post(plan, { intent: 'prepaid' })
  const page = toText(await read(plan))
  expect(page).toContain(planWords.used({ days: 7, done: 0, left: 7, missed: 0 }))
  expect(await read('/admin/plans')).toContain(plansPage.prepaid)
  await admin.post(plan, { intent: 'not-prepaid' })
  expect(await read(plan)).toContain(planWords.prepaid.mark)
})

test('money taken at the desk is shown with what is used and left, and goes back for days that are canceled', async () => {
  const plan = await book()
  const prepaid = planWords.prepaid
  const page = async () => toText(await read(plan))
  for (const amount of ['0', '-1', '1.234', 'a lot', '12345678']) {
    const refused = await admin.post(plan, { intent: 'prepaid', amount, key: randomUUID() })
    const html = toText(await refused.text())
    expect([refused.status, html.includes(prepaid.invalid)], amount).toEqual([400, true])
    expect(formWith(html, 'amount').fields.amount).toBe(amount)
  }
  expect(await page()).toContain(prepaid.mark)
  const { fields } = formWith(await page(), 'amount')
  for (const _ of [1, 2])
    expect((await admin.post(plan, { ...fields, intent: 'prepaid', amount: '$700' })).status).toBe(303)
  expect((await admin.post(plan, { intent: 'pay', amount: '', key: randomUUID() })).status).toBe(400)
  expect((await admin.post(plan, { intent: 'pay', amount: '0.50', key: randomUUID() })).status).toBe(303)
  const [first] = await appointments()
  await look(site, (db) =>
    db.updateTable('appointments').set({ startsAt: 1, endsAt: 2 }).where('id', '=', first!.id).execute(),
  )
  const completed = { intent: 'completed', from: 'confirmed' }
  expect((await admin.post(`/admin/appointments/${first!.id}`, completed)).status).toBe(303)
  for (const text of ['$700.50', prepaid.ofDays('$100.07', 1), prepaid.ofDays('$600.43', 6)])
    expect(await page()).toContain(text)
  expect(await page()).not.toContain(prepaid.back.heading)

  expect(toText(await read('/admin/payments'))).toContain('$600.43')

  await admin.post(plan, { intent: 'cancel-plan' })
  expect(await page()).toContain(prepaid.back.hint('$600.43'))
  const tooMuch = await admin.post(plan, { intent: 'pay-back', back: '600.44', key: randomUUID() })
  const said = toText(await tooMuch.text())
  expect([tooMuch.status, said.includes(prepaid.back.tooMuch('$600.43'))]).toEqual([400, true])
  expect(formWith(said, 'back').fields.back).toBe('600.44')
  const back = formWith(await page(), 'back').fields
  for (const _ of [1, 2])
    expect((await admin.post(plan, { ...back, intent: 'pay-back', back: '600.43' })).status).toBe(303)
  expect(await page()).toContain(prepaid.ofDays('$0.00', 6))
  expect(await page()).not.toContain(prepaid.back.heading)

  const month = clinicDate(Date.now(), clinicTimeZone).toPlainYearMonth().toString()
  const file = await confirmWithPassword(admin, '/admin/payments/export', { month })
  const lines = (await file.text()).split('\r\n').map((line) => line.split(','))
  const toCents = (text = '') => Number(text.replace('.', ''))
  const total = (account: string) =>
    lines.filter((line) => line[3] === account).reduce((sum, line) => sum + toCents(line[5]) - toCents(line[6]), 0)
  const { accounts } = paymentPage.ledger
  const totals = [total(accounts.desk), total(accounts.prepaid), total(accounts['service-sales'])]
  expect(totals).toEqual([10_007, 0, -10_007])
})

test('taking the mark off takes the money off as well, and its Undo is for a mark alone', async () => {
  const plan = await book()
  await admin.post(plan, { intent: 'prepaid', amount: '700', key: randomUUID() })
  const page = toText(await read(plan))
  expect(page).toContain(planWords.prepaid.unmarkMoney('$700.00'))
  await admin.post(plan, { intent: 'not-prepaid' })
  const taken = toText(await read(plan))
  expect(taken).toContain(planWords.done.notPrepaid)
  expect(taken).not.toContain('value="undo"')
  expect(taken).not.toContain('$700')
})

test('all days left are canceled at once, and Undo brings all of them back', async () => {
  const plan = await book()
  const [first] = await appointments()
  await look(site, (db) =>
    db.updateTable('appointments').set({ state: 'completed' }).where('id', '=', first!.id).execute(),
  )
  const canceled = await admin.post(plan, { intent: 'cancel-plan' })
  expect(canceled.status).toBe(303)
  const page = toText(await read(plan))
  expect(page).toContain(planWords.done.cancelled(6))
  expect((await appointments()).map(({ state }) => state)).toEqual([
    'completed',
    ...Array.from({ length: 6 }, () => 'cancelled'),
  ])
  const undo = /action="(\/admin\/appointments\/[\w-]+)[^"]*"(?=[^>]*>(?:(?!<\/form>).)*value="undo")/s.exec(page)![1]!
  await admin.post(undo, { intent: 'undo' })
  expect((await appointments()).filter(({ state }) => state === 'confirmed')).toHaveLength(6)
  expect((await admin.post(plan, { intent: 'cancel-plan' })).status).toBe(303)
  expect((await admin.post(plan, { intent: 'cancel-plan' })).status).toBe(409)
})

test('all days left are moved at once, and Undo brings all of them back to their rooms', async () => {
  const plan = await book()
  expect(toText(await read(plan))).toContain(planWords.moveAll.link(7))
  const places = async () =>
    (await appointments()).map(({ id, startsAt, person, room }) => [id, Number(startsAt), person, room])
  const before = await places()
  const from = new Date(Number(before[6]![1]) + 3 * 86_400_000).toISOString().slice(0, 10)
  const wrong = await admin.get(`${plan}/move?from=tomorrow`)
  expect([wrong.status, toText(await wrong.text()).includes(planWords.moveAll.badFrom)]).toEqual([400, true])
  const { fields } = formWith(await read(`${plan}/move?from=${from}`), 'days')
  const wished = fields.days!.split(',').map((day) => Number(day.split('.')[0]))
  for (const days of ['', 'x', `${wished[0]}.clinic`])
    expect((await admin.post(`${plan}/move`, { ...fields, days })).status).toBe(400)
  const stale = await admin.post(`${plan}/move`, { ...fields, seen: '1,2' })
  expect(toText(await stale.text())).toContain(planWords.moveAll.refused['moved-meanwhile'])
  expect(await places()).toEqual(before)

  const moved = await admin.post(`${plan}/move`, fields)
  expect([moved.status, moved.headers.get('Location')]).toEqual([303, `${plan}#done`])
  expect((await appointments()).map(({ startsAt }) => Number(startsAt))).toEqual(wished)
  const { action, fields: undo } = formWith(await read(plan), 'seen')
  const back = await admin.post(action, { ...undo, intent: 'undo' })
  expect(back.status).toBe(303)
  expect(await places()).toEqual(before)
  expect(toText(await read(plan))).toContain(planWords.done.movedBack(7))
})

test('of days that are to be moved one is taken meanwhile, so all stay and there are new proposals', async () => {
  const plan = await book()
  const { fields } = formWith(await read(`${plan}/move`), 'days')
  const [, taken] = fields.days!.split(',').map((day) => Number(day.split('.')[0]))
  const hold = { holder: 'block:x', resource: 'person:clinic', fromAt: taken!, untilAt: taken! + 3_600_000 } as const
  await look(site, (db) => db.insertInto('holds').values(hold).execute())
  const before = await appointments()
  const refused = await admin.post(`${plan}/move`, fields)
  const html = toText(await refused.text())
  expect([refused.status, html.includes(planWords.moveAll.taken)]).toEqual([409, true])
  expect(formWith(html, 'days').fields.days).not.toContain(String(taken))
  expect(await appointments()).toEqual(before)
})

test('the plan is on the calendar, on the page of each day, and on the record of its patient', async () => {
  const plan = await book()
  const [first] = await appointments()
  const day = new Date(first!.startsAt - 6 * 3_600_000).toISOString().slice(0, 10)
  for (const view of ['week', 'day'])
    expect(await read(`/admin/appointments?view=${view}&day=${day}`)).toContain(`href="${plan}"`)
  expect(toText(await read(`/admin/appointments/${first!.id}`))).toContain(
    adminAppointment.plan('Panchakarma, 7 days', 1, 7),
  )
  expect(await read(`/admin/patients/${first!.patientId}`)).toContain(`href="${plan}"`)
})
