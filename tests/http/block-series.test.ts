import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/visitor.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'

const path = '/admin/appointments'
const { block: words } = adminCalendar
const soon = Temporal.Now.plainDateISO('America/Chicago').add({ days: 10 })

describe.each(databasesFor(import.meta.url))('repeated blocked time on %s', (kind) => {
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

  const lunch = { fromDay: soon.toString(), fromTime: '12:00', untilTime: '12:30', note: 'Lunch', repeat: '1' }
  const add = (who: typeof owner, more: Record<string, string> = {}) =>
    who.post(path, { intent: 'block', ...lunch, ...more })
  const blocksOf = (note: string) =>
    look(site, (db) => db.selectFrom('blocks').selectAll().where('note', '=', note).orderBy('fromAt').execute())
  const resourcesOf = (id: string) =>
    look(site, (db) => db.selectFrom('holds').select('resource').where('holder', '=', `block:${id}`).execute())

  test('one bad field brings the form back with all that was typed', async () => {
    for (const [typed, sentence] of [
      [{ repeat: '9' }, words.repeat.bad],
      [{ repeatUntil: 'soon' }, words.badDay],
      [{ repeatUntil: soon.subtract({ days: 1 }).toString() }, words.order],
      [{ untilDay: soon.add({ days: 1 }).toString() }, words.repeat.oneDay],
      [{ untilTime: '11:00' }, words.order],
    ] as [Record<string, string>, string][]) {
      const answer = await add(owner, { 'on.friday': 'on', ...typed })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('value="Lunch"')], sentence).toEqual([
        400,
        true,
        true,
      ])
      expect(html, sentence).toMatch(/<input(?=[^>]*name="on\.friday")[^>]* checked/)
    }
    const none = await add(owner, {
      repeatUntil: soon.add({ days: 1 }).toString(),
      [`on.${soon.add({ days: 3 }).toLocaleString('en-US', { weekday: 'long' }).toLowerCase()}`]: 'on',
    })
    expect([none.status, (await none.text()).includes(words.repeat.noDay)]).toEqual([400, true])
    expect(await blocksOf('Lunch')).toEqual([])
  })

  test('a practitioner repeats her own, skips one, and ends it from a day on; others can’t', async () => {
    expect((await add(maya, { what: 'person:lin-wu' })).status).toBe(400)
    expect((await add(maya)).status).toBe(303)
    const [first, second, third] = await blocksOf('Lunch')
    expect(await resourcesOf(first!.id)).toEqual([{ resource: 'person:maya-rao' }])
    const dayOf = ({ fromAt }: { fromAt: number }) =>
      Temporal.Instant.fromEpochMilliseconds(fromAt).toZonedDateTimeISO('America/Chicago').toPlainDate()
    expect([first, second, third].map((one) => dayOf(one!).toString())).toEqual(
      [0, 1, 2].map((weeks) => soon.add({ weeks }).toString()),
    )
    const list = async (who: typeof owner) =>
      (await who.get(`${path}?view=list&day=${dayOf(second!).toString()}`)).text()
    expect(await list(maya)).toContain(words.repeat.end)
    expect((await maya.post(path, { intent: 'unblock', block: second!.id })).status).toBe(303)
    expect((await blocksOf('Lunch')).map(({ id }) => id)).not.toContain(second!.id)
    const count = (await blocksOf('Lunch')).length
    const lin = await signInAs(site, 'practitioner', 'lin@clinic.example', 'lin-wu')
    await lin.post(path, { intent: 'end-series', block: third!.id })
    expect(await blocksOf('Lunch')).toHaveLength(count)
    expect((await maya.post(path, { intent: 'end-series', block: third!.id })).status).toBe(303)
    expect((await blocksOf('Lunch')).map(({ id }) => id)).toEqual([first!.id])
    expect((await maya.post(path, { intent: 'end-series', block: third!.id })).status, 'twice').toBe(303)
  })

  test('appointments on its days are listed, and it is saved when asked again', async () => {
    const { id } = await bookByTelephone(maya, 1, { name: 'Ilse Brandt' })
    const { startsAt } = await look(site, (db) =>
      db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const fromDay = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO('America/Chicago').toPlainDate()
    const closing = {
      fromDay: fromDay.toString(),
      fromTime: '',
      untilTime: '',
      note: 'Closed',
      what: 'person:maya-rao',
    }
    const asked = await add(owner, closing)
    const html = await asked.text()
    expect(asked.status).toBe(409)
    for (const text of ['Ilse Brandt', words.anyway, words.overlap]) expect(html).toContain(text)
    expect(await blocksOf('Closed')).toEqual([])
    expect((await add(owner, { ...closing, intent: 'block-anyway' })).status).toBe(303)
    expect((await blocksOf('Closed')).length).toBeGreaterThan(4)
  })

  test('reaches as far as a raised horizon at once, and nothing is added twice', async () => {
    expect((await add(owner, { note: 'Tea', what: 'person:lin-wu' })).status).toBe(303)
    const before = await blocksOf('Tea')
    const rules = '/admin/pages/booking-rules'
    const publish = async (horizonDays: string) => {
      const { fields } = formWith(await (await owner.get(rules)).text(), 'horizonDays')
      expect((await owner.post(rules, { ...fields, horizonDays, intent: 'publish' })).status).toBe(303)
    }
    const isDone = () =>
      look(site, async (db) => {
        const waiting = await db.selectFrom('jobs').select('id').where('kind', '=', 'extend-blocks').execute()
        return waiting.length === 0 || undefined
      })
    await publish('200')
    await until(isDone)
    const weeks = (await blocksOf('Tea')).map(({ fromAt }) =>
      Math.round((fromAt - before[0]!.fromAt) / (7 * 86_400_000)),
    )
    // From the tenth day on, and two weeks more than can be booked.
    const last = Math.floor((200 + 14 - 10) / 7)
    expect(weeks).toEqual(Array.from({ length: last + 1 }, (_, week) => week))
    for (const horizonDays of ['30', '200']) {
      await publish(horizonDays)
      await until(isDone)
    }
    expect(await blocksOf('Tea')).toHaveLength(weeks.length)
  })
})
