import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchPage as words } from '#app/routes/admin/frame/search-words.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { bookAppointmentOn, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { visitor } from '#tests/support/visitor.ts'

describe.each(databasesFor(import.meta.url))('the search of the dashboard, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const search = async (q: string) => (await admin.post('/admin/search/results', { q })).json()

  test('finds appointments, orders and messages, without anything about health', async () => {
    const appointment = await bookAppointmentOn(site)
    const { number } = await placeOrderOn(site, { contact: { name: 'Éva Patience Long', email: 'eva@example.com' } })
    const message = await sendMessageOn(site, { name: 'Paul Patten', message: 'My stomach hurts' })
    const found = await search('pat')
    expect(found).toEqual([
      {
        name: words.groups.patients,
        items: [expect.objectContaining({ href: expect.stringMatching(/^\/admin\/patients\/./), text: 'Patient 1' })],
      },
      {
        name: words.groups.appointments,
        items: [
          expect.objectContaining({
            ...{ href: `/admin/appointments/${appointment}`, text: 'Patient 1' },
            hint: expect.stringMatching(/\d [ap]m, (?:Confirmed|To confirm|\d)/),
          }),
        ],
      },
      {
        name: words.groups.orders,
        items: [
          expect.objectContaining({ href: `/admin/orders/${number}`, text: `Order ${number}, Éva Patience Long` }),
        ],
      },
      {
        name: words.groups.messages,
        items: [expect.objectContaining({ href: `/admin/messages/${message}`, text: words.message('Paul Patten') })],
      },
    ])
    expect(JSON.stringify(found)).not.toMatch(/tired|stomach|Consultation/)
    for (const typed of [number.toLowerCase(), number.replace('-', ''), 'Éva', 'eva@exam'])
      expect(await search(typed), typed).toMatchObject([{ items: [{ href: `/admin/orders/${number}` }] }])
    for (const nothing of ['', 'p', '>pat', 'q%z', '%%', 'q\u0000z']) expect(await search(nothing), nothing).toEqual([])
  })

  test('works as a page without scripts, and keeps what was typed out of its address', async () => {
    const start = await (await admin.get('/admin/search')).text()
    expect(start).toContain('href="/admin/appointments/new"')
    for (const absent of [words.failed, words.none(''), `>${words.groups.website}</h2>`])
      expect(start).not.toContain(absent)
    const answer = await admin.post('/admin/search', { q: 'paul' })
    const html = await answer.text()
    expect(html).toContain(words.message('Paul Patten'))
    expect(html).toContain('value="paul"')
    expect(html).not.toMatch(/(?:href|action)="[^"]*paul/i)
    const settings = await (await admin.post('/admin/search', { q: 'hours' })).text()
    expect(settings).toContain('href="/admin/clinic#hours"')
    const nothing = await (await admin.post('/admin/search', { q: 'xyzzy' })).text()
    expect([nothing.includes(words.none('xyzzy')), nothing.includes(words.failed)]).toEqual([true, false])
  })

  test('is for the admin alone, and only while the dashboard is unlocked', async () => {
    const stranger = await visitor(site).post('/admin/search/results', { q: 'pat' })
    expect([stranger.status, await stranger.text()]).toEqual([403, expect.not.stringContaining('Patient 1')])
    await look(site, async (db) => {
      const { id: sessionId } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
      const day = { openedAt: Date.now() - 60 * 60_000, lastSeenAt: Date.now() - 31 * 60_000, steppedUpAt: null }
      await db
        .insertInto('workingDays')
        .values({ sessionId, ...day })
        .execute()
    })
    const locked = await admin.post('/admin/search/results', { q: 'pat' })
    expect([locked.status, await locked.text()]).toEqual([403, expect.not.stringContaining('Patient 1')])
  })
})
