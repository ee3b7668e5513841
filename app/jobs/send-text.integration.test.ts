import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import { findDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { exportAppointments } from '#app/domain/booking/export-person.server.ts'
import { agreeToTexts, endTexts } from '#app/domain/booking/text-reminders.server.ts'
import { receiveText } from '#app/domain/text-messages/incoming.server.ts'
import { deleteOldTexts, findUnregistered, giveUp } from '#app/domain/text-messages/texts.server.ts'
import { createTextMessages } from '#app/integrations/text-messages/text-messages.server.ts'
import { consentWords } from '#content/text-messages.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { at, bookingDeps, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTextService } from '#tests/support/text-service.ts'
import { remind } from './remind.server.ts'
import { followTexts, sendText } from './send-text.server.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: dayOne }))
afterEach(() => void vi.useRealTimers())

const startsAt = at('2026-05-07T10:00')
const number = '+12055550142'
const minute = 60_000
const actor = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }

async function open() {
  const service = await startTextService(onTestFinished)
  const { SMS_URL: url, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = service.settings
  const database = await openTestDatabase()
  const { db } = database
  const settings = { url, account, token, from }
  const textMessages = createTextMessages(settings)
  const impatient = createTextMessages(settings, { timeoutMs: 200 })
  const signer = createSigner('s'.repeat(32))
  const deps = { ...bookingDeps(database), textMessages, signer, config: { publicOrigin: 'https://clinic.example' } }

  async function book({
    name = 'Ada',
    start = startsAt,
    agrees = true,
    wording = consentWords.reminders.version as string,
    phone = '(205) 555-0142',
  } = {}) {
    const patient = { name, email: `${name}@example.com`.toLowerCase(), phone, health: 'tired' }
    const saved = await submitDraft(
      deps,
      { serviceId: 'general', patient, textConsent: agrees ? wording : undefined },
      { now: dayOne },
    )
    const draft = await findDraft({ ...deps, db }, saved.ok ? saved.id : '', dayOne)
    const booked = await bookAppointment(deps, { draft: draft!, startsAt: start, now: dayOne })
    if (!booked.ok) throw new Error(booked.reason)
    return booked.appointment.id
  }

  /** As the job does at its time. */
  async function accept(id: string, now = at('2026-05-05T10:00'), start = startsAt) {
    vi.setSystemTime(now)
    await remind(deps, { appointmentId: id, startsAt: start })
  }

  const texts = () => db.selectFrom('textMessages').selectAll().orderBy('acceptedAt').execute()

  /** One run of the job. `dies`: before its result is written. */
  async function run(textId: string, { dies = false } = {}) {
    const isSilent = service.state.fault?.startsWith('hang')
    const outcome = (await sendText(isSilent ? { ...deps, textMessages: impatient } : deps, { textId })) ?? {
      state: 'done' as const,
    }
    const record = 'record' in outcome ? outcome.record : undefined
    if (record && !dies) await database.transaction(record)
    return outcome
  }

  return { service, database, deps, db, book, accept, texts, run }
}

/** With one text, accepted two days before. */
async function accepted() {
  const site = await open()
  const id = await site.book()
  await site.accept(id)
  const [text] = await site.texts()
  const only = async () => (await site.texts())[0]!
  return { ...site, id, textId: text!.id, only }
}

test('a patient who agreed gets one reminder, which names no service', async () => {
  const { service, deps, id, textId, run, texts, accept, db } = await accepted()
  await accept(id)
  expect(await texts()).toHaveLength(1)
  expect(await db.selectFrom('jobs').select('kind').where('kind', '=', 'send-text').execute()).toHaveLength(1)
  expect(await run(textId)).toMatchObject({ state: 'done' })
  expect(service.sent).toMatchObject([{ to: number, from: '+12055550100' }])
  const [{ body = '' } = {}] = service.sent
  const { name, phone } = deps.clinic.facts(Date.now())
  expect(body).toBe(
    `${name.replaceAll('’', "'")}: your appointment is on Thu, May 7, 10 am. To change it, call ${phone.display}. Reply STOP to end texts.`,
  )
  // One text, not two: in the alphabet of text messages.
  expect(body).toMatch(/^[\x20-\x5a\x61-\x7a]{1,160}$/)
  expect(await texts()).toMatchObject([{ state: 'accepted', serviceId: 'SM1', number, text: body }])
  // A job that runs again sends nothing.
  await run(textId)
  expect(service.posts).toHaveLength(1)
})

test('nobody who didn’t agree gets one', async () => {
  const { book, accept, texts, deps, db } = await open()
  await accept(await book({ agrees: false }))
  const old = await book({ name: 'Bo', start: at('2026-05-07T11:30'), wording: 'earlier words' })
  await accept(old, undefined, at('2026-05-07T11:30'))
  // Agreed to words that are no longer the present ones.
  const third = await book({ name: 'Cy', start: at('2026-05-07T13:00'), phone: '(205) 555-0143' })
  await db.updateTable('textConsents').set({ version: 'earlier words' }).where('number', '=', '+12055550143').execute()
  await accept(third, undefined, at('2026-05-07T13:00'))
  // Another patient agreed at this number: somebody who types it doesn't agree for them.
  await book({ name: 'Di', start: at('2026-05-07T14:30') })
  await accept(old, undefined, at('2026-05-07T11:30'))
  expect(await texts()).toEqual([])
  await remind({ ...deps, textMessages: undefined }, { appointmentId: third, startsAt })
  expect(await texts()).toEqual([])
})

test('a consent counts for other appointments of a patient who is known to be the same', async () => {
  const { book, accept, texts, db } = await open()
  await book({ start: at('2026-05-06T10:00') })
  // Nothing joins it by itself.
  await db.updateTable('patients').set({ apart: 1 }).execute()
  const id = await book({ agrees: false })
  await accept(id)
  expect(await texts()).toEqual([])
  // As after staff merged them.
  const { personId } = await db.selectFrom('patients').select('personId').executeTakeFirstOrThrow()
  await db.updateTable('patients').set({ personId }).execute()
  await accept(id)
  expect(await texts()).toHaveLength(1)
})

test('each consent is recorded word for word', async () => {
  const { book, db, deps } = await open()
  const id = await book()
  const wording = `Text me reminders from ${deps.clinic.facts(dayOne).name} at this number. ${consentWords.reminders.terms}`
  const given = {
    number,
    purpose: 'reminders',
    version: consentWords.reminders.version,
    wording,
    record: `appointment:${id}`,
  }
  expect(await db.selectFrom('textConsents').selectAll().execute()).toMatchObject([
    { ...given, givenAt: dayOne, givenBy: 'patient', endedAt: null },
  ])
  await endTexts(deps, 'patient', { id, now: dayOne + 1 })
  expect(await agreeToTexts(deps, actor, { id, now: dayOne + 2 })).toEqual({ ok: true })
  await agreeToTexts(deps, actor, { id, now: dayOne + 3 })
  expect(await db.selectFrom('textConsents').selectAll().orderBy('givenAt').execute()).toMatchObject([
    { endedAt: dayOne + 1, endedBy: 'patient' },
    { ...given, givenAt: dayOne + 2, givenBy: 'account-1', endedAt: null },
  ])
  const entries = await db.selectFrom('auditEntries').select(['act', 'who', 'record']).orderBy('sequence').execute()
  expect(entries.map(({ act, who }) => `${act} ${who}`)).toEqual([
    'text-message.agreed patient',
    'text-message.ended patient',
    'text-message.agreed account-1',
  ])
  expect(JSON.stringify(entries)).not.toContain('5550142')
})

test('a new version is made for other words', () => {
  expect(consentWords.reminders).toMatchObject({
    version: '2026-11-27',
    terms:
      'One text before each appointment. Message and data rates may apply. Reply STOP to end, HELP for help. You don’t need to agree to book.',
  })
  expect(consentWords.reminders.label({ name: 'X' })).toBe('Text me reminders from X at this number')
})

test.each(['hang-after', 'status-500-after'] as const)(
  'after the fault %s the service is asked, and nothing is sent again',
  async (fault) => {
    const { service, run, textId, only } = await accepted()
    service.state.fault = fault
    expect(await run(textId)).toMatchObject({ state: 'failed', final: false })
    expect((await only()).state).toBe('sending')
    service.state.fault = undefined
    // Soon, its list may not have it yet.
    expect(await run(textId)).toEqual({ state: 'too-soon', until: Date.now() + 2 * minute })
    vi.setSystemTime(Date.now() + 2 * minute)
    service.state.listFault = 'status-500'
    expect(await run(textId)).toMatchObject({ state: 'failed', final: false })
    service.state.listFault = undefined
    expect(await run(textId)).toMatchObject({ state: 'done' })
    expect(service.posts).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'accepted', serviceId: 'SM1' })
  },
)

test.each(['hang', 'status-500', 'no-json'] as const)(
  'after the fault %s it is sent again once the service says that it has none',
  async (fault) => {
    const { service, run, textId, only } = await accepted()
    service.state.fault = fault
    await run(textId)
    service.state.fault = undefined
    vi.setSystemTime(Date.now() + 2 * minute)
    expect(await run(textId)).toMatchObject({ state: 'done' })
    expect(service.sent).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'accepted' })
  },
)

test('a worker that dies between sending and noting it sends no second text', async () => {
  const { service, run, textId, only } = await accepted()
  await run(textId, { dies: true })
  expect((await only()).state).toBe('sending')
  expect(await run(textId)).toMatchObject({ state: 'too-soon' })
  vi.setSystemTime(Date.now() + 2 * minute)
  await run(textId)
  expect(service.posts).toHaveLength(1)
  expect(await only()).toMatchObject({ state: 'accepted', serviceId: 'SM1' })
})

test('two patients with one number and one time get a text each', async () => {
  const { book, accept, run, texts, service, db } = await open()
  const other = at('2026-05-07T13:00')
  const [one, two] = [await book(), await book({ name: 'Bo', start: other })]
  await db.updateTable('appointments').set({ startsAt }).where('id', '=', two).execute()
  await accept(one)
  await accept(two)
  const [first, second] = await texts()
  await run(first!.id)
  await run(second!.id, { dies: true })
  vi.setSystemTime(Date.now() + 2 * minute)
  await run(second!.id)
  expect(service.sent).toHaveLength(2)
  expect((await texts()).map(({ serviceId }) => serviceId).toSorted()).toEqual(['SM1', 'SM2'])
})

test('a busy service is tried again', async () => {
  const { service, run, textId, only } = await accepted()
  service.state.fault = 'status-429'
  expect(await run(textId)).toMatchObject({ state: 'failed', final: false, reason: 'status-429' })
  expect(await only()).toMatchObject({ state: 'waiting', reason: 'status-429' })
  service.state.fault = undefined
  await run(textId)
  expect(await only()).toMatchObject({ state: 'accepted', reason: null })
})

test.each([
  ['code-21610', 0],
  ['code-21211', 1],
  ['code-21614', 1],
] as const)('%s is final and leaves %i consents', async (fault, left) => {
  const { service, run, textId, only, db } = await accepted()
  service.state.fault = fault
  expect(await run(textId)).toMatchObject({ state: 'done' })
  expect(await only()).toMatchObject({ state: 'failed', reason: fault })
  const consents = await db.selectFrom('textConsents').select('endedBy').where('endedAt', 'is', null).execute()
  expect(consents).toHaveLength(left)
})

test('after all tries it is given up', async () => {
  const { service, run, textId, only, database } = await accepted()
  service.state.fault = 'status-401'
  await run(textId)
  await database.transaction((tx) => giveUp(tx, textId, Date.now()))
  expect(await only()).toMatchObject({ state: 'failed', reason: 'status-401' })
})

test.each([
  ['canceled', (site: Accepted) => cancelAppointment(site.deps, actor, { id: site.id, now: Date.now() }), 'not-due'],
  [
    'moved',
    ({ db, id }: Accepted) =>
      db
        .updateTable('appointments')
        .set({ startsAt: startsAt + 1 })
        .where('id', '=', id)
        .execute(),
    'not-due',
  ],
  ['begun', async () => vi.setSystemTime(startsAt), 'not-due'],
  [
    'of another number now',
    ({ db, id }: Accepted) =>
      db.updateTable('appointments').set({ phone: '(205) 555-0199' }).where('id', '=', id).execute(),
    'no-consent',
  ],
  [
    'stopped by its patient',
    ({ deps, id }: Accepted) => endTexts(deps, 'patient', { id, now: Date.now() }),
    'no-consent',
  ],
  [
    'stopped by a text',
    ({ deps }: Accepted) => receiveText(deps, { number, text: ' Stop. ', now: Date.now() }),
    'no-consent',
  ],
])('nothing is sent about an appointment that was %s meanwhile', async (_, change, reason) => {
  const site = await accepted()
  await change(site)
  expect(await site.run(site.textId)).toEqual({ state: 'done' })
  expect(site.service.posts).toEqual([])
  expect(await site.only()).toMatchObject({ state: 'dropped', reason })
})

type Accepted = Awaited<ReturnType<typeof accepted>>

test('a stop counts also while a lost answer is looked up', async () => {
  const { service, run, textId, only, deps } = await accepted()
  service.state.fault = 'hang'
  await run(textId)
  await receiveText(deps, { number, text: 'STOP', now: Date.now() })
  service.state.fault = undefined
  vi.setSystemTime(Date.now() + 2 * minute)
  await run(textId)
  expect(service.sent).toEqual([])
  expect(await only()).toMatchObject({ state: 'dropped', reason: 'no-consent' })
})

test('texts wait for the end of the night', async () => {
  const { run, textId, service, only } = await accepted()
  vi.setSystemTime(at('2026-05-05T21:30'))
  expect(await run(textId)).toEqual({ state: 'too-soon', until: at('2026-05-06T08:00') })
  expect(service.posts).toEqual([])
  vi.setSystemTime(at('2026-05-06T08:00'))
  await run(textId)
  expect((await only()).state).toBe('accepted')
})

test.each(['STOP', 'stop', ' Stopall ', 'UNSUBSCRIBE', 'cancel', 'End', 'QUIT', 'opt out'])(
  'a text that says %j ends all consents of its number, and START brings them back',
  async (text) => {
    const { book, db, deps } = await open()
    await book()
    await book({ name: 'Bo', start: at('2026-05-07T13:00') })
    await book({ name: 'Cy', start: at('2026-05-07T14:30'), phone: '(205) 555-0143' })
    const inForce = async () =>
      (await db.selectFrom('textConsents').select('number').where('endedAt', 'is', null).execute()).length
    expect(await receiveText(deps, { number, text, now: dayOne + 1 })).toBe('stopped')
    expect(await inForce()).toBe(1)
    expect(await receiveText(deps, { number, text, now: dayOne + 2 })).toBe('ignored')
    expect(await receiveText(deps, { number, text: 'start', now: dayOne + 3 })).toBe('started')
    expect(await inForce()).toBe(3)
    expect(await receiveText(deps, { number, text: 'start', now: dayOne + 4 })).toBe('ignored')
    expect(await inForce()).toBe(3)
  },
)

test('START makes no consent of one that ended in another way, or of none', async () => {
  const { book, deps } = await open()
  const id = await book()
  await endTexts(deps, 'patient', { id, now: dayOne + 1 })
  expect(await receiveText(deps, { number, text: 'YES', now: dayOne + 2 })).toBe('ignored')
  expect(await receiveText(deps, { number: '+12055550199', text: 'START', now: dayOne + 3 })).toBe('ignored')
  expect(await receiveText(deps, { number, text: 'Please stop by the door', now: dayOne + 4 })).toBe('ignored')
})

test('who knows only the link ends no consent of somebody else with that number', async () => {
  const { book, db, deps } = await open()
  await book()
  const other = await book({ name: 'Bo', start: at('2026-05-07T13:00'), agrees: false })
  await endTexts(deps, 'patient', { id: other, now: dayOne })
  const open1 = await db.selectFrom('textConsents').selectAll().where('endedAt', 'is', null).execute()
  expect(open1).toHaveLength(1)
  await endTexts(deps, actor, { id: other, now: dayOne })
  expect(await db.selectFrom('textConsents').selectAll().where('endedAt', 'is', null).execute()).toEqual([])
})

test('a copy of a person’s data has consents and texts, and an erasure leaves none', async () => {
  const { run, textId, db, deps, id, database, texts } = await accepted()
  await run(textId)
  const { patientId } = await db.selectFrom('appointments').select('patientId').executeTakeFirstOrThrow()
  const subject = {
    appointmentIds: 'all' as const,
    recordIds: [patientId!],
    emails: [],
    addresses: [],
    isNamed: () => true,
  }
  const { items } = await exportAppointments({ ...deps, db }, subject)
  expect(items).toMatchObject([
    {
      textMessageConsents: [{ number, agreed: 'online', purpose: 'reminders' }],
      textMessages: [{ to: number, status: 'accepted', text: expect.stringContaining('May 7') }],
    },
  ])
  await database.transaction((tx) => eraseAppointment(deps, tx, id, Date.now()))
  expect([await texts(), await db.selectFrom('textConsents').selectAll().execute()]).toEqual([[], []])
})

test('what a text said is deleted after its time', async () => {
  const { run, textId, only, database } = await accepted()
  await run(textId)
  const config = { emailBodyRetentionDays: 30 }
  await deleteOldTexts({ database, config }, Date.now() + 29 * 86_400_000)
  expect((await only()).text).not.toBeNull()
  await deleteOldTexts({ database, config: { emailBodyRetentionDays: 0 } }, Date.now() + 400 * 86_400_000)
  expect((await only()).text).not.toBeNull()
  await deleteOldTexts({ database, config }, Date.now() + 31 * 86_400_000)
  expect(await only()).toMatchObject({ state: 'accepted', text: null })
})

test('a text counts as sent when the carrier says so, and a later failure is shown with its reason', async () => {
  const { service, deps, textId, run, only } = await accepted()
  await run(textId)
  await followTexts(deps)
  expect(await only()).toMatchObject({ state: 'accepted', settledAt: null })
  service.statuses.set('SM1', { status: 'sent', error_code: null })
  await followTexts(deps)
  expect(await only()).toMatchObject({ state: 'sent', settledAt: null })
  service.statuses.set('SM1', { status: 'undelivered', error_code: 30_034 })
  await followTexts(deps)
  expect(await only()).toMatchObject({ state: 'failed', reason: 'code-30034', settledAt: expect.any(Number) })
  expect(await findUnregistered(deps.database.db, Date.now())).toEqual(expect.any(Number))
  // The last word: nobody asks again.
  service.statuses.set('SM1', { status: 'delivered', error_code: null })
  await followTexts(deps)
  expect((await only()).state).toBe('failed')
})
