import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminAppointment, adminCalendar } from '#content/pages/admin-appointments.ts'
import { planWords } from '#content/pages/admin-plans.ts'
import { patientPage, patientsPage } from '#app/routes/admin/patients/words.ts'
import { myDay, nowAndNext, todayPage } from '#app/routes/admin/today/words.ts'
import { staffPage } from '#app/routes/admin/staff/words.ts'
import { services } from '#tests/support/catalogue.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'
import { makePlan } from '#tests/support/plans.ts'

const calendar = '/admin/appointments'
const canary = 'qzcanary'
const missing = '00000000-0000-4000-8000-000000000000'

describe.each(databasesFor(import.meta.url))('a practitioner on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let owner: Awaited<ReturnType<typeof signInAsAdmin>>
  let maya: typeof owner
  let lin: typeof owner
  /** With Maya, whose patient is Ilse; with Lin, whose patient's name and answers are the canary. */
  let own: string
  let others: string
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    owner = await signInAsAdmin(site)
    const [first, second] = [await addPerson(owner, 'Maya Rao'), await addPerson(owner, 'Lin Wu')]
    maya = await signInAs(site, 'practitioner', 'maya@clinic.example', first)
    lin = await signInAs(site, 'practitioner', 'lin@clinic.example', second)
    own = (await bookByTelephone(maya, 1, { name: 'Ilse Brandt', health: 'sleeps badly' })).id
    const patient = { name: `${canary} Gold`, email: `${canary}@example.com`, health: canary }
    others = (await bookByTelephone(lin, 2, patient)).id
    const { startsAt } = await look(site, (db) =>
      db.selectFrom('appointments').select('startsAt').where('id', '=', own).executeTakeFirstOrThrow(),
    )
    day = new Date(startsAt - 6 * 3_600_000).toISOString().slice(0, 10)
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ note: `${canary} note`, state: 'requested' })
        .where('id', '=', others)
        .execute(),
    )
  })
  afterAll(() => site?.stop())

  let day = ''
  const read = async (path: string) => (await maya.get(path)).text()
  const personOf = async (id: string) =>
    (
      await look(site, (db) =>
        db.selectFrom('appointments').select('person').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    ).person
  const countEntries = () =>
    look(site, async (db) => (await db.selectFrom('auditHead').select('count').executeTakeFirstOrThrow()).count)

  test('books for herself only', async () => {
    expect([await personOf(own), await personOf(others)]).toEqual(['person:maya-rao', 'person:lin-wu'])
    expect(await read(`${calendar}/new`)).not.toContain('Lin Wu')
    await expect(bookByTelephone(maya, 3, { who: 'lin-wu' })).rejects.toThrow('nothing was booked: 400')
    const squeezed = { who: 'lin-wu', anyDay: day, anyTime: '06:00', intent: 'anyway' }
    expect(await personOf((await bookByTelephone(maya, 4, squeezed)).id)).toBe('person:maya-rao')
  })

  test('sees the plans that she gives days of with these alone, marks none, and sees no others', async () => {
    const squeezed = { anyDay: day, anyTime: '05:00', intent: 'anyway' }
    const alsoLins = (await bookByTelephone(lin, 5, { ...squeezed, name: `${canary} Silver` })).id
    const mine = (await bookByTelephone(maya, 6, { ...squeezed, anyTime: '07:00', name: 'Ilse Brandt' })).id
    const [shared, theirs] = await look(site, async (db) => [
      await makePlan(db, [alsoLins, mine], 'Shared plan'),
      await makePlan(db, [others], 'Plan of Lin'),
    ])
    const list = await read('/admin/plans')
    expect(list).toContain('Shared plan')
    expect(list).not.toContain('Plan of Lin')
    const page = await read(`/admin/plans/${shared}`)
    expect(page.replaceAll('<!-- -->', '')).toContain(planWords.day(2))
    expect(page).toContain(mine)
    for (const html of [list, page]) for (const hidden of [canary, alsoLins]) expect(html).not.toContain(hidden)
    for (const hidden of ['href="/admin/plans/new', '/admin/plan-templates']) expect(list).not.toContain(hidden)
    for (const hidden of [planWords.prepaid.mark, 'id="prepaid"', `${shared}/move`]) expect(page).not.toContain(hidden)
    expect((await maya.get(`/admin/plans/${theirs}`)).status).toBe(404)
    expect((await maya.post(`/admin/plans/${shared}`, { intent: 'prepaid' })).status).toBe(403)
    expect((await maya.get('/admin/plans/new')).status).toBe(403)
    expect((await maya.get(`/admin/plans/${shared}/move`)).status).toBe(403)
    expect((await maya.post(`/admin/plans/${shared}/move`, { days: '' })).status).toBe(403)
    const canceled = await maya.post(`/admin/plans/${theirs}`, { intent: 'cancel-plan' })
    expect(canceled.status).toBe(409)
    const startsAt = Date.now()
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt, endsAt: startsAt + 3_600_000 })
        .where('id', '=', mine)
        .execute(),
    )
    expect(await read('/admin/my-day')).toContain(myDay.planDay(1, 2))
    await look(site, async (db) => {
      await db.deleteFrom('appointments').where('id', 'in', [alsoLins, mine]).execute()
      await db.deleteFrom('plans').execute()
    })
  })

  test('sees her own appointments in every view, and nothing of others', async () => {
    const views = ['day', 'week', 'month', 'list'].flatMap((view) =>
      ['', '&with=lin-wu', '&by=room', '&state=requested', `&open=${others}`].map(
        (more) => `${calendar}?view=${view}&day=${day}${more}`,
      ),
    )
    for (const path of [
      ...views,
      '/admin/my-day',
      '/admin/more',
      '/admin/search',
      `${calendar}/new`,
      '/admin/waiting',
    ]) {
      for (const address of [path, path.replace(/(\?|$)/, '.data$1')]) {
        const html = await read(address)
        expect(html, address).not.toContain(canary)
        if (!path.includes('with=')) expect(html, address).not.toContain('Lin Wu')
      }
    }
    expect(await read(`${calendar}?view=day&day=${day}`)).toContain('Ilse Brandt')
    const all = await (await owner.get(`${calendar}?view=list&day=${day}&with=maya-rao`)).text()
    const [withMaya = ''] = all.split('id="requests"')
    expect([withMaya.includes('Ilse Brandt'), /<tr>(?:(?!<\/tr>).)*Gold/s.test(withMaya)]).toEqual([true, false])
    const month = /view=month/.exec(await read(`${calendar}?view=month&day=${day}`))
    expect(month).not.toBeNull()
    const opened = await maya.get(`${calendar}?day=${day}&open=${others}`)
    expect([opened.status, await opened.text()]).toEqual([404, expect.stringContaining(adminCalendar.missing)])
  })

  test('finds only her own patients', async () => {
    for (const path of ['/admin/search', '/admin/search/results']) {
      expect(await (await maya.post(path, { q: 'Ilse' })).text()).toContain('Ilse Brandt')
      expect(await (await maya.post(path, { q: 'Gold' })).text()).not.toContain(canary)
    }
    const find = (known: string) => maya.post(`${calendar}/new`, { known, intent: 'find', service: services[0]!.id })
    expect(await (await find('Ilse')).text()).toContain('Ilse Brandt')
    expect(await (await find('Gold')).text()).not.toContain(canary)
    const used = await maya.post(`${calendar}/new`, { use: others, service: services[0]!.id })
    expect(await used.text()).not.toContain(canary)
  })

  const patientOf = async (id: string) =>
    (
      await look(site, (db) =>
        db.selectFrom('appointments').select('patientId').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    ).patientId ?? ''
  const patients = '/admin/patients'

  test('has a list of her own patients, with her own appointments only', async () => {
    const ilse = await patientOf(own)
    const { id: elsewhere } = await bookByTelephone(owner, 5, {
      ...{ name: 'Ilse Brandt', patient: ilse, who: 'lin-wu', health: canary },
    })
    expect(await patientOf(elsewhere)).toBe(ilse)
    const { email } = await look(site, (db) =>
      db.selectFrom('patients').select('email').where('id', '=', ilse).executeTakeFirstOrThrow(),
    )
    await placeOrderOn(site, { contact: { name: 'Ilse Brandt', email } })
    expect(await (await owner.get(`${patients}/${ilse}`)).text()).toContain('/admin/orders/')
    const tag = (who: typeof owner, id: string, text: string) =>
      who.post(`${patients}/${id}`, { intent: 'tag', tag: text })
    expect((await tag(owner, await patientOf(others), canary)).status).toBe(303)
    for (const path of [patients, `${patients}?tag=${canary}`, `${patients}.data`]) {
      const list = (await read(path)).replaceAll(`tag=${canary}`, '')
      expect(list, path).not.toMatch(path.includes('tag=') ? / Gold/ : canary)
      expect(list, path).not.toContain('Lin Wu')
    }
    expect(await read(patients)).toContain(`href="${patients}/${ilse}"`)
    expect(await (await owner.get(patients)).text(), 'with whom they mostly are').toContain('Lin Wu')
    const find = async (q: string) => (await maya.post(patients, { q })).text()
    expect(await find('brandt')).toContain(patientsPage.found(1))
    expect(await find('gold')).toContain(patientsPage.found(0))
    for (const path of [`${patients}/${ilse}`, `${patients}/${ilse}.data`]) {
      const record = await read(path)
      expect(record).toContain(own)
      for (const hidden of [elsewhere, canary, 'Lin Wu', '/admin/orders/', patientPage.other.heading])
        expect(record, hidden).not.toContain(hidden)
    }
    expect((await tag(maya, ilse, 'warm room')).status).toBe(303)
    expect(await read(`${patients}?tag=warm room`)).toContain('Ilse Brandt')
    for (const intent of ['merge', 'merge-open', 'merge-same', 'separate', 'split', 'undo', 'find'])
      expect((await maya.post(`${patients}/${ilse}`, { intent, q: 'gold' })).status, intent).toBe(403)
  })

  test('reads and writes clinical notes of her patients, and deletes her own', async () => {
    const ilse = `${patients}/${await patientOf(own)}`
    const noteIds = async (who: typeof owner, intent?: string) => {
      const html = await (intent ? await who.post(ilse, { intent }) : await who.get(ilse)).text()
      return { html, ids: [...html.matchAll(/name="noteId" value="([^"]+)"/g)].map(([, id]) => id!) }
    }
    for (const [who, note] of [
      [owner, 'Allergic to sesame.'],
      [maya, 'Prefers a firm table.'],
    ] as const)
      expect((await who.post(ilse, { intent: 'clinical-note', note })).status).toBe(303)
    expect((await maya.post(ilse, { intent: 'desk-note', note: 'Parks behind the house.' })).status).toBe(303)
    expect((await maya.get(ilse)).status).toBe(200)
    expect(await read(ilse)).not.toContain('Allergic to sesame.')
    const before = await countEntries()
    const shown = await noteIds(maya, 'show-notes')
    expect(shown.html).toContain('Allergic to sesame.')
    expect(shown.html).toContain('Prefers a firm table.')
    expect(Number(await countEntries())).toBe(Number(before) + 1)
    // Hers, clinical and for the desk.
    expect(shown.ids).toHaveLength(2)
    const all = (await noteIds(owner, 'show-notes')).ids
    expect(all).toHaveLength(3)
    for (const noteId of all)
      expect([303, 409]).toContain((await maya.post(ilse, { intent: 'delete-clinical-note', noteId })).status)
    const left = (await noteIds(owner, 'show-notes')).html
    expect(left).toContain('Allergic to sesame.')
    expect(left).not.toContain('Prefers a firm table.')
  })

  test('gets the same answer for somebody else’s patient as for one that does not exist', async () => {
    const [theirs, gone] = [await patientOf(others), missing].map((id) => `${patients}/${id}`) as [string, string]
    const before = await countEntries()
    for (const suffix of ['', '.data'])
      expect([(await maya.get(theirs + suffix)).status, (await maya.get(gone + suffix)).status]).toEqual([404, 404])
    const acts: Record<string, string>[] = [
      { intent: 'tag', tag: 'x' },
      { intent: 'untag', removed: canary },
      { intent: 'desk-note', note: 'x' },
      { intent: 'clinical-note', note: 'x' },
      { intent: 'show-notes' },
      { intent: 'delete-clinical-note', noteId: missing },
    ]
    for (const fields of acts) {
      const [there, nowhere] = [await maya.post(theirs, fields), await maya.post(gone, fields)]
      expect([there.status, nowhere.status], fields.intent).toEqual([409, 409])
      expect(await there.text()).not.toContain(`${canary} Gold`)
    }
    expect(await countEntries()).toEqual(before)
  })

  const posts: Record<string, string>[] = [
    ...['accepted', 'declined', 'cancel', 'undo', 'health', 'keep-health', 'confirm-address'].map((intent) => ({
      intent,
    })),
    ...['arrived', 'in-session', 'completed', 'no-show'].map((intent) => ({ intent, from: 'requested' })),
    { intent: 'undo-answer', answer: 'accepted', revision: '0' },
    { intent: 'correct', name: 'Taken Over', phone: '(205) 555-0100', service: services[0]!.id },
    { intent: 'correct-anyway', name: 'Taken Over', phone: '(205) 555-0100', service: services[1]!.id },
  ]

  test('gets the same answer for somebody else’s appointment as for one that does not exist', async () => {
    const before = [await countEntries(), await personOf(others)]
    for (const suffix of ['', '/move']) {
      const [there, gone] = await Promise.all([others, missing].map((id) => maya.get(`${calendar}/${id}${suffix}`)))
      expect([there!.status, gone!.status]).toEqual([404, 404])
      expect(await there!.text()).not.toContain(canary)
    }
    const at = String(Date.now() + 7 * 86_400_000)
    for (const [suffix, fields] of [
      ...posts.map((post) => ['', post] as const),
      ['/move', { at, who: 'maya-rao' }] as const,
      ['/move', { at, who: 'maya-rao', intent: 'undo' }] as const,
    ]) {
      const [there, gone] = [
        await maya.post(`${calendar}/${others}${suffix}`, fields),
        await maya.post(`${calendar}/${missing}${suffix}`, fields),
      ]
      expect(there.status, JSON.stringify(fields)).toBe(gone.status)
      expect(await there.text()).not.toContain(canary)
    }
    expect([await countEntries(), await personOf(others)]).toEqual(before)
  })

  test('keeps an appointment of hers when she moves it, and opens its health answer, which is recorded', async () => {
    const { startsAt } = await look(site, (db) =>
      db.selectFrom('appointments').select('startsAt').where('id', '=', own).executeTakeFirstOrThrow(),
    )
    const html = await read(`${calendar}/${own}/move?day=${day}`)
    const at = [...html.matchAll(/[?;&]at=(\d+)/g)].map(([, time]) => time!).find((time) => Number(time) !== startsAt)!
    expect((await maya.post(`${calendar}/${own}/move`, { at, who: 'lin-wu' })).status).toBe(400)
    expect((await maya.post(`${calendar}/${own}/move`, { at })).status).toBe(303)
    expect(await personOf(own)).toBe('person:maya-rao')
    const page = await read(`${calendar}/${own}`)
    expect(page).toContain(adminAppointment.health.button)
    expect(page).not.toContain('sleeps badly')
    expect(await (await maya.post(`${calendar}/${own}`, { intent: 'health' })).text()).toContain('sleeps badly')
    for (const intent of ['keep-health', 'release-health'])
      expect((await maya.post(`${calendar}/${own}`, { intent })).status).toBe(303)
    const trail = await (await owner.get('/admin/audit')).text()
    expect(trail).toContain('The practitioner')
  })

  test('blocks her own time, and cannot unblock or stretch what blocks others too', async () => {
    const later = Temporal.Now.plainDateISO('America/Chicago').add({ weeks: 5 }).toString()
    const block = (who: typeof owner, more: Record<string, string>) =>
      who.post(calendar, { intent: 'block', fromDay: later, ...more })
    expect((await block(maya, { what: 'person:lin-wu' })).status).toBe(400)
    expect((await block(maya, { fromTime: '12:00', untilTime: '13:00', note: 'Lunch' })).status).toBe(303)
    expect((await block(owner, { fromTime: '15:00', untilTime: '16:00', note: 'Meeting' })).status).toBe(303)
    expect((await block(lin, { fromTime: '09:00', untilTime: '10:00', note: canary })).status).toBe(303)
    const blocks = await look(site, (db) => db.selectFrom('blocks').selectAll().execute())
    const blocked = (note: string) => blocks.find((one) => one.note === note)!
    const resources = await look(site, (db) =>
      db
        .selectFrom('holds')
        .select('resource')
        .where('holder', '=', `block:${blocked('Lunch').id}`)
        .execute(),
    )
    expect(resources).toEqual([{ resource: 'person:maya-rao' }])
    const page = await read(`${calendar}?view=day&day=${later}`)
    for (const note of ['Lunch', 'Meeting']) expect(page).toContain(note)
    expect(page).not.toContain(canary)
    expect(page).toContain(`value="${blocked('Lunch').id}"`)
    expect(page).not.toContain(`value="${blocked('Meeting').id}"`)
    for (const note of ['Meeting', canary]) {
      const { id, fromAt, untilAt } = blocked(note)
      await maya.post(calendar, { intent: 'unblock', block: id })
      const was = { wasFrom: String(fromAt), wasUntil: String(untilAt) }
      const stretched = { intent: 'stretch', block: id, from: String(fromAt), until: String(untilAt + 300_000), ...was }
      expect((await maya.post(calendar, stretched)).status).toBe(409)
      expect(
        await look(site, (db) => db.selectFrom('blocks').select('untilAt').where('id', '=', id).executeTakeFirst()),
      ).toEqual({ untilAt })
    }
    expect((await maya.post(calendar, { intent: 'unblock', block: blocked('Lunch').id })).status).toBe(303)
    expect(await read(`${calendar}?view=day&day=${later}`)).not.toContain('Lunch')
  })

  const feedAddress = (html: string) => /<code>([^<]+)<\/code>/.exec(html)?.[1] ?? ''

  test('has a calendar feed of her own appointments, which ends with a new link and with her access', async () => {
    const address = feedAddress(await read(calendar))
    const text = await (await fetch(address)).text()
    expect(text).toContain(own)
    expect(text).not.toContain(others)
    expect(await (await fetch(feedAddress(await (await owner.get(calendar)).text()))).text()).toContain(others)
    expect((await maya.post(calendar, { intent: 'renew-feed' })).status).toBe(303)
    const renewed = feedAddress(await read(calendar))
    expect([(await fetch(address)).status, (await fetch(renewed)).status]).toEqual([404, 200])
    const { accountId } = await look(site, (db) =>
      db.selectFrom('staff').select('accountId').where('person', '=', 'person:lin-wu').executeTakeFirstOrThrow(),
    )
    const feedOfLin = feedAddress(await (await lin.get(calendar)).text())
    expect((await fetch(feedOfLin)).status).toBe(200)
    const end = { intent: 'end', accountId, was: 'practitioner' }
    expect((await owner.post('/admin/staff', end)).status).toBe(303)
    expect((await fetch(feedOfLin)).status).toBe(404)
    expect((await lin.get('/admin/my-day')).headers.get('Location')).toBe('/')
  })

  test('begins with her own day: who is here, who comes later, and tomorrow', async () => {
    const now = Date.now()
    const begin = (id: string, startsAt: number) =>
      look(site, (db) =>
        db
          .updateTable('appointments')
          .set({ startsAt, endsAt: startsAt + 3_600_000, state: 'confirmed', note: 'Warm blanket.' })
          .where('id', '=', id)
          .execute(),
      )
    await begin(own, now - 60_000)
    await begin(others, now - 60_000)
    const home = await maya.get('/admin')
    expect(home.headers.get('Location')).toBe('/admin/my-day')
    const html = await read('/admin/my-day')
    for (const text of ['Ilse Brandt', 'Warm blanket.', `<h2 id="tomorrow">`]) expect(html).toContain(text)
    expect(html).not.toContain(canary)
    expect(html).not.toContain(nowAndNext.none)
    expect(html).toContain(`<title>${todayPage.title}`)
    const step = { intent: 'arrived', from: 'confirmed', return: '/admin/my-day' }
    expect((await maya.post(`${calendar}/${own}`, step)).headers.get('Location')).toBe('/admin/my-day#done')
  })

  test('is one of the team, and nobody else is the same one', async () => {
    const invite = (more: Record<string, string>) =>
      owner.post('/admin/staff', { intent: 'invite', email: 'noor@clinic.example', role: 'practitioner', ...more })
    for (const [more, status, sentence] of [
      [{}, 400, staffPage.choosePerson],
      [{ person: 'nobody' }, 400, staffPage.choosePerson],
      [{ person: 'maya-rao' }, 409, staffPage.personTaken],
    ] as const) {
      const answer = await invite(more)
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('noor@clinic.example')]).toEqual([
        status,
        true,
        true,
      ])
    }
    expect((await invite({ person: 'lin-wu' })).status).toBe(303)
    expect((await invite({ person: 'lin-wu' })).status, 'the same address again').toBe(303)
    expect((await invite({ person: 'lin-wu', email: 'ben@clinic.example' })).status).toBe(409)
    const desk = await signInAs(site, 'front-desk')
    const { accountId } = await look(site, (db) =>
      db.selectFrom('staff').select('accountId').where('role', '=', 'front-desk').executeTakeFirstOrThrow(),
    )
    const change = (more: Record<string, string>) =>
      owner.post('/admin/staff', { intent: 'role', accountId, was: 'front-desk', role: 'practitioner', ...more })
    expect((await change({})).status).toBe(400)
    expect((await change({ person: 'maya-rao' })).status).toBe(409)
    expect((await change({ person: 'lin-wu' })).status, 'invited').toBe(409)
    expect((await desk.get('/admin/orders')).status).toBe(200)
    await addPerson(owner, 'Ada Bell')
    expect((await change({ person: 'ada-bell' })).status).toBe(303)
    expect((await desk.get('/admin/orders')).status).toBe(403)
    expect((await desk.get('/admin/my-day')).status).toBe(200)
  })

  test('without a person on the team has no access', async () => {
    await look(site, (db) => db.updateTable('staff').set({ person: null }).where('role', '=', 'practitioner').execute())
    expect((await maya.get(calendar)).headers.get('Location')).toBe('/')
  })
})
