import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handOverPage } from '#content/pages/hand-over.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'
import { formWith } from '#tests/support/visitor.ts'

const path = '/admin/appointments/hand-over'

describe.each(databasesFor(import.meta.url))('when a practitioner’s access ends on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let owner: Awaited<ReturnType<typeof signInAsAdmin>>
  let maya: typeof owner
  let one: string
  let two: string
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    owner = await signInAsAdmin(site)
    const first = await addPerson(owner, 'Maya Rao')
    await addPerson(owner, 'Lin Wu')
    maya = await signInAs(site, 'practitioner', 'maya@clinic.example', first)
    one = (await bookByTelephone(maya, 1, { name: 'Ilse Brandt', email: 'ilse@example.com' })).id
    two = (await bookByTelephone(maya, 2, { name: 'Otto Brandt' })).id
  })
  afterAll(() => site?.stop())

  const read = async (address: string) => (await owner.get(address)).text()
  const find = (id: string) =>
    look(site, (db) =>
      db.selectFrom('appointments').select(['startsAt', 'person']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const end = async () => {
    const { accountId } = await look(site, (db) =>
      db.selectFrom('staff').select('accountId').where('role', '=', 'practitioner').executeTakeFirstOrThrow(),
    )
    return owner.post('/admin/staff', { intent: 'end', accountId, was: 'practitioner' })
  }

  test('there is nothing to hand over before', async () => {
    expect(await read(path)).toContain(handOverPage.none)
    expect(await read('/admin')).not.toContain(toDo.handovers.heading)
    expect(await read('/admin/staff')).not.toContain(path)
  })

  test('her appointments are listed right after, on Today and from Staff, with who else is free', async () => {
    const ended = await end()
    expect(ended.headers.get('Location')).toBe(`${path}#done`)
    const html = await read(path)
    for (const text of ['Ilse Brandt', 'Otto Brandt', handOverPage.to('Lin Wu'), handOverPage.offered('Maya Rao')])
      expect(html).toContain(text)
    expect(html).toContain(handOverPage.lead)
    for (const absent of [handOverPage.to('Maya Rao'), handOverPage.none, handOverPage.nobody, 'These are the first'])
      expect(html).not.toContain(absent)
    expect(html).toContain('href="/admin/team/maya-rao"')
    expect(await read('/admin')).toContain(toDo.handovers.heading)
    expect(await read('/admin/staff')).toContain(path)
    const desk = await signInAs(site, 'front-desk')
    const theirs = await (await desk.get(path)).text()
    expect(theirs).toContain('Ilse Brandt')
    expect(theirs).not.toContain('href="/admin/team/maya-rao"')
  })

  test('one press hands an appointment over, at its time, and its patient is told', async () => {
    const { startsAt } = await find(one)
    const press = { at: String(startsAt), wasAt: String(startsAt), wasWith: 'maya-rao', who: 'lin-wu', return: path }
    const moved = await owner.post(`/admin/appointments/${one}/move`, press)
    expect(moved.headers.get('Location')).toBe(`${path}#done`)
    expect(await find(one)).toEqual({ startsAt, person: 'person:lin-wu' })
    const emails = await look(site, (db) => db.selectFrom('emails').select('ids').execute())
    expect(emails.filter(({ ids }) => ids.includes(one) && ids.includes('moved'))).toHaveLength(1)
    const html = await read(path)
    expect(html).not.toMatch(/<tr>(?:(?!<\/tr>).)*Ilse Brandt/s)
    expect(html).toContain('Otto Brandt')
    // Pressed on a page from before.
    expect((await owner.post(`/admin/appointments/${one}/move`, press)).status).toBe(409)
  })

  test('where nobody else is free, the page leads to another time, and a press that lost says so', async () => {
    const { startsAt } = await find(two)
    const day = Temporal.Instant.fromEpochMilliseconds(startsAt)
      .toZonedDateTimeISO('America/Chicago')
      .toPlainDate()
      .toString()
    const blocked = { intent: 'block', fromDay: day, what: 'person:lin-wu' }
    expect([303, 409]).toContain((await owner.post('/admin/appointments', blocked)).status)
    await owner.post('/admin/appointments', { ...blocked, intent: 'block-anyway' })
    const html = await read(path)
    expect(html).toContain(handOverPage.nobody)
    expect(html).toContain(`/admin/appointments/${two}/move`)
    const press = { at: String(startsAt), wasAt: String(startsAt), wasWith: 'maya-rao', who: 'lin-wu', return: path }
    expect((await owner.post(`/admin/appointments/${two}/move`, press)).status).toBe(409)
    expect((await find(two)).person).toBe('person:maya-rao')
  })

  test('nothing is left once the last one is canceled, or someone is her again', async () => {
    const cancel = await owner.post(`/admin/appointments/${two}`, { intent: 'cancel' })
    expect(cancel.status).toBe(303)
    expect(await read(path)).toContain(handOverPage.none)
    expect(await read('/admin')).not.toContain(toDo.handovers.heading)
    await owner.post(`/admin/appointments/${two}`, { intent: 'undo' })
    expect(await read(path)).toContain('Otto Brandt')
    await signInAs(site, 'practitioner', 'again@clinic.example', 'maya-rao')
    expect(await read(path)).toContain(handOverPage.none)
  })

  test('another role of hers does the same', async () => {
    const { accountId } = await look(site, (db) =>
      db.selectFrom('staff').select('accountId').where('person', '=', 'person:maya-rao').executeTakeFirstOrThrow(),
    )
    const changed = await owner.post('/admin/staff', {
      ...{ intent: 'role', accountId, was: 'practitioner', role: 'front-desk' },
    })
    expect(changed.headers.get('Location')).toBe(`${path}#done`)
    expect(await read(path)).toContain('Otto Brandt')
  })

  test('somebody’s appointments go to others all at once, without ending an account', async () => {
    const of = (person: string) => `${path}?person=${person}`
    expect(await read(of('lin-wu'))).toContain(handOverPage.leadOf('Lin Wu'))
    expect(await read(of('lin-wu'))).toContain('Ilse Brandt')
    expect(await read(of('lin-wu'))).not.toMatch(/Otto Brandt|href="\/admin\/team\//)
    const choices = /<select[^>]*name="to".*?<\/select>/s.exec(await read(of('lin-wu')))![0]
    expect([choices.includes('Maya Rao'), choices.includes('Lin Wu')]).toEqual([true, false])
    /** As a browser posts it: to the page, without its query. */
    const reassign = async (person: string, to: string) => {
      const { fields } = formWith(await read(of(person)), 'to')
      return owner.post(path, { ...fields, intent: 'all', to })
    }
    expect((await owner.post(path, { person: 'lin-wu', intent: 'some' })).status).toBe(403)
    const moved = await reassign('lin-wu', '')
    expect(moved.headers.get('Location')).toBe(`${of('lin-wu')}#done`)
    expect(await read(of('lin-wu'))).toContain(handOverPage.done(1, 0))
    expect((await find(one)).person).toBe('person:maya-rao')
    expect(await read(of('lin-wu'))).toContain(handOverPage.none)
    // Lin's day is blocked, so what nobody can take stays.
    await reassign('maya-rao', 'lin-wu')
    expect((await find(two)).person).toBe('person:maya-rao')
    expect(await read(of('maya-rao'))).toContain('Otto Brandt')
  })
})
