import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { paymentJobs } from '#app/jobs/payments.server.ts'
import type { Subject } from '#app/domain/payments/subject.ts'
import { payloads } from '#app/queue/payloads.ts'
import type { Paying } from '#tests/processes/pay.ts'
import type { DatabaseKind } from '#tests/support/databases.ts'
import { paidBookingDeps, type Payment, payingDeps, placeToPay } from '#tests/support/paying.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { runKilled } from '#tests/support/run-command.ts'
import { newPostgresDatabase } from '#tests/support/test-database.ts'
import { comparePayments } from './compare.ts'
import { readProvider, readSite } from './evidence.ts'

const deposit: Payment = { payAhead: 'deposit', payAheadAmount: 5_000, cancelFee: 2_000, taxRate: 0 }

/** A site whose steps with money can be killed, with its provider. The caller fakes the clock. */
export async function openKillable(kind: DatabaseKind, payment = deposit) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-payment-kills-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const location = kind === 'postgres' ? { url: await newPostgresDatabase() } : { file: join(folder, 'clinic.db') }
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  const server = await startPaymentServer(onTestFinished)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const provider = { secretKey, webhookSecret, url: server.origin }
  const booking = paidBookingDeps(database, provider, { payment })
  const deps = { ...payingDeps(database, provider), payables: booking.payables }
  const { db } = database
  const isPaymentJob = (job: string): job is keyof typeof paymentJobs => Object.hasOwn(paymentJobs, job)

  /** What the worker does after some time, until nothing is due any more. */
  async function wait(ms: number) {
    vi.setSystemTime(Date.now() + ms)
    await paymentJobs['watch-payments'].run(deps)
    for (;;) {
      const due = await db.selectFrom('jobs').selectAll().where('runAt', '<=', Date.now()).execute()
      const jobs = due.filter((job) => isPaymentJob(job.kind))
      if (jobs.length === 0) return
      for (const { id, kind: job, payload } of jobs) {
        if (isPaymentJob(job)) await paymentJobs[job].run(deps, payloads[job].parse(JSON.parse(payload)) as never)
        await db.deleteFrom('jobs').where('id', '=', id).execute()
      }
    }
  }

  const place = (cartId: string, giftCard?: string) => placeToPay(deps, { cartId, giftCard, now: Date.now() })
  const findOrder = (cartId: string) =>
    db.selectFrom('orders').selectAll().where('cartId', '=', cartId).executeTakeFirst()
  /** At the provider, as the customer. */
  const pay = (url: string) => server.pay(/cs_test_\w+/.exec(url)?.[0] ?? '')
  const run = (step: Paying['step'], id: string, kill: Paying['kill'], more: Partial<Paying> = {}) =>
    runKilled('pay', {
      ...{ location, provider, payment, startsAt: 0, ...more },
      ...{ step, id, now: Date.now(), kill },
    } satisfies Paying)
  const compare = async () => comparePayments({ ...(await readSite(database)), ...readProvider(server), presses: [] })
  /** What the provider took for it and has not sent back, one for each payment. */
  async function takenOf(subject: Subject) {
    const mine = await db.selectFrom('payments').select('id').where('subject', '=', subject).execute()
    return readProvider(server)
      .taken.filter(({ reference }) => mine.some(({ id }) => id === reference))
      .map(({ cents, refundedCents }) => cents - refundedCents)
  }
  const takenFor = async (cartId: string) => takenOf(`order:${(await findOrder(cartId))?.number}`)
  return { database, booking, deps, server, wait, place, findOrder, pay, run, compare, takenOf, takenFor }
}

/** Has `work` killed at one statement after the other, until it ends before. */
export async function killAtEach(
  when: Paying['kill']['when'],
  work: (kill: Paying['kill']) => Promise<{ wasKilled: boolean }>,
) {
  for (let at = 1; ; at += 1) if (!(await work({ at, when })).wasKilled) return at - 1
}
