import { expect, onTestFinished, test } from 'vitest'
import { recordFailedTry, sendEmail } from '#app/domain/outbox/emails.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import { startMailWatch } from './watch-mail.server.ts'

const far = Date.now() + 24 * 60 * 60 * 1000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Emails that wait a long time because the mail server was in trouble, watched. */
async function watch({
  emails,
  isReachable,
  probeEveryMs,
}: {
  emails: number
  isReachable: boolean
  probeEveryMs: number
}) {
  const database = await openTestDatabase()
  const queue = createQueue(database)
  await database.transaction(async (tx) => {
    for (let index = 0; index < emails; index += 1)
      await sendEmail(
        { tx, queue, mailDomain: 'clinic.example' },
        { kind: 'newsletter-welcome', ids: { subscriberId: '1' }, recipient: 'maya@example.com', limitedAs: undefined },
      )
    const all = await tx.selectFrom('emails').select('id').execute()
    for (const { id } of all) await recordFailedTry(tx, id, { scope: 'server', detail: 'away' })
    await tx.updateTable('jobs').set({ runAt: far }).execute()
  })
  let asked = 0
  const mail = { probeEveryMs, isReachable: async () => ((asked += 1), isReachable) }
  onTestFinished(startMailWatch({ database, queue, mail, log: { debug() {} } }))
  const due = async () => (await database.db.selectFrom('jobs').select('id').where('runAt', '<', far).execute()).length
  return { due, asked: () => asked }
}

test('a mail server that is down is probed repeatedly, and no email is tried', async () => {
  const { due, asked } = await watch({ emails: 3, isReachable: false, probeEveryMs: 20 })
  await until(async () => asked() >= 5 || undefined)
  expect(await due()).toBe(0)
})

test('a mail server that seems up gets one email at once', async () => {
  const { due } = await watch({ emails: 3, isReachable: true, probeEveryMs: 60_000 })
  await until(async () => (await due()) === 1 || undefined)
  await pause(200)
  expect(await due()).toBe(1)
})

test('a mail server that only seems up gets one email at a time, less and less often', async () => {
  const { due, asked } = await watch({ emails: 40, isReachable: true, probeEveryMs: 40 })
  const startedAt = performance.now()
  await pause(1_000)
  await until(async () => (await due()) > 2)
  expect(await due()).toBeLessThanOrEqual(asked())
  // 40, 40, 80, 160, then every 320 ms.
  expect(asked()).toBeLessThanOrEqual(6 + (performance.now() - startedAt) / 320)
})

test('the server is not probed while no email waits for it', async () => {
  const { asked } = await watch({ emails: 0, isReachable: true, probeEveryMs: 10 })
  await pause(200)
  expect(asked()).toBe(0)
})
