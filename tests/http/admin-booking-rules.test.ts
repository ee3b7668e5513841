import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { standInNames } from '#content/system-checks.ts'

const rules = '/admin/pages/booking-rules'
const service = '/admin/services/abhyangam'
const patient = { name: 'Lin', email: 'lin@example.com', phone: '(205) 555-0101', health: 'Sleep' }

describe.each(databasesFor(import.meta.url))('the rules of booking on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const publish = async (path: string, field: string, typed: Record<string, string>) => {
    const { fields } = formWith(await (await admin.get(path)).text(), field)
    return admin.post(path, { ...fields, ...typed, intent: 'publish' })
  }
  const readWidget = async () => {
    const person = visitor(site)
    await person.post('/booking/abhyangam', patient)
    return (await person.get('/booking/widget')).text()
  }

  test('hold from the next page on', async () => {
    expect(await readWidget()).toContain('You can book up to 60 days ahead, and until 4 hours before.')
    const changed = await publish(rules, 'stepMinutes', { horizonDays: '21', noticeHours: '12', stepMinutes: '60' })
    expect(changed.status).toBe(303)
    const widget = await readWidget()
    expect(widget).toContain('You can book up to 21 days ahead, and until 12 hours before.')
    // Which hours are left of the first day depends on the hour of the test.
    const minutes = [...widget.matchAll(/>\d+(?::(\d\d))? [ap]m</g)].map(([, minute = '00']) => minute)
    expect(new Set(minutes).size, 'as at opening, each hour').toBe(1)
  })

  test('are placeholders until the box says that they are right', async () => {
    const system = async () => (await (await admin.get('/admin/system')).text()).includes(standInNames.booking!)
    expect(await system()).toBe(true)
    expect((await publish(rules, 'stepMinutes', { confirmed: 'on' })).status).toBe(303)
    expect(await system()).toBe(false)
  })

  test.each([
    ['stepMinutes', '7', 'Enter a multiple of 5.'],
    ['stepMinutes', '0', 'Enter 5 to 120.'],
    ['horizonDays', '366', 'Enter 1 to 365.'],
    ['noticeHours', '-1', 'Enter a whole number'],
    ['mostUpcoming', 'three', 'Enter a whole number'],
  ])('refuse %s %s with a sentence beside the field', async (field, typed, sentence) => {
    const answer = await publish(rules, 'stepMinutes', { [field]: typed })
    const html = await answer.text()
    expect([answer.status, html.includes(sentence), html.includes(`value="${typed}"`)]).toEqual([400, true, true])
  })

  test('of a service say where it is given, whether it is a request first, and what its patients read', async () => {
    const preparation = 'Bring warm socks.'
    const said = { available: 'on', way: 'video', asksClinic: 'on', preparation }
    expect((await publish(service, 'minutes', said)).status).toBe(303)
    const { link, person } = await bookOnline(site, patient, '/booking/abhyangam')
    const { room, state } = await look(site, (db) =>
      db.selectFrom('appointments').select(['room', 'state']).executeTakeFirstOrThrow(),
    )
    expect([room, state]).toEqual([null, 'requested'])
    expect(await (await person.get(link)).text()).toContain(preparation)
    expect((await publish(service, 'minutes', { way: 'by pigeon' })).status).toBe(400)
  })
})
