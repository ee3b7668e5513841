import { services } from '#tests/support/catalogue.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatDay } from '#app/domain/shared/clinic-time.ts'
import { adminAppointment, adminNewAppointment as words } from '#content/pages/admin-appointments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { buttonsIn, formWith } from '#tests/support/visitor.ts'

const path = '/admin/appointments/new'
const caller = { name: 'Quill Caller', phone: '(205) 555-4321', service: services[0]!.id }
const today = () => Temporal.Now.plainDateISO(clinicTimeZone)

let site: Awaited<ReturnType<typeof startSiteOn>>
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  admin = await signInAsAdmin(site)
})
afterAll(() => site.stop())

const toText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('\u00A0', ' ')
const findField = (html: string, label: string) =>
  html.split('<div class="field">').find((part) => part.startsWith(`<label`) && toText(part).startsWith(label)) ?? ''
const listAppointments = () => look(site, (db) => db.selectFrom('appointments').select('id').execute())
const post = async (fields: Record<string, string>) => {
  const answer = await admin.post(path, { ...caller, ...fields })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

test('choosing a time or patient preserves the input, stores nothing, and puts no personal data into URLs', async () => {
  const start = formWith(await (await admin.get(path)).text(), 'phone')
  expect(start.action).toBe(`${path}#outcome`)
  const typed = {
    ...start.fields,
    ...caller,
    email: 'quill@example.com',
    health: 'xylophonic tiredness',
    anyTime: '06:00',
  }
  const times = buttonsIn(start.html, 'go').filter((go) => go.includes('at='))
  const presses: Record<string, string>[] = [
    { go: times[0]! },
    { intent: 'show' },
    { intent: 'find', known: 'unknown' },
    { intent: 'find', known: '' },
  ]
  for (const press of presses) {
    const { status, headers, html } = await post({ ...typed, ...press })
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const { known = '' } = press
    expect(formWith(html, 'phone').fields).toMatchObject({ ...typed, known, searched: known })
    for (const [, address] of html.matchAll(/(?:href|action|formaction)="([^"]*)"/gi))
      expect(address).not.toMatch(/quill|555|tired|unknown/i)
  }
  expect(await listAppointments()).toEqual([])
})

test('an unknown service gets a 400 and books nothing', async () => {
  for (const service of ['', 'constructor']) {
    const { status, html } = await post({
      service,
      intent: 'anyway',
      anyDay: today().add({ days: 9 }).toString(),
      anyTime: '7:00',
    })
    expect(status).toBe(400)
    expect(toText(findField(html, words.service))).toContain(words.chooseService)
    expect(html).toContain(`value="${caller.name}"`)
  }
  expect(await listAppointments()).toEqual([])
})

test('Book anyway accepts days from today to a year ahead, and other days get an error next to the field', async () => {
  const first = today()
  const last = first.add({ years: 1 })
  const past = words.anyway.past
  const tooFar = words.anyway.tooFarAhead(formatDay(last, first))
  for (const [day, sentence] of [
    ['1/1/2020', past],
    [first.subtract({ days: 1 }).toString(), past],
    [last.add({ days: 1 }).toString(), tooFar],
    ['2999-01-01', tooFar],
  ]) {
    const { status, html } = await post({ intent: 'anyway', anyDay: day!, anyTime: '11:45 pm' })
    expect(status, day).toBe(400)
    expect(toText(findField(html, words.anyway.day)), day).toContain(sentence)
    expect(html, day).not.toContain(words.notOffered)
    expect(html).toContain(`value="${caller.name}"`)
  }
  // A page that was open for a long time.
  const old = await post({ intent: 'anyway', day: '2020-01-02', at: String(Date.UTC(2020, 0, 2, 18)) })
  expect([old.status, toText(old.html)]).toEqual([400, expect.stringContaining(past)])
  expect(await listAppointments()).toEqual([])
  for (const day of [first, last])
    expect((await post({ intent: 'anyway', anyDay: day.toString(), anyTime: '12:05 am' })).status, day.toString()).toBe(
      303,
    )
})

test('the next page says once that the appointment is booked, and again to scripts that load it again', async () => {
  const day = today().add({ days: 3 }).toString()
  const booked = await post({ intent: 'anyway', anyDay: day, anyTime: '5:40 am' })
  const record = new URL(booked.headers.get('Location')!, site.url).pathname
  const read = async (address: string) => {
    const answer = await admin.get(address)
    return { cookies: answer.headers.getSetCookie().join(), isSaid: (await answer.text()).includes(said) }
  }
  const said = adminAppointment.state.booked
  expect(await read(`${record}.data`)).toEqual({ cookies: expect.stringContaining('Max-Age=5;'), isSaid: true })
  // Without a new cookie, which would prolong it.
  expect(await read(`${record}.data`)).toEqual({ cookies: '', isSaid: true })
  // A document doesn't repeat it.
  expect(await read(record)).toEqual({ cookies: expect.stringContaining('Max-Age=0;'), isSaid: false })
})

test('a missing time is reported with the other missing fields, and only Book anyway books outside the offered times', async () => {
  const blank = await post({ name: '' })
  expect(blank.status).toBe(400)
  expect(toText(blank.html)).toContain(words.chooseTime)
  expect(toText(blank.html)).toContain(words.blank.name)
  const before = await listAppointments()
  const squeeze = { anyDay: today().add({ days: 3 }).toString(), anyTime: '06:00' }
  const time = new URLSearchParams(buttonsIn(blank.html, 'go').find((go) => go.includes('at=')))
  const presses: Record<string, string>[] = [
    { intent: 'book' },
    { intent: 'enter' },
    { intent: 'enter', ...Object.fromEntries(time) },
  ]
  for (const press of presses) {
    const { status, html } = await post({ ...squeeze, ...press })
    expect([status, toText(html)]).toEqual([400, expect.stringContaining(words.whichTime)])
  }
  expect(await listAppointments()).toEqual(before)
})

test('Find asks for more characters if the search is too short', async () => {
  for (const known of ['', ' ', 'q', '55', '(2'])
    expect(toText((await post({ intent: 'find', known })).html), known).toContain(words.known.tooShort)
  for (const known of ['', 'q']) expect((await post({ intent: 'find', known })).html).not.toContain(words.known.none)
  expect(toText((await post({ intent: 'find', known: '999' })).html)).toContain(words.known.none)
})

test('the search and its results stay until a patient is chosen', async () => {
  const day = today().add({ days: 30 }).toString()
  await post({ name: 'Wren Quillfeather', intent: 'anyway', anyDay: day, anyTime: '5:00' })
  const { html } = await post({ intent: 'show', known: 'quillfea' })
  const [id = ''] = buttonsIn(html, 'use')
  const filled = await post({ use: id, known: 'quillfea' })
  expect(formWith(filled.html, 'phone').fields).toMatchObject({ name: 'Wren Quillfeather', known: '' })
  expect(toText(filled.html)).toContain(words.known.filledIn('Wren Quillfeather'))
  const gone = await post({ use: 'constructor' })
  expect([gone.status, toText(gone.html)]).toEqual([200, expect.stringContaining(words.known.gone)])
  // Enter searches if the search changed, and books otherwise.
  const enter = await post({ intent: 'enter', known: 'quillfea', searched: '' })
  expect(enter.html).toContain(`value="${id}"`)
  expect((await post({ intent: 'enter', known: 'quillfea', searched: 'quillfea' })).html).toContain(words.chooseTime)
})
