import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import { cancelAppointment, releaseHour } from '#app/domain/booking/cancel-appointment.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import { agreeToTexts } from '#app/domain/booking/text-reminders.server.ts'
import { findEntry, joinWaitlist } from '#app/domain/booking/waitlist/entries.server.ts'
import { turnOffOfferTexts, turnOnOfferTexts } from '#app/domain/booking/waitlist/offer-texts.server.ts'
import { acceptOffer, leaveWaitlist, listOpenOffers, passOn } from '#app/domain/booking/waitlist/offers.server.ts'
import { endOldEntries, eraseEntries, exportEntries } from '#app/domain/booking/waitlist/person-data.server.ts'
import { signOfferLink } from '#app/domain/booking/waitlist/waitlist-link.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'

import { receiveText } from '#app/domain/text-messages/incoming.server.ts'
import { createTextMessages } from '#app/integrations/text-messages/text-messages.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { consentWords } from '#content/text-messages.ts'
import { at, bookingDeps, bookTestAppointment, dayOne as now } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTextService } from '#tests/support/text-service.ts'
import { sendText } from './send-text.server.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

const number = '+12055550142'
const desk = { who: 'desk', from: 'here', scope: 'everything' as const }
const hour = '2026-05-07T10:00'
const freedAt = now + 180_000

async function open() {
  const service = await startTextService(onTestFinished)
  const { SMS_URL: url, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = service.settings
  const database = await openTestDatabase()
  const { db } = database
  const textMessages = createTextMessages({ url, account, token, from })
  const signer = createSigner('s'.repeat(32))
  const deps = { ...bookingDeps(database), textMessages, signer, config: { publicOrigin: 'https://clinic.example' } }

  async function join({ name = 'Wanda', phone = '(205) 555-0142', wantsTexts = true } = {}) {
    const contact = { name, email: `${name}@example.com`.toLowerCase(), phone }
    const any = { person: undefined, weekdays: [], fromTime: undefined, untilTime: undefined }
    const wishes = { ...any, serviceIds: ['general'], lastDay: '2026-12-31' }
    const joined = await joinWaitlist(deps, { contact, wishes, wantsTexts }, { now })
    return joined.ok ? joined.id : ''
  }

  /** Somebody cancels, and the time to undo that is over. */
  async function free(by: Parameters<typeof releaseHour>[0] = deps) {
    const booked = await bookTestAppointment(database, { start: hour, n: 9 })
    const id = booked.ok ? booked.appointment.id : ''
    await cancelAppointment(by, 'patient', { id, now })
    vi.setSystemTime(freedAt)
    await releaseHour(by, id, freedAt)
    const [offer] = await listOpenOffers(db)
    return offer!
  }

  const texts = () => db.selectFrom('textMessages').selectAll().orderBy('acceptedAt').execute()
  const consents = () => db.selectFrom('textConsents').selectAll().orderBy('purpose').execute()

  /** One run of the job. */
  async function run() {
    const [text] = await texts()
    const outcome = await sendText(deps, { textId: text!.id })
    if (outcome && 'record' in outcome && outcome.record) await database.transaction(outcome.record)
    return outcome
  }

  return { service, database, db, deps, join, free, texts, consents, run }
}

test('who agreed gets an offer as a text with its link, which names no service and nobody', async () => {
  const { service, deps, join, free, run, texts, consents } = await open()
  const entryId = await join()
  expect(await consents()).toMatchObject([
    {
      number,
      purpose: 'offers',
      version: consentWords.offers.version,
      record: `waitlist:${entryId}`,
      givenBy: 'patient',
    },
  ])
  const offer = await free()
  expect(await texts()).toMatchObject([{ kind: 'offer', record: `waitlist:${entryId}`, state: 'waiting' }])
  expect(await run()).toMatchObject({ state: 'done' })
  const name = deps.clinic.facts(now).name.replaceAll('’', "'")
  const link = `https://clinic.example${signOfferLink(deps.signer, offer.id)}`
  expect(service.sent).toMatchObject([{ to: number }])
  const body = service.sent[0]!.body
  expect(body).toBe(
    `${name}: a time has opened on Thu, May 7, 10 am. We hold it for you until Mon, May 4, 12:03 pm. Accept or decline: ${link} Reply STOP to end texts.`,
  )
  // Two texts at most, in the alphabet of text messages.
  expect(body).toMatch(/^[\x20-\x5a\x5f\x61-\x7a]{1,306}$/)
  await run()
  expect(service.posts).toHaveLength(1)
})

test('nobody who didn’t agree to offers gets one, nor anybody while texts are not set up', async () => {
  const { join, free, texts, deps, database, db } = await open()
  const entryId = await join({ wantsTexts: false })
  // The same person agreed to reminders at this number: another purpose.
  const booked = await bookTestAppointment(database, { start: '2026-05-08T10:00' })
  const id = booked.ok ? booked.appointment.id : ''
  await db.updateTable('appointments').set({ phone: '(205) 555-0142' }).where('id', '=', id).execute()
  await agreeToTexts(deps, desk, { id, now })
  expect((await free()).entryId).toBe(entryId)
  expect(await texts()).toEqual([])

  const other = await open()
  await other.join()
  await other.free({ ...other.deps, textMessages: undefined })
  expect(await other.texts()).toEqual([])
})

test('a number that can get no texts makes no consent, and a second joining no second one', async () => {
  const { join, consents } = await open()
  await join({ phone: '555-0142' })
  expect(await consents()).toEqual([])
  const id = await join({ name: 'Bo', wantsTexts: false })
  expect(await join({ name: 'Bo' })).toBe(id)
  await join({ name: 'Bo' })
  expect(await consents()).toHaveLength(1)
})

type Site = Awaited<ReturnType<typeof open>>
type Offer = { id: string; entryId: string; until: number }

test.each<[string, string, (site: Site, offer: Offer) => Promise<unknown>]>([
  ['accepted', 'not-due', ({ deps }, { id }) => acceptOffer(deps, id, freedAt)],
  ['declined', 'not-due', ({ deps }, { id }) => passOn(deps, id, { by: 'patient', now: freedAt })],
  ['skipped', 'not-due', ({ deps }, { id }) => passOn(deps, id, { by: desk, why: 'away', now: freedAt })],
  ['out of time', 'not-due', async (_, { until }) => void vi.setSystemTime(until)],
  ['of somebody who left', 'not-due', ({ deps }, { entryId }) => leaveWaitlist(deps, entryId, { now: freedAt })],
  [
    'of somebody who was erased',
    'not-due',
    ({ db }, { entryId }) => db.updateTable('waitlistEntries').set({ phone: '' }).where('id', '=', entryId).execute(),
  ],
  [
    'of somebody who turned texts off',
    'no-consent',
    ({ deps }, { entryId }) => turnOffOfferTexts(deps, entryId, { now: freedAt }),
  ],
  [
    'of a number that stopped texts',
    'no-consent',
    ({ deps }) => receiveText(deps, { number, text: 'STOP', now: freedAt }),
  ],
])('nothing is sent about an offer that is %s', async (_, reason, end) => {
  const site = await open()
  await site.join()
  const offer = await site.free()
  await end(site, offer)
  await site.run()
  expect(site.service.posts).toEqual([])
  expect(await site.texts()).toMatchObject([{ state: 'dropped', reason }])
})

test('no text goes out while what freed the hour can be undone, and undoing it takes the text back', async () => {
  const { deps, db, database, join, texts } = await open()
  await join()
  const booked = await bookTestAppointment(database, { start: hour, serviceId: 'asked', n: 9 })
  const id = booked.ok ? booked.appointment.id : ''
  const decline = async () => {
    const declined = await answerRequest(deps, desk, { id, answer: 'declined', now })
    return { id, answer: 'declined', revision: declined.ok ? declined.revision : 0 } as const
  }
  const jobs = () => db.selectFrom('jobs').select('runAt').where('kind', '=', 'send-text').execute()
  const declined = await decline()
  expect(await jobs()).toEqual([{ runAt: now + undoOfferMs }])
  expect(await undoAnswer(deps, desk, declined)).toMatchObject({ ok: true })
  expect([await texts(), await jobs(), await listOpenOffers(db)]).toEqual([[], [], []])

  const again = await decline()
  // The text was sent.
  await db.deleteFrom('jobs').where('kind', '=', 'send-text').execute()
  expect(await undoAnswer(deps, desk, again)).toMatchObject({ ok: false })
  expect(await listOpenOffers(db)).toHaveLength(1)
})

test('a STOP ends offers and reminders alike, and START brings both back; on the page only offers end', async () => {
  const { deps, db, database, join, consents } = await open()
  const entryId = await join()
  const booked = await bookTestAppointment(database, { start: hour })
  const id = booked.ok ? booked.appointment.id : ''
  await db.updateTable('appointments').set({ phone: '(205) 555-0142' }).where('id', '=', id).execute()
  await agreeToTexts(deps, desk, { id, now })
  const inForce = async () => (await consents()).filter(({ endedAt }) => endedAt === null).map(({ purpose }) => purpose)
  expect(await inForce()).toEqual(['offers', 'reminders'])
  await receiveText(deps, { number, text: 'Stop', now: now + 1 })
  expect(await inForce()).toEqual([])
  await receiveText(deps, { number, text: 'Start', now: now + 2 })
  expect(await inForce()).toEqual(['offers', 'reminders'])
  await turnOffOfferTexts(deps, entryId, { now: now + 3 })
  expect(await inForce()).toEqual(['reminders'])
  expect(await turnOnOfferTexts(deps, entryId, now + 4)).toEqual({ ok: true })
  // Staff were told so.
  await turnOffOfferTexts(deps, entryId, { by: desk, now: now + 5 })
  expect(await inForce()).toEqual([])
  const trail = await db.selectFrom('auditEntries').select(['act', 'record', 'detail']).execute()
  expect(trail).toContainEqual(expect.objectContaining({ act: 'text-message.ended', record: `waitlist:${entryId}` }))
  expect(JSON.stringify(trail)).not.toContain('5550142')
})

test('texts of offers wait for the end of the night', async () => {
  const { join, free, run, service } = await open()
  await join()
  await free()
  vi.setSystemTime(at('2026-05-04T07:30'))
  expect(await run()).toEqual({ state: 'too-soon', until: at('2026-05-04T08:00') })
  expect(service.posts).toEqual([])
})

test('a copy of a person’s data has consents and texts; erasing them or the end of their time leaves none', async () => {
  const { deps, db, database, join, free, run, texts, consents } = await open()
  const entryId = await join()
  await free()
  await run()
  const subject = {
    recordIds: [],
    appointmentIds: [],
    emails: ['wanda@example.com'],
    addresses: [],
    isNamed: () => true,
  }
  const { items } = await exportEntries({ ...deps, db }, subject)
  expect(items).toMatchObject([
    {
      textMessageConsents: [{ number, agreed: 'online', purpose: 'offers' }],
      textMessages: [{ kind: 'offer', to: number, status: 'accepted', text: expect.stringContaining('May 7') }],
    },
  ])
  await database.transaction((tx) => eraseEntries(deps, tx, [entryId], now))
  expect([await texts(), await consents()]).toEqual([[], []])

  const left = await join({ name: 'Bo' })
  await join({ name: 'Cy', wantsTexts: false })
  await leaveWaitlist(deps, left, { now })
  await endOldEntries(deps, now + 29 * 86_400_000)
  expect(await consents()).toHaveLength(1)
  await endOldEntries(deps, now + 31 * 86_400_000)
  expect([await findEntry(db, left), await consents()]).toEqual([undefined, []])
})
