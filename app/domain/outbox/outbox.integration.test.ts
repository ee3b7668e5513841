import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue, type Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { Cursor } from '#app/domain/shared/cursor.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { handleFailedEmails, retryEmails, undoRetries } from './change-failed-emails.server.ts'
import {
  countEmails,
  listFailedEmails,
  handleFailedEmail,
  reopenFailedEmail,
  retryFailedEmails,
  undoRetryFailedEmails,
} from './failed-emails.server.ts'
import { deleteOldEmailBodies } from './email-retention.server.ts'
import { listEmails } from './email-list.server.ts'
import { findWaitingEmail, recordFailure, recordSent, recordFailedTry, sendEmail, sendEmails } from './emails.server.ts'
import { expediteWaitingEmails, expediteOneWaitingEmail, hasEmailsWaitingForServer } from './waiting-emails.server.ts'

type Deps = { database: Database; queue: Queue; vault: Vault }
const admin = { who: 'account-1', from: '192.0.2.7' }

async function open(): Promise<Deps> {
  const database = await openTestDatabase()
  return { database, queue: createQueue(database), vault: testVault(database) }
}

const acts = async ({ database }: Deps) => {
  const entries = await database.db.selectFrom('auditEntries').selectAll().orderBy('sequence').execute()
  return entries.map(({ who, act, record, detail }) => ({ who, act, record, detail }))
}

async function accept({ database, queue }: Deps, count: number) {
  await database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await sendEmail(
        { tx, queue, mailDomain: 'clinic.example' },
        {
          kind: 'newsletter-welcome',
          ids: { subscriberId: String(index) },
          recipient: `p${index}@example.com`,
          limitedAs: undefined,
        },
      )
  })
  const emails = await database.db.selectFrom('emails').selectAll().orderBy('createdAt').execute()
  return emails.map(({ id }) => id)
}

const far = Date.now() + 24 * 60 * 60 * 1000

/** As after a failed try: the job waits a long time. */
async function fail({ database }: Deps, ids: string[], scope: 'server' | 'email') {
  await database.transaction(async (tx) => {
    for (const id of ids) await recordFailedTry(tx, id, { scope, detail: 'the server said so' })
    await tx.updateTable('jobs').set({ runAt: far, attempts: 1 }).where('id', 'in', ids).execute()
  })
}

const jobsDue = async ({ database }: Deps) => {
  const jobs = await database.db.selectFrom('jobs').select('id').where('runAt', '<', far).execute()
  return jobs.map(({ id }) => id)
}

test('one address gets at most twelve emails an hour that anyone can trigger; sign-in and password emails do not count', async () => {
  const { database, queue } = await open()
  const recipient = 'victim@example.com'
  const flood = (send: (tx: Parameters<typeof sendEmail>[0]) => Promise<unknown>) =>
    database.transaction(async (tx) => {
      for (let n = 0; n < 20; n += 1) await send({ tx, queue, mailDomain: 'clinic.example' })
    })
  const to = { recipient, limitedAs: 'fingerprint' }
  await flood((deps) => sendEmail(deps, { kind: 'order-confirmation', ids: { orderId: '1' }, ...to }))
  await flood((deps) => sendEmails(deps, [{ kind: 'newsletter-opt-in', ids: { subscriberId: '1' }, ...to }]))
  await flood((deps) => sendEmail(deps, { kind: 'password-reset', ids: { resetId: '1' }, recipient }))
  await flood((deps) => sendEmail(deps, { kind: 'password-changed', ids: { accountId: '1' }, recipient }))
  const byClinic = { recipient, limitedAs: undefined }
  await flood((deps) =>
    sendEmail(deps, { kind: 'appointment', ids: { appointmentId: '1', about: 'accepted' }, ...byClinic }),
  )
  const rows = await database.db.selectFrom('emails').select('kind').execute()
  expect(Object.groupBy(rows, ({ kind }) => kind)).toMatchObject({
    'order-confirmation': { length: 12 },
    'password-reset': { length: 20 },
    'password-changed': { length: 20 },
    appointment: { length: 20 },
  })
  expect(rows).toHaveLength(72)
})

describe('when mail works again', () => {
  test('every email that waited for the server is due, in any number; one that failed by itself keeps waiting', async () => {
    const deps = await open()
    const ids = await accept(deps, 450)
    const [own = '', ...servers] = ids
    await fail(deps, [own], 'email')
    await fail(deps, servers, 'server')
    expect(await hasEmailsWaitingForServer(deps.database)).toBe(true)
    await expediteWaitingEmails(deps)
    expect((await jobsDue(deps)).toSorted()).toEqual(servers.toSorted())
    expect(await hasEmailsWaitingForServer(deps.database)).toBe(false)
  })

  test('one email is tried first, the one with the fewest tries, in case the server still fails', async () => {
    const deps = await open()
    const ids = await accept(deps, 3)
    await fail(deps, ids, 'server')
    const [tried = ''] = ids
    await deps.database.db.updateTable('jobs').set({ attempts: 5 }).where('id', '=', tried).execute()
    await expediteOneWaitingEmail(deps)
    const due = await jobsDue(deps)
    expect(due).toHaveLength(1)
    expect(due).not.toContain(tried)
    expect(await hasEmailsWaitingForServer(deps.database)).toBe(true)
  })

  test('a sent email no longer waits for the server', async () => {
    const deps = await open()
    const [id = ''] = await accept(deps, 1)
    await fail(deps, [id], 'server')
    expect(await findWaitingEmail(deps.database, id)).toMatchObject({ waitsForServer: true })
    await deps.database.transaction((tx) =>
      recordSent(tx, id, { state: 'sent', subject: 'Hello', raw: Buffer.from('raw'), now: Date.now() }),
    )
    expect(await hasEmailsWaitingForServer(deps.database)).toBe(false)
  })
})

test('any server response is saved with the email as text', async () => {
  const deps = await open()
  const [id = ''] = await accept(deps, 1)
  const detail = '550 \u0000\u001b[2J no \ud800 such mailbox\r\nask the postmaster'
  await deps.database.transaction((tx) => recordFailedTry(tx, id, { scope: 'email', detail }))
  const { lastError } = await deps.database.db.selectFrom('emails').select('lastError').executeTakeFirstOrThrow()
  expect(lastError).toBe('550 [2J no \ufffd such mailbox\nask the postmaster')
})

describe('admin actions on email', () => {
  async function failForGood(deps: Deps, ids: string[]) {
    await deps.database.transaction(async (tx) => {
      for (const id of ids) {
        await recordFailedTry(tx, id, { scope: 'email', detail: 'no such mailbox' })
        await recordFailure(tx, id)
      }
      await tx.updateTable('jobs').set({ state: 'failed', attempts: 10 }).where('id', 'in', ids).execute()
    })
  }

  test('emails are counted by status', async () => {
    const deps = await open()
    const [failing = '', failed = '', sent = ''] = await accept(deps, 4)
    await fail(deps, [failing], 'server')
    await failForGood(deps, [failed])
    await deps.database.transaction((tx) =>
      recordSent(tx, sent, { state: 'sent', subject: 'Hello', raw: Buffer.from('raw'), now: Date.now() }),
    )
    expect(await countEmails(deps.database)).toEqual({
      waiting: 2,
      retrying: 1,
      sent: 1,
      kept: 0,
      failed: 1,
      handled: 0,
    })
    expect(await listFailedEmails(deps.database, 10)).toMatchObject([{ id: failed, lastError: 'no such mailbox' }])
  })

  test('a retried failed email is the same email, with all its tries and one job', async () => {
    const deps = await open()
    const [id = '', other = ''] = await accept(deps, 2)
    const before = await findWaitingEmail(deps.database, id)
    await failForGood(deps, [id, other])
    expect(await retryEmails(deps, admin, { ids: [id], now: 0 })).toEqual([id])
    expect(await findWaitingEmail(deps.database, id)).toEqual(before)
    const jobs = await deps.database.db.selectFrom('jobs').selectAll().where('id', '=', id).execute()
    expect(jobs).toMatchObject([{ state: 'waiting', attempts: 0, kind: 'send-email' }])
    expect(await retryEmails(deps, admin, { ids: [id, 'no such email'], now: 0 })).toEqual([])
    expect(await acts(deps)).toEqual([
      { who: 'account-1', act: 'letter.retried', record: `letter:${id}`, detail: null },
    ])
  })

  test('all failed emails can be retried at once, and back until a worker has begun', async () => {
    const deps = await open()
    const ids = await accept(deps, 250)
    const [begun = ''] = ids
    await failForGood(deps, ids)
    const now = Date.now()
    expect(await retryFailedEmails(deps, admin, now)).toBe(250)
    expect(await countEmails(deps.database)).toMatchObject({ waiting: 250, failed: 0 })
    const { db } = deps.database
    const jobs = await db.selectFrom('jobs').select('runAt').distinct().execute()
    expect(jobs).toEqual([{ runAt: now + undoOfferMs }])
    expect(await retryFailedEmails(deps, admin, now)).toBe(0)

    await db.updateTable('jobs').set({ attempts: 1 }).where('id', '=', begun).execute()
    expect(await undoRetryFailedEmails(deps, admin, now - 1), 'of another moment').toBe(0)
    expect(await undoRetryFailedEmails(deps, admin, now)).toBe(249)
    expect(await undoRetryFailedEmails(deps, admin, now)).toBe(0)
    expect(await countEmails(deps.database)).toMatchObject({ waiting: 1, failed: 249, handled: 0 })
    const entry = { who: 'account-1', act: 'letters.retried', record: null }
    expect(await acts(deps)).toEqual([
      { ...entry, detail: '250 emails' },
      { ...entry, detail: 'undone' },
    ])
  })

  test('a failed email that was marked as resolved is counted separately, and retried only by request', async () => {
    const deps = await open()
    const [id = '', other = '', waiting = ''] = await accept(deps, 3)
    await failForGood(deps, [id, other])
    expect(await handleFailedEmail(deps, admin, { id, now: 1_000 })).toBe(true)
    expect(await handleFailedEmail(deps, admin, { id, now: 2_000 })).toBe(false)
    expect(await handleFailedEmail(deps, admin, { id: waiting, now: 2_000 })).toBe(false)
    expect(await countEmails(deps.database)).toMatchObject({ waiting: 1, failed: 1, handled: 1 })
    expect(await listFailedEmails(deps.database, 10)).toMatchObject([{ id: other }])
    expect(await acts(deps)).toMatchObject([{ act: 'letter.handled', record: `letter:${id}` }])

    for (const press of [1, 2])
      expect(await reopenFailedEmail(deps, admin, { id, now: 2_000 }), `press ${press}`).toBe(true)
    expect(await reopenFailedEmail(deps, admin, { id: waiting, now: 2_000 })).toBe(false)
    expect(await countEmails(deps.database)).toMatchObject({ failed: 2, handled: 0 })
    expect((await acts(deps)).map(({ act }) => act)).toEqual(['letter.handled', 'letter.reopened'])
    expect(await handleFailedEmail(deps, admin, { id, now: 3_000 })).toBe(true)

    expect(await retryFailedEmails(deps, admin, 0)).toBe(1)
    expect(await countEmails(deps.database)).toMatchObject({ waiting: 2, failed: 0, handled: 1 })
    expect(await retryEmails(deps, admin, { ids: [id], now: 0 })).toEqual([id])
    expect(await countEmails(deps.database)).toMatchObject({ waiting: 3, handled: 0 })
  })

  test('several emails are sent again at once, and back until a worker has begun', async () => {
    const deps = await open()
    const [id = '', begun = '', handled = '', fresh = ''] = await accept(deps, 4)
    await failForGood(deps, [id, begun, handled])
    await handleFailedEmail(deps, admin, { id: handled, now: 1_000 })
    const now = Date.now()
    const ids = [id, begun, fresh, 'no-such-email']
    const retried = await retryEmails(deps, admin, { ids, now })
    expect(retried.toSorted()).toEqual([id, begun].toSorted())
    const { db } = deps.database
    const jobs = await db.selectFrom('jobs').select('runAt').where('id', 'in', retried).execute()
    expect(jobs).toEqual([{ runAt: now + undoOfferMs }, { runAt: now + undoOfferMs }])

    await db.updateTable('jobs').set({ attempts: 1 }).where('id', '=', begun).execute()
    expect(await undoRetries(deps, admin, { ids, handled: false, now })).toEqual([id])
    expect(await listFailedEmails(deps.database, 10)).toMatchObject([{ id, lastError: 'no such mailbox' }])
    expect(await undoRetries(deps, admin, { ids, handled: false, now })).toEqual([])

    expect(await retryEmails(deps, admin, { ids: [handled], now })).toEqual([handled])
    expect(await undoRetries(deps, admin, { ids: [handled], handled: true, now })).toEqual([handled])
    expect(await countEmails(deps.database)).toMatchObject({ waiting: 2, failed: 1, handled: 1 })
    expect((await listEmails(deps.database, 'handled')).emails).toMatchObject([{ id: handled }])
    expect((await listEmails(deps.database, 'failed')).emails).toMatchObject([{ id }])
  })

  test('several failed emails are resolved at once, except those that someone else was faster with', async () => {
    const deps = await open()
    const [id = '', other = '', waiting = ''] = await accept(deps, 3)
    await failForGood(deps, [id, other])
    await handleFailedEmail(deps, admin, { id: other, now: 1_000 })
    const ids = [id, other, waiting, 'no-such-email']
    expect(await handleFailedEmails(deps, admin, { ids, handled: true, now: 2_000 })).toEqual([id])
    expect(await handleFailedEmails(deps, admin, { ids: [id], handled: false, now: 3_000 })).toEqual([id])
    expect(await handleFailedEmails(deps, admin, { ids: [id], handled: false, now: 3_000 })).toEqual([])
    expect((await acts(deps)).map(({ act }) => act)).toEqual(['letter.handled', 'letter.handled', 'letter.reopened'])
  })

  test('each failed email is retried once, even if emails fail again while others wait', async () => {
    const deps = await open()
    const ids = await accept(deps, 450)
    await failForGood(deps, ids)
    const { database } = deps
    const failing: Database = {
      ...database,
      async transaction(work, how) {
        const answer = await database.transaction(work, how)
        const { db } = database
        const due = await db.selectFrom('jobs').select('id').where('state', '=', 'waiting').execute()
        if (due.length > 0)
          await failForGood(
            deps,
            due.map(({ id }) => id),
          )
        return answer
      },
    }
    expect(await retryFailedEmails({ ...deps, database: failing }, admin, 0)).toBe(450)
    expect(await countEmails(database)).toMatchObject({ waiting: 0, failed: 450 })
  })
})

test('the text of a sent email is saved for the configured time; after that only its status remains', async () => {
  const deps = await open()
  const now = Date.now()
  const ids = await accept(deps, 450)
  const [newest = '', waiting = '', ...old] = ids
  const send = (id: string, sentAt: number, state: 'sent' | 'kept') =>
    deps.database.transaction((tx) =>
      recordSent(tx, id, { state, subject: 'Hi', raw: Buffer.from('raw'), now: sentAt }),
    )
  await send(newest, now - 365 * 24 * 60 * 60 * 1000, 'sent')
  for (const [index, id] of old.entries())
    await send(id, now - 365 * 24 * 60 * 60 * 1000 - 1, index % 2 === 0 ? 'sent' : 'kept')
  const { db } = deps.database
  const bodies = () => db.selectFrom('emails').select('id').where('raw', 'is not', null).execute()
  await deleteOldEmailBodies({ ...deps, config: { emailBodyRetentionDays: 0 } }, now)
  expect(await bodies()).toHaveLength(449)
  await deleteOldEmailBodies({ ...deps, config: { emailBodyRetentionDays: 365 } }, now)
  expect(await bodies()).toEqual([{ id: newest }])
  expect(await countEmails(deps.database)).toMatchObject({ sent: 225, kept: 224, waiting: 1 })
  expect(await findWaitingEmail(deps.database, waiting)).toBeDefined()
})

test('emails are listed in pages, newest first, each once', async () => {
  const deps = await open()
  const ids = await accept(deps, 120)
  const state = (index: number) => (index % 3 === 0 ? 'kept' : 'sent')
  for (const [index, id] of ids.entries())
    await deps.database.transaction((tx) =>
      recordSent(tx, id, { state: state(index), subject: 'Hi', raw: Buffer.from('raw'), now: Date.now() }),
    )
  await deps.database.db.updateTable('emails').set({ createdAt: 5 }).execute()
  const seen: string[] = []
  let from: Cursor | undefined
  do {
    const { emails, next } = await listEmails(deps.database, 'sent', { after: from })
    seen.push(...emails.map(({ id }) => id))
    from = next
  } while (from)
  expect(seen).toEqual(ids.toSorted().toReversed())
  expect(await listEmails(deps.database, 'waiting')).toMatchObject({ emails: [], next: undefined })
})

describe('emails are found', () => {
  async function withSent(subjects: (string | undefined)[]) {
    const deps = await open()
    const ids = await accept(deps, subjects.length)
    for (const [index, subject] of subjects.entries()) {
      const id = ids[index]!
      await deps.database.transaction(async (tx) => {
        if (subject !== undefined)
          await recordSent(tx, id, { state: index % 2 === 0 ? 'sent' : 'kept', subject, raw: Buffer.from('x'), now: 1 })
        await tx
          .updateTable('emails')
          .set({ createdAt: 1_000 + index })
          .where('id', '=', id)
          .execute()
      })
    }
    return deps
  }
  const word = (text: string) => ({ text, kinds: [] })
  const recipientsOf = async ({ database }: Deps, ...words: string[]) =>
    (await listEmails(database, 'sent', undefined, { words: words.map(word) })).emails.map(({ recipient }) => recipient)

  test('by words of the subject and by any part of the address, where % and _ are literal', async () => {
    const deps = await withSent(['Your order', 'Message from Zoë Q', 'ÉTÉ 100% off', 'a_b', 'your visit'])
    expect(await recipientsOf(deps, 'YOUR')).toEqual(['p4@example.com', 'p0@example.com'])
    expect(await recipientsOf(deps, 'order', 'your')).toEqual(['p0@example.com'])
    expect(await recipientsOf(deps, 'zoë', 'P1@exam')).toEqual(['p1@example.com'])
    expect(await recipientsOf(deps, 'ÉTÉ')).toEqual(['p2@example.com'])
    expect(await recipientsOf(deps, '%')).toEqual(['p2@example.com'])
    expect(await recipientsOf(deps, '_')).toEqual(['p3@example.com'])
    expect(await recipientsOf(deps, '\\')).toEqual([])
    expect(await recipientsOf(deps, 'order', 'visit')).toEqual([])
  })

  test('by status and the name of their kind', async () => {
    const deps = await withSent([undefined, 'Welcome'])
    const found = (filter: Parameters<typeof listEmails>[3]) =>
      listEmails(deps.database, 'waiting', undefined, filter).then(({ emails }) => emails.length)
    expect(await found({ words: [{ text: 'welcome', kinds: ['newsletter-welcome'] }] })).toBe(1)
    expect(await found({ words: [{ text: 'welcome', kinds: ['today'] }] })).toBe(0)
    expect(await found({ kinds: ['newsletter-welcome'] })).toBe(1)
    expect(await found({ kinds: ['today'] })).toBe(0)
  })

  test('over several pages, without duplicates', async () => {
    const deps = await withSent(Array.from({ length: 140 }, (_, index) => (index % 2 === 0 ? 'rare' : 'common')))
    const first = await listEmails(deps.database, 'sent', undefined, { words: [word('rare')] })
    const second = await listEmails(deps.database, 'sent', { after: first.next }, { words: [word('rare')] })
    const seen = [...first.emails, ...second.emails].map(({ recipient }) => recipient)
    expect(seen).toEqual(Array.from({ length: 70 }, (_, index) => `p${138 - 2 * index}@example.com`))
    expect(second.next).toBeUndefined()
  })
})

test('an email that could not be sent keeps its subject', async () => {
  const deps = await open()
  const [id = ''] = await accept(deps, 1)
  await deps.database.transaction(async (tx) => {
    await recordFailedTry(tx, id, { scope: 'email', detail: 'no', subject: 'Your order' })
    await recordFailure(tx, id)
  })
  const { emails } = await listEmails(deps.database, 'failed')
  expect(emails).toMatchObject([{ id, subject: 'Your order' }])
})
