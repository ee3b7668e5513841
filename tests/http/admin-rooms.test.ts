import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { entriesWords as words, pagesWords } from '#app/routes/admin/pages/words.ts'
import { roomSchema } from '#content/schemas/room.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { buttonsIn, formWith } from '#tests/support/visitor.ts'
import rooms from '#content/rooms.json' with { type: 'json' }

const first = `/admin/rooms/${Object.keys(rooms)[0]}`
const second = '/admin/rooms/sun-room'
const service = services[0]!
const servicePath = `/admin/services/${service.id}`
const removal = pagesWords.removal

describe.each(databasesFor(import.meta.url))('rooms on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const read = async (path: string) => (await admin.get(path)).text()
  const press = async (path: string, field: string, intent: string, typed: Record<string, string> = {}) => {
    const { fields } = formWith(await read(path), field)
    // The boxes without a check are not sent.
    const sent = Object.entries(fields).filter(([name]) => !name.startsWith('rooms.'))
    return admin.post(path, { ...Object.fromEntries(sent), ...typed, intent })
  }
  const remove = async (path: string, typed: Record<string, string> = {}) => press(path, 'version', 'remove', typed)
  const readAppointment = (id: string) =>
    look(site, (db) => db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  test('the only one can’t be removed', async () => {
    expect(await read('/admin/rooms')).toContain(roomSchema.list.lead)
    const refused = await remove(first)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(removal.lastRoom)])
    expect(await read('/admin/rooms')).toContain(words.use.shown)
  })

  test('are added, and have no page of the website to preview or view', async () => {
    const added = await admin.post('/admin/rooms', { intent: 'add', title: 'Sun room' })
    expect(added.headers.get('Location')).toBe(`${second}#done`)
    const page = await read(second)
    expect(page).not.toContain('<iframe')
    expect(page).not.toContain(`>${pagesWords.view}<`)
    // It is in use already, without a draft.
    expect(buttonsIn(page, 'intent')).not.toContain('save')
    expect((await press(second, 'name', 'save', { note: 'Upstairs' })).status).toBe(400)
    expect((await press(second, 'name', 'publish', { name: '' })).status).toBe(400)
    expect((await press(second, 'name', 'publish', { note: 'Upstairs, no lift.' })).status).toBe(303)
    const list = await read('/admin/rooms')
    for (const text of ['Sun room', 'Upstairs, no lift.']) expect(list).toContain(text)
  })

  test('of a service are chosen with it, and its minutes', async () => {
    for (const [minutes, sentence] of [
      ['91', 'Enter a multiple of 5.'],
      ['0', 'Enter 5 to 480.'],
      ['an hour', 'Enter a whole number'],
    ] as const) {
      const answer = await press(servicePath, 'minutes', 'publish', { minutes })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes(`value="${minutes}"`)]).toEqual([400, true, true])
    }
    const chosen = { minutes: '90', 'rooms.sun-room': 'on' }
    expect((await press(servicePath, 'minutes', 'publish', chosen)).status).toBe(303)
    const { id } = await bookByTelephone(admin, 1)
    const { room, startsAt, endsAt } = await readAppointment(id)
    expect([room, endsAt - startsAt]).toEqual(['room:sun-room', 90 * 60_000])
  })

  test('that a service or an appointment needs stay, or are removed after a question', async () => {
    const only = await remove(second)
    expect([only.status, await only.text()]).toEqual([
      400,
      expect.stringContaining(removal.onlyRoomOf([service.title]).replaceAll('&', '&amp;')),
    ])
    expect((await press(servicePath, 'minutes', 'publish', { minutes: '90' })).status).toBe(303)

    const asked = await remove(second)
    const html = await asked.text()
    expect([asked.status, html.includes(removal.ahead.rooms(1))]).toEqual([409, true])
    const { fields } = formWith(html, 'asked')
    expect((await admin.post(second, { ...fields, intent: 'remove' })).status).toBe(303)
    expect(await read('/admin/rooms')).toContain(words.states.removed)
    const [{ id: booked, startsAt }] = (await look(site, (db) =>
      db.selectFrom('appointments').select(['id', 'startsAt']).where('room', '=', 'room:sun-room').execute(),
    )) as [{ id: string; startsAt: number }]
    const day = clinicDate(startsAt, clinicTimeZone).toString()
    const inRoom = async (room: string) =>
      (await read(`/admin/appointments?view=list&day=${day}&room=${room}`)).includes(booked)
    expect(await inRoom(Object.keys(rooms)[0]!), 'another room').toBe(false)
    for (const page of [`/admin/appointments?view=day&day=${day}&by=room`, `/admin/appointments/${booked}`])
      expect(await read(page), 'it keeps its room').toContain('Sun room')
    const { id } = await bookByTelephone(admin, 2)
    expect((await readAppointment(id)).room).toBe(first.replace('/admin/rooms/', 'room:'))
    expect(await read(servicePath), 'no service can choose it').not.toContain('rooms.sun-room')

    expect((await press(second, 'version', 'put-back')).status).toBe(303)
    expect(await read(servicePath)).toContain('rooms.sun-room')
  })

  test('are not removed by restoring a version in which they were, past the question', async () => {
    const taken = await look(site, (db) =>
      db
        .selectFrom('contentVersions')
        .select(['version', 'changes'])
        .where('record', '=', 'rooms/sun-room')
        .orderBy('version', 'desc')
        .execute(),
    )
    const from = taken.find(({ changes }) => /"archived":true/.test(changes))!.version
    const asked = await press(second, 'version', 'restore', { from: String(from) })
    expect([asked.status, (await asked.text()).includes(removal.ahead.rooms(1))]).toEqual([409, true])
    expect((await press(servicePath, 'minutes', 'publish', { minutes: '90', 'rooms.sun-room': 'on' })).status).toBe(303)
    const only = await press(second, 'version', 'restore', { from: String(from) })
    expect([only.status, (await only.text()).includes(removal.onlyRoomOf([service.title]).slice(0, 20))]).toEqual([
      400,
      true,
    ])
    expect(await read(servicePath)).toContain('rooms.sun-room')
  })
})
