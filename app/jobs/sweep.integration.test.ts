import { isLong } from '#tests/support/timing.ts'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countLoginAttempt } from '#app/domain/accounts/login-attempts.server.ts'
import { tryCode } from '#app/domain/accounts/code-attempts.server.ts'
import { submitDraft } from '#app/domain/booking/drafts.server.ts'
import { recordObservation } from '#app/domain/checks/observations.server.ts'
import { countPost } from '#app/domain/limits/limits.server.ts'
import { subscribe } from '#app/domain/newsletter/subscribers.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { createScratchFolders } from '#app/integrations/machine/scratch-folders.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import type { Services } from '#app/services.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { openSignIn } from '#tests/support/accounts.ts'
import { bookingDeps } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { sweep } from './sweep.server.ts'

const day = 24 * 60 * 60 * 1000

/** The tables that grow with made-up input of visitors. */
const tables = [
  'limits',
  'sessions',
  'verifications',
  'workingDays',
  'usedCodes',
  'users',
  'credentials',
  'subscribers',
  'emails',
  'bookingDrafts',
  'recordKeys',
  'sightings',
] as const satisfies (keyof Tables)[]

async function rowsOf({ db }: Database) {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(rows)
  }
  return counts
}

test('data of many made-up addresses is deleted after a month, and data of real people stays', async () => {
  const database = await openTestDatabase()
  const vault = testVault(database)
  const signIn = openSignIn(database)
  const signer = createSigner('s'.repeat(40))
  const deps = {
    ...bookingDeps(database),
    database,
    vault,
    signIn,
    signer,
    queue: createQueue(database),
    scratchFolders: createScratchFolders(join(tmpdir(), `clinic-${randomUUID()}`)),
    mailDomain: 'clinic.example',
    confirmSignUps: true,
    emailsLeave: true,
    config: { healthRetentionDays: 1095, messageRetentionDays: 1095, emailBodyRetentionDays: 365 },
  }
  await signIn.addAccount({ name: 'Maya', email: 'maya@example.com', hash: 'none', isVerified: true })
  const before = await rowsOf(database)

  const now = Date.now()
  // As the doors below write them, which would take long for so many.
  const counted = Array.from({ length: isLong ? 10_000 : 300 }, (_, n) => ({
    key: `contact:network:${n}`,
    windowStart: now,
    count: 1,
  }))
  await database.db.insertInto('limits').values(counted).execute()
  for (let n = 0; n < 100; n += 1) {
    const sender = { network: `network ${n}`, address: `address ${n}` }
    await database.transaction((tx) => countPost({ tx }, 'order', sender, now))
    await database.transaction((tx) => countLoginAttempt({ tx }, sender, now))
    await database.transaction((tx) => countLoginAttempt({ tx }, { ...sender, device: `device ${n}` }, now))
    const patient = { name: 'X', email: `x${n}@example.com`, phone: '(205) 555-0101', health: 'well' }
    await submitDraft(deps, { serviceId: 'general', patient }, { sender, now })
    await subscribe(deps, { email: `x${n}@example.com`, sender, now })
  }
  for (let n = 0; n < 20; n += 1) {
    const accountId = await signIn.addAccount({ name: '', email: `n${n}@example.com`, hash: 'none', isVerified: false })
    const confirm = {
      kind: 'account-confirm',
      ids: { accountId, until: now + day },
      recipient: `n${n}@example.com`,
      limitedAs: undefined,
    } as const
    await database.transaction((tx) => sendEmail({ tx, ...deps }, confirm))
    await signIn.addReset({ accountId, until: now + 30 * 60_000 })
    const attempt = { code: { kind: 'totp', code: '123456' }, headers: new Headers(), isLimited: true, now } as const
    await tryCode({ database, vault }, { who: accountId, from: 'here' }, attempt, async () => ({
      ok: true,
      cookies: [],
    }))
    await signInUntil(database, accountId, new Date(now + day))
  }
  for (let n = 0; n < 10; n += 1) await recordObservation({ database }, 'stranger', now + n)
  const full = await rowsOf(database)
  expect(full).toMatchObject({
    bookingDrafts: 100,
    subscribers: 100,
    emails: 120,
    sessions: 20,
    verifications: 20,
    sightings: 1,
  })
  expect(full.limits).toBeGreaterThan(counted.length + 500)

  vi.useFakeTimers({ toFake: ['Date'], now: now + 31 * day })
  onTestFinished(() => void vi.useRealTimers())
  await sweep(deps as unknown as Services)
  expect(await rowsOf(database)).toEqual({ ...before, sightings: 1 })
})

async function signInUntil({ db, kind }: Database, userId: string, ends: Date) {
  const at = kind === 'sqlite' ? ends.toISOString() : ends
  const dates = { expiresAt: at, createdAt: at, updatedAt: at }
  await db
    .insertInto('sessions')
    .values({ id: randomUUID(), token: randomUUID(), userId, ipAddress: null, userAgent: null, ...dates })
    .execute()
}
