import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { submitDraft } from '#app/domain/booking/drafts.server.ts'
import { listOpenOffers, offerOpenHour } from '#app/domain/booking/waitlist/offers.server.ts'
import { verifyWaitlist } from '#app/domain/booking/waitlist/verify-waitlist.server.ts'
import { exportMessages } from '#app/domain/contact/export-person.server.ts'
import { insertCard } from '#app/domain/gift-cards/gift-cards.server.ts'
import { exportCards } from '#app/domain/gift-cards/person-data.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { mergePatients, splitRecord } from '#app/domain/patients/change-person.server.ts'
import {
  addRequest,
  deleteOldRequests,
  exportRequests,
  listOpenRequests,
  listRequestsOf,
} from '#app/domain/patients/data-requests.server.ts'
import { findSubject } from '#app/domain/patients/data-subject.server.ts'
import { findPatient } from '#app/domain/patients/patients.server.ts'
import { exportPerson } from '#app/domain/person-export/export-person.server.ts'
import { toInstant } from '#app/domain/shared/data-subject.ts'
import { erasure } from '#app/database/backups/erased-list.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { at, bookingDeps, dayOne as now, joinTestWaitlist } from '#tests/support/booking.ts'
import { bookFor, desk, helen, putConfirmedAccount } from '#tests/support/patients.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { eraseAgain } from './erase-again.server.ts'
import { erasedEmail } from './erase-person.server.ts'
import { erasePatient } from './erase-patient.server.ts'

/** Shares address and phone with Helen. */
const ben = { ...helen, name: 'Ben Marsh' }
const day = 86_400_000

function toDeps(database: Database) {
  const config = { admin: { email: 'admin@clinic.example' } }
  return { ...bookingDeps(database), signer: createSigner('s'.repeat(40)), config, emailsLeave: true }
}

async function openWithFamily() {
  const database = await openTestDatabase()
  const one = await bookFor(database, { ...helen, health: 'Helen sleeps badly.' }, '2026-05-07T10:00')
  const other = await bookFor(database, { ...ben, health: 'Ben has a cough.' }, '2026-05-08T10:00')
  const deps = toDeps(database)
  const ask = (id: string, patientId: string, kind: 'access' | 'correction' | 'erasure' = 'erasure') =>
    addRequest(deps, desk, { id, patientId, kind, way: 'phone', text: `Text of ${id}`, receivedAt: now })
  return { database, deps, one, other, ask }
}

const namesIn = async ({ db }: Database) =>
  (await db.selectFrom('appointments').select('name').orderBy('name').execute()).map(({ name }) => name).filter(Boolean)

test('a copy has what one person told, and nothing of who shares their address', async () => {
  const { database, deps, one } = await openWithFamily()
  const subject = await findSubject(database.db, one.recordId)
  const sections = await exportPerson({ ...deps, db: database.db }, subject!)
  const visit = { status: 'confirmed', room: 'One', bookedBy: 'the clinic', healthAnswer: 'Helen sleeps badly.' }
  expect(sections[1]).toMatchObject({ items: [{ ...helen, ...visit, startsAt: expect.anything() }] })
  const copy = JSON.stringify(sections)
  expect(copy).toContain('Helen sleeps badly.')
  expect(copy).not.toMatch(/Ben|cough/)
})

test('requests follow their record when people are merged and separated, and lose name and text with the last one', async () => {
  const { database, deps, one, other, ask } = await openWithFamily()
  await ask('r1', one.recordId, 'correction')
  await ask('r2', other.recordId, 'access')
  const listOf = async (id: string) =>
    (await listRequestsOf(database.db, (await findPatient(database.db, id))!)).map((request) => request.id).toSorted()
  expect(await mergePatients(deps, desk, { id: one.recordId, others: [other.recordId], now })).toMatchObject({
    ok: true,
  })
  expect(await listOf(one.recordId)).toEqual(['r1', 'r2'])
  await splitRecord(deps, desk, { id: one.recordId, recordId: other.recordId, now })
  expect([await listOf(one.recordId), await listOf(other.recordId)]).toEqual([['r1'], ['r2']])
  expect(await listOpenRequests(database.db, 5)).toMatchObject({ count: 2, items: [{ id: 'r2' }, { id: 'r1' }] })

  expect(await ask('e1', one.recordId)).toEqual({ ok: true })
  expect(await ask('e1', one.recordId)).toEqual({ ok: true })
  expect(await ask('e2', one.recordId)).toEqual({ ok: false, reason: 'open-already' })
  const erase = { id: one.recordId, requestId: 'e1', withAccount: false, now }
  expect(await erasePatient(deps, desk, erase)).toMatchObject({ ok: true, erased: { appointments: 1 } })
  const trail = database.db.selectFrom('auditEntries').select('detail').where('act', '=', 'person.erased')
  expect(await trail.execute(), 'only what there was').toEqual([{ detail: 'appointments: 1' }])
  expect(await erasePatient(deps, desk, erase)).toEqual({ ok: false, reason: 'gone' })
  const left = await database.db.selectFrom('dataRequests').selectAll().orderBy('id').execute()
  expect(left).toMatchObject([
    { id: 'e1', patientId: null, request: null, outcome: 'done' },
    { id: 'r1', patientId: null, request: null, outcome: null },
    { id: 'r2', patientId: other.recordId },
  ])
  const keys = await database.db.selectFrom('recordKeys').select('id').where('purpose', '=', 'data request').execute()
  expect(keys).toEqual([{ id: 'r2' }])
  const subject = (await findSubject(database.db, other.recordId))!
  expect((await exportRequests({ ...deps, db: database.db }, subject)).items).toMatchObject([{ text: 'Text of r2' }])
})

test('a restored backup erases this person again, and nobody who shares the address', async () => {
  const { database, deps, one, ask } = await openWithFamily()
  await ask('e1', one.recordId)
  const erase = { id: one.recordId, requestId: 'e1', withAccount: false, now }
  expect(await erasePatient(deps, desk, erase)).toMatchObject({ ok: true })
  expect(await namesIn(database)).toEqual(['Ben Marsh'])
  const noted = await database.db.selectFrom('jobs').select('payload').where('kind', '=', 'note-erasure').execute()
  const erasures = noted.map(({ payload }) => erasure.parse(JSON.parse(payload)))
  expect(JSON.stringify(erasures)).not.toMatch(/helen|marsh/i)

  // The backup has both.
  const restored = await openWithFamily()
  const again = await restored.database.transaction((tx) =>
    eraseAgain(toDeps(restored.database), tx, { erasures, now }),
  )
  expect(again).toMatchObject([{ erased: { appointments: 1 } }])
  expect(await namesIn(restored.database)).toEqual(['Ben Marsh'])
})

test('a person who waited is erased again so that the trail says that they left, and who is offered a time is next', async () => {
  const { database, deps } = await openWithFamily()
  await joinTestWaitlist(database)
  const second = await joinTestWaitlist(database, { n: 2 })
  const erasures = [{ at: now, withAccount: false, email: deps.signer.fingerprint(erasedEmail, 'wanda1@example.com') }]
  const again = await database.transaction((tx) => eraseAgain(deps, tx, { erasures, now }))
  expect(again).toMatchObject([{ erased: { waitlist: 1 } }])
  const freed = { person: 'person:clinic' as const, startsAt: at('2026-05-11T10:00'), now }
  expect(await offerOpenHour(deps, desk, freed)).toBe(1)
  expect(await listOpenOffers(database.db)).toMatchObject([{ entryId: second }])
  expect(await verifyWaitlist(deps, now)).toEqual({ offers: 1, faults: [] })
})

test('a decided request goes after six years, an open one stays', async () => {
  const { database, deps, one, other, ask } = await openWithFamily()
  await ask('old', one.recordId, 'access')
  await ask('open', other.recordId, 'access')
  await database.db
    .updateTable('dataRequests')
    .set({ outcome: 'done', decidedAt: now })
    .where('id', '=', 'old')
    .execute()
  await deleteOldRequests(deps, now + 2_191 * day)
  expect(await database.db.selectFrom('dataRequests').select('id').execute()).toHaveLength(2)
  await deleteOldRequests(deps, now + 2_193 * day)
  expect(await database.db.selectFrom('dataRequests').select('id').execute()).toEqual([{ id: 'open' }])
  const keys = await database.db.selectFrom('recordKeys').select('id').where('purpose', '=', 'data request').execute()
  expect(keys).toEqual([{ id: 'open' }])
})

/** Shares nothing with anybody, and is known in every part of the site by her address alone. */
async function openWithIris() {
  const database = await openTestDatabase()
  const { db, kind } = database
  const deps = toDeps(database)
  const iris = { name: 'Iris Reed', email: 'iris@example.com', phone: '(205) 555-0199' }
  const { email } = iris
  const { recordId } = await bookFor(database, iris, '2026-05-07T10:00')
  for (const patient of [iris, helen])
    await submitDraft(deps, { serviceId: 'general', patient: { ...patient, health: 'tired' } }, { now })
  await listSubscribers(db, [
    { id: 'subscriber', email, subscriptionDate: now },
    { id: 'other', email: helen.email },
  ])
  const accountId = await putConfirmedAccount(database, email)
  const made = new Date(now)
  const key = { counter: 0, deviceType: 'singleDevice', backedUp: kind === 'sqlite' ? 0 : false }
  const passkey = { ...key, userId: accountId, publicKey: 'key', transports: null, aaguid: null }
  await db
    .insertInto('passkeys')
    .values([
      {
        ...passkey,
        id: '1',
        credentialId: '1',
        name: 'Phone',
        createdAt: kind === 'sqlite' ? made.toISOString() : made,
      },
      { ...passkey, id: '2', credentialId: '2', name: null, createdAt: null },
    ])
    .execute()
  // To her address about nothing that is hers, and about her subscription to another address.
  await database.transaction(async (tx) => {
    await sendEmail({ ...deps, tx }, { kind: 'password-changed', ids: { accountId: 'gone' }, recipient: email })
    for (const [subscriberId, recipient] of [
      ['subscriber', 'old@example.com'],
      ['other', helen.email],
    ] as const) {
      const welcome = { kind: 'newsletter-welcome', ids: { subscriberId }, recipient } as const
      await sendEmail({ ...deps, tx }, { ...welcome, limitedAs: undefined })
    }
  })
  await addRequest(deps, desk, { id: 'e1', patientId: recordId, kind: 'erasure', way: 'phone', receivedAt: now })
  return { database, deps, recordId, accountId, email }
}

test.each([true, false])(
  'what a person’s own address leads to goes with them; the account: %s',
  async (withAccount) => {
    const { database, deps, recordId, email } = await openWithIris()
    const { db } = database
    const quiet = { ...deps, emailsLeave: false }
    const erased = await erasePatient(quiet, desk, { id: recordId, requestId: 'e1', withAccount, now })
    const accounts = withAccount ? 1 : 0
    expect(erased).toMatchObject({ ok: true, erased: { appointments: 1, drafts: 1, subscriptions: 1, accounts } })
    expect(await db.selectFrom('users').select('email').execute()).toEqual(withAccount ? [] : [{ email }])
    expect(await db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: helen.email }])
    expect(await db.selectFrom('bookingDrafts').select('id').execute()).toHaveLength(1)
    expect((await db.selectFrom('emails').select('recipient').execute()).filter(({ recipient }) => recipient)).toEqual([
      { recipient: helen.email },
    ])
  },
)

test('a copy says when a passkey was added and who signed up online', async () => {
  const { database, deps, recordId } = await openWithIris()
  const sections = await exportPerson({ ...deps, db: database.db }, (await findSubject(database.db, recordId))!)
  const itemsOf = (section: string) => sections.find(({ name }) => name === section)?.items
  const addedAt = toInstant(now)
  const passkeys = [
    { name: 'Phone', addedAt },
    { name: undefined, addedAt: undefined },
  ]
  expect(itemsOf('account')).toMatchObject([{ email: 'iris@example.com', passkeys }])
  expect(itemsOf('newsletter')).toMatchObject([{ email: 'iris@example.com', signedUpOnline: addedAt }])
})

test('of those who share an address, each gets the messages and gift cards that name them, and no buyer', async () => {
  const { database, deps, one, other } = await openWithFamily()
  const { db } = database
  const message = { email: helen.email, sentAt: now, assignedTo: null, snoozedUntil: null }
  await db
    .insertInto('messages')
    .values([
      { ...message, id: '1', name: helen.name, text: 'From Helen', handledAt: now },
      { ...message, id: '2', name: ben.name, text: 'From Ben', handledAt: null },
    ])
    .execute()
  await database.transaction(async (tx) => {
    const card = { state: 'active' as const, amountCents: 5_000, payBy: undefined, now, email: 'aunt@example.com' }
    for (const more of [
      { id: 'named', recipientEmail: helen.email, recipientName: helen.name },
      { id: 'unnamed', recipientEmail: helen.email },
      { id: 'elsewhere', recipientEmail: 'friend@example.com', recipientName: helen.name },
      { id: 'bought', email: helen.email, recipientEmail: 'friend@example.com' },
    ])
      await insertCard({ tx, vault: deps.vault }, { ...card, ...more })
  })
  const exported = async (recordId: string) => {
    const subject = (await findSubject(db, recordId))!
    return { messages: await exportMessages({ db }, subject), cards: await exportCards({ db }, subject) }
  }
  const helens = await exported(one.recordId)
  expect(helens.messages.items).toMatchObject([{ text: 'From Helen', handledAt: toInstant(now) }])
  expect(helens.cards).toMatchObject({ ids: ['named'], items: [{ amount: '$50.00', recipientName: helen.name }] })
  expect(JSON.stringify(helens)).not.toContain('aunt')
  const bens = await exported(other.recordId)
  expect(bens.messages.items).toMatchObject([{ text: 'From Ben', handledAt: undefined }])
  expect(bens.cards).toEqual({ items: [], ids: [] })

  // An address that is hers alone says enough, and she sees what she paid with it.
  const aunt = await bookFor(database, { ...helen, name: 'Aunt', email: 'aunt@example.com' }, '2026-05-09T10:00')
  const { ids = [], items } = (await exported(aunt.recordId)).cards
  expect(ids.toSorted()).toEqual(['elsewhere', 'named', 'unnamed'])
  expect(items).toMatchObject(ids.map(() => ({ email: 'aunt@example.com' })))
})

test('nobody is erased by the request of somebody else, nor by an address of the clinic', async () => {
  const { database, deps, one, other, ask } = await openWithFamily()
  await ask('e2', other.recordId)
  const erase = { id: one.recordId, requestId: 'e2', withAccount: false, now }
  expect(await erasePatient(deps, desk, erase)).toEqual({ ok: false, reason: 'gone' })
  const own = await bookFor(database, { ...helen, email: deps.config.admin.email }, '2026-05-09T10:00')
  await ask('e3', own.recordId)
  const ofClinic = { ...erase, id: own.recordId, requestId: 'e3' }
  expect(await erasePatient(deps, desk, ofClinic)).toEqual({ ok: false, reason: 'own-address' })
  expect(await namesIn(database)).toEqual(['Ben Marsh', 'Helen Marsh', 'Helen Marsh'])
  expect(await listOpenRequests(database.db, 5)).toMatchObject({ count: 2 })
  expect(await ask('e4', 'nobody')).toEqual({ ok: false, reason: 'gone' })
})
