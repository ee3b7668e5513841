import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { openContent } from '#app/domain/content/content-now.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { payloads } from '#app/queue/payloads.ts'
import { addClosure, openOnHoliday, removeClosure } from './change-closures.server.ts'
import { clinicTimeZone, contentFacts } from './clinic-facts.ts'
import { openClinic } from './clinic-now.server.ts'
import { confirmSection } from './confirm-section.server.ts'
import { readClosures } from './saved-closures.server.ts'
import { restoreSection, saveSection } from './save-section.server.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${clinicTimeZone}]`).epochMilliseconds
const now = at('2026-11-20T12:00')
const delivered = contentFacts(now)
const admin = { who: 'account-1', from: '203.0.113.7' }
const emails = { general: 'desk@clinic.example', booking: 'times@clinic.example' }
const thanksgiving = { firstDay: '2026-11-26', lastDay: '2026-11-27', reason: 'Thanksgiving' }

/** A process of its own on the database. */
async function newProcess(database: Database) {
  const content = await openContent(database, () => undefined)
  const clinic = await openClinic(database, content)
  const dropped: string[] = []
  const pages = createPurges(
    database,
    { invalidate: (...topics) => void dropped.push(...topics) },
    { clinic: clinic.reload, content: content.reload },
  )
  return { database, vault: testVault(database), queue: createQueue(database), pages, clinic, content, dropped }
}

const acts = async ({ db }: Database) =>
  (await db.selectFrom('auditEntries').select(['who', 'act', 'record', 'detail']).orderBy('sequence').execute()).map(
    ({ who, act, record, detail }) => [who, act, record, detail],
  )

describe('what the admin saves', () => {
  test('shows in this process after the commit, in another one after its next refresh, and in the audit trail', async () => {
    const [first, second] = await openTwice()
    const [here, there] = [await newProcess(first), await newProcess(second)]
    await there.pages.syncPurges()
    expect(await saveSection(here, admin, { section: 'emails', facts: emails, over: 0, now })).toEqual({ ok: true })
    expect(here.clinic.facts(now).emails).toEqual(emails)
    expect(here.dropped).toEqual(['content'])
    expect(there.clinic.facts(now).emails).toEqual(delivered.emails)
    await there.pages.syncPurges()
    expect(there.clinic.facts(now).emails).toEqual(emails)
    expect(there.dropped).toEqual(['content'])
    expect((await newProcess(second)).clinic.facts(now).emails).toEqual(emails)
    expect(await acts(first)).toEqual([['account-1', 'clinic.saved', 'content:clinic/emails', null]])
  })

  test('can be reset to content', async () => {
    const process = await newProcess(await openTestDatabase())
    await saveSection(process, admin, { section: 'emails', facts: emails, over: 0, now })
    await saveSection(process, admin, { section: 'emails', facts: undefined, over: 1, now })
    expect(process.clinic.facts(now)).toEqual(contentFacts(now))
    expect((await acts(process.database)).map(([, act]) => act)).toEqual(['clinic.saved', 'clinic.reset'])
  })

  test('is rejected if that section was saved in the meantime; other sections are not affected', async () => {
    const process = await newProcess(await openTestDatabase())
    await saveSection(process, admin, { section: 'emails', facts: emails, over: 0, now })
    const mine = { general: 'mine@clinic.example', booking: 'mine@clinic.example' }
    const rejected = { ok: false, reason: 'changed-meanwhile' }
    expect(await saveSection(process, admin, { section: 'emails', facts: mine, over: 0, now })).toEqual(rejected)
    expect(await saveSection(process, admin, { section: 'emails', facts: undefined, over: 0, now })).toEqual(rejected)
    expect(process.clinic.facts(now).emails).toEqual(emails)
    const notice = { text: 'Back soon.', until: '2026-11-30' }
    expect(await saveSection(process, admin, { section: 'notice', facts: notice, over: 0, now })).toEqual({ ok: true })
    expect(await saveSection(process, admin, { section: 'emails', facts: mine, over: 1, now })).toEqual({ ok: true })
    expect(await acts(process.database)).toHaveLength(3)
  })

  test('at the same moment in two processes succeeds in one of them', async () => {
    const databases = await openTwice()
    const processes = await Promise.all(databases.map(newProcess))
    const outcomes = await Promise.all(
      processes.map((process, index) =>
        saveSection(process, admin, {
          section: 'emails',
          facts: { ...emails, general: `desk-${index}@clinic.example` },
          over: 0,
          now,
        }),
      ),
    )
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test('twice by a double click is saved once', async () => {
    const process = await newProcess(await openTestDatabase())
    for (let press = 0; press < 2; press += 1)
      expect(await saveSection(process, admin, { section: 'emails', facts: emails, over: 0, now })).toEqual({
        ok: true,
      })
    expect(await acts(process.database)).toHaveLength(1)
    expect(process.content.versionOf('clinic/emails')).toBe(1)
  })

  test('in different sections at the same moment in one process is all saved', async () => {
    const process = await newProcess(await openTestDatabase())
    const notice = { text: 'Back soon.', until: '2026-11-30' }
    const week = { ...delivered.hours, monday: [] }
    await Promise.all([
      saveSection(process, admin, { section: 'emails', facts: emails, over: 0, now }),
      saveSection(process, admin, { section: 'notice', facts: notice, over: 0, now }),
      saveSection(process, admin, { section: 'hours', facts: week, over: 0, now }),
      addClosure(process, admin, { closure: thanksgiving, now }),
    ])
    expect(process.clinic.facts(now)).toMatchObject({
      emails,
      notice: 'Back soon.',
      closures: [thanksgiving],
    })
    expect(process.clinic.facts(now).hours.monday).toEqual([])
  })

  test('is discarded if it could not be audited', async () => {
    const process = await newProcess(await openTestDatabase())
    const vault = { ...process.vault, makeKey: () => Promise.reject(new Error('no key')) }
    const failing = saveSection({ ...process, vault }, admin, { section: 'emails', facts: emails, over: 0, now })
    await expect(failing).rejects.toThrow('no key')
    expect(process.clinic.facts(now)).toEqual(contentFacts(now))
    expect(process.dropped).toEqual([])
    expect(await process.database.db.selectFrom('contentVersions').selectAll().execute()).toEqual([])
  })

  test('stays available while the database does not answer', async () => {
    const [first, second] = await openTwice()
    const [here, there] = [await newProcess(first), await newProcess(second)]
    await saveSection(here, admin, { section: 'emails', facts: emails, over: 0, now })
    await there.pages.syncPurges()
    await second.close()
    await expect(there.pages.syncPurges()).rejects.toThrow()
    expect(there.clinic.facts(now).emails).toEqual(emails)
  })

  test('that no longer fits its rule shows what was delivered', async () => {
    const database = await openTestDatabase()
    for (const [section, facts] of [
      ['emails', '{'],
      ['notice', '{"confirmed":true,"facts":{"text":3}}'],
      ['phones', '{"facts":{"display":"(205) 555-0142","e164":"0","messagingUrl":"x"}}'],
      ['hours', '{"facts":{"monday":[{"opens":"17:00","closes":"09:00"}]}}'],
    ] as const)
      await database.db
        .insertInto('contentVersions')
        .values({ record: `clinic/${section}`, version: 1, changes: facts, at: 0, who: 'account-1' })
        .execute()
    const part = { fromTime: null, untilTime: null, reason: null }
    await database.db
      .insertInto('closures')
      .values({ id: '1', firstDay: '2026-02-30', lastDay: '2026-13-01', ...part })
      .execute()
    expect((await newProcess(database)).clinic.facts(now)).toEqual(contentFacts(now))
  })
})

test('the week reads back as it was saved, with breaks and closed days', async () => {
  const process = await newProcess(await openTestDatabase())
  const shift = (opens: string, closes: string) => ({ opens, closes })
  const closed = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  const week = { ...closed, monday: [shift('09:00', '12:00'), shift('13:00', '17:30')] }
  await saveSection(process, admin, { section: 'hours', facts: week, over: 0, now })
  expect(process.clinic.facts(now).hours).toEqual(week)
  const never = { ...closed, monday: [] }
  await saveSection(process, admin, { section: 'hours', facts: never, over: 1, now })
  expect(process.clinic.facts(now).today).toEqual({
    isOpen: false,
    title: 'Closed today',
    text: '',
    short: 'Closed today',
  })
  await saveSection(process, admin, { section: 'hours', facts: undefined, over: 2, now })
  expect(process.clinic.facts(now).hours).toEqual(delivered.hours)
})

test('hours that are right as delivered are confirmed once, without a difference for visitors', async () => {
  const process = await newProcess(await openTestDatabase())
  for (let press = 0; press < 2; press += 1) await confirmSection(process, admin, { section: 'hours', now })
  const { standIn: _, ...week } = delivered.hours
  expect(process.clinic.facts(now).hours).toEqual(week)
  expect((await acts(process.database)).map(([, act, record]) => [act, record])).toEqual([
    ['clinic.confirmed', 'content:clinic/hours'],
  ])
  expect(process.dropped).toEqual(['content', 'content'])
})

describe('a closure', () => {
  test('closes its days, and can be removed', async () => {
    const process = await newProcess(await openTestDatabase())
    expect(await addClosure(process, admin, { closure: thanksgiving, now })).toEqual({ ok: true })
    const [closure] = process.clinic.facts(now).closures
    expect(closure).toMatchObject(thanksgiving)
    expect(process.clinic.facts(at('2026-11-26T08:00')).today.title).toBe('Closed today')
    const later = { firstDay: '2026-12-24', lastDay: '2026-12-24' }
    await addClosure(process, admin, { closure: later, now })
    for (let press = 0; press < 2; press += 1)
      expect(await removeClosure(process, admin, { id: closure?.id ?? '', now })).toEqual({
        ok: true,
        tookNoticeBack: false,
      })
    expect(process.clinic.facts(now).closures).toMatchObject([later])
    expect((await readClosures(process.database.db)).revision, 'one more with each change').toBe(3)
    expect(new Set(process.dropped)).toEqual(new Set(['clinic', 'content']))
    const inWords = 'Thursday, November 26, 2026 to Friday, November 27, 2026: Thanksgiving.'
    expect(await acts(process.database)).toEqual([
      ['account-1', 'clinic.closed', 'clinic:closures', inWords],
      ['account-1', 'clinic.closed', 'clinic:closures', 'Thursday, December 24, 2026.'],
      ['account-1', 'clinic.closure-removed', 'clinic:closures', inWords],
    ])
  })

  test('takes its own notice along, also an older one that does not name it, and no other one', async () => {
    const process = await newProcess(await openTestDatabase())
    const days = 'Thursday, November 26 to Friday, November 27'
    for (const { notice, taken } of [
      { notice: { text: `Closed ${days}.`, until: thanksgiving.lastDay }, taken: true },
      { notice: { text: `Closed ${days}.`, until: '2026-11-28' }, taken: false },
      { notice: { text: 'A new number.', until: thanksgiving.lastDay }, taken: false },
      { notice: { text: `Closed ${days}.`, until: thanksgiving.lastDay, closure: 'another' }, taken: false },
    ]) {
      await addClosure(process, admin, { closure: thanksgiving, now })
      const { id } = process.clinic.saved().closures[0]!
      const over = process.content.versionOf('clinic/notice')
      await saveSection(process, admin, { section: 'notice', facts: notice, over, now })
      expect(await removeClosure(process, admin, { id, now })).toEqual({ ok: true, tookNoticeBack: taken })
      expect(process.clinic.facts(now).notice).toBe(taken ? undefined : notice.text)
    }
    const own = { text: 'Gone fishing.', until: '2026-12-24', revision: process.content.versionOf('clinic/notice') }
    await addClosure(process, admin, { closure: thanksgiving, notice: own, now })
    const { id } = process.clinic.saved().closures[0]!
    expect(await removeClosure(process, admin, { id, now })).toEqual({ ok: true, tookNoticeBack: true })
    expect((await acts(process.database)).at(-2)).toEqual([
      admin.who,
      'clinic.reset',
      'content:clinic/notice',
      'Gone fishing.',
    ])
  })

  test('is described in the audit trail: one day once, times in 12-hour form, always with the year', async () => {
    const process = await newProcess(await openTestDatabase())
    const oneDay = { firstDay: '2026-11-27', lastDay: '2026-11-27' }
    await addClosure(process, admin, { closure: { ...oneDay, reason: 'Burst pipe.' }, now })
    await addClosure(process, admin, { closure: { ...oneDay, part: { opens: '12:00', closes: '15:30' } }, now })
    expect((await acts(process.database)).map(([, , , detail]) => detail)).toEqual([
      'Friday, November 27, 2026: Burst pipe.',
      'Friday, November 27, 2026, 12 pm to 3:30 pm.',
    ])
  })

  test('is added once by a double click', async () => {
    const process = await newProcess(await openTestDatabase())
    const notice = { text: 'We are closed.', until: '2026-11-27', revision: undefined }
    for (let press = 0; press < 2; press += 1)
      expect(await addClosure(process, admin, { closure: thanksgiving, notice, now })).toEqual({ ok: true })
    expect(process.clinic.facts(now).closures).toHaveLength(1)
    expect((await acts(process.database)).map(([, act, , detail]) => [act, detail])).toMatchObject([
      ['clinic.saved', 'We are closed.'],
      ['clinic.closed', expect.anything()],
    ])
  })

  test('can add a notice for visitors in the same request', async () => {
    const process = await newProcess(await openTestDatabase())
    const notice = { text: 'We are closed.', until: '2026-11-27', revision: undefined }
    await addClosure(process, admin, { closure: thanksgiving, notice, now })
    expect(process.clinic.facts(now).notice).toBe('We are closed.')
    expect(process.clinic.facts(at('2026-11-28T00:00')).notice).toBeUndefined()
    const longer = { ...notice, until: '2026-11-28', revision: 1 }
    await addClosure(process, admin, { closure: thanksgiving, notice: longer, now })
    expect(process.clinic.facts(at('2026-11-28T00:00')).notice, 'the same words for a day more').toBe('We are closed.')
  })

  test('does not replace another notice without confirmation, and is not added before it', async () => {
    const process = await newProcess(await openTestDatabase())
    const there = { text: 'New phone number.', until: '2026-11-20' }
    await saveSection(process, admin, { section: 'notice', facts: there, over: 0, now })
    const notice = { text: 'We are closed.', until: '2026-11-27', revision: undefined }
    const rejected = await addClosure(process, admin, { closure: thanksgiving, notice, now })
    expect(rejected).toEqual({ ok: false, reason: 'notice-there', there, revision: 1 })
    expect(process.clinic.facts(now)).toMatchObject({ notice: there.text, closures: [] })
    await addClosure(process, admin, { closure: thanksgiving, notice: { ...notice, revision: 1 }, now })
    expect(process.clinic.facts(now).notice).toBe('We are closed.')
    expect((await acts(process.database)).at(-2)?.at(-1)).toBe('Was: New phone number. Now: We are closed.')
    // A notice that has ended is replaced without a question.
    const later = at('2026-12-01T12:00')
    const closure = { firstDay: '2026-12-24', lastDay: '2026-12-24' }
    const next = { text: 'Closed on the 24th.', until: '2026-12-24', revision: undefined }
    expect(await addClosure(process, admin, { closure, notice: next, now: later })).toEqual({ ok: true })
  })
})

test('the clinic opens on a holiday and closes again, once each, beside others that are still to come', async () => {
  const process = await newProcess(await openTestDatabase())
  const change = (day: string, isOpen: boolean, at = now) => openOnHoliday(process, admin, { day, isOpen, now: at })
  const open = () => process.clinic.saved().holidays.facts.open
  for (const day of ['2026-12-25', '2026-12-25', '2026-11-26', '2026-12-24']) await change(day, true)
  expect(open()).toEqual(['2026-11-26', '2026-12-25'])
  expect(process.dropped).toEqual(['content', 'content', 'content', 'content'])
  expect(process.clinic.facts(at('2026-11-26T08:00')).today.title).toBe('Open today')
  for (let press = 0; press < 2; press += 1) await change('2026-12-25', false, at('2026-11-26T08:00'))
  expect(open(), 'one of today stays').toEqual(['2026-11-26'])
  await change('2026-12-25', true, at('2026-11-27T08:00'))
  expect(open(), 'past ones go').toEqual(['2026-12-25'])
  const christmas = 'Friday, December 25, 2026.'
  expect((await acts(process.database)).map(([, , , detail]) => detail)).toEqual([
    `${christmas} Was: closed. Now: open.`,
    'Thursday, November 26, 2026. Was: closed. Now: open.',
    `${christmas} Was: open. Now: closed.`,
    `${christmas} Was: closed. Now: open.`,
  ])
})

test('what a change opens or closes reaches the waitlist by a job that knows the hours of before', async () => {
  const process = await newProcess(await openTestDatabase())
  const jobs = async () =>
    (await process.database.db.selectFrom('jobs').selectAll().where('kind', '=', 'offer-opened-hours').execute()).map(
      ({ payload, runAt }) => ({ runAt, before: payloads['offer-opened-hours'].parse(JSON.parse(payload)) }),
    )
  await saveSection(process, admin, { section: 'emails', facts: emails, over: 0, now })
  expect(await jobs()).toEqual([])
  await addClosure(process, admin, { closure: thanksgiving, now })
  expect(await jobs()).toMatchObject([{ runAt: now + undoOfferMs, before: { closures: [] } }])
  const [closure] = process.clinic.saved().closures
  await removeClosure(process, admin, { id: closure!.id, now })
  const { firstDay, lastDay } = thanksgiving
  expect((await jobs()).slice(1)).toMatchObject([
    {
      runAt: now + undoOfferMs,
      before: { closures: [{ firstDay, lastDay }], hours: { monday: delivered.hours.monday } },
    },
  ])
  await saveSection(process, admin, { section: 'hours', facts: { ...delivered.hours, sunday: [] }, over: 0, now })
  await openOnHoliday(process, admin, { day: '2026-12-25', isOpen: true, now })
  expect((await jobs()).at(-1)!.before.holidays).toContainEqual({ day: '2026-12-25', name: 'Christmas Day' })
  await restoreSection(process, admin, { section: 'hours', from: 0, over: 1, now })
  expect((await jobs()).at(-1)!.before.hours.sunday).toEqual([])
  expect(await jobs()).toHaveLength(5)
})
