import { expect, onTestFinished, test } from 'vitest'
import { auditTrail, waitlistOrder } from '#content/audit.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { findLastVerification } from '#app/domain/audit/verifications.server.ts'
import { recordActs } from '#tests/support/filled-dashboard.ts'
import {
  besideSite,
  databasesFor,
  look,
  startSiteForTest,
  startSiteOn,
  startSiteProcessOn,
} from '#tests/support/databases.ts'
import { runBeside } from '#tests/support/run-command.ts'
import { until } from '#tests/support/timing.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

/** Runs `npm run audit:verify` while the site runs. */
const verify = (site: Site, ...options: string[]) => runBeside(site, 'audit-verify', ...options)

const act = (site: Site, times: number) =>
  recordActs(
    site,
    Array.from({ length: times }, () => ({ act: 'subscriber.added' })),
  )

const readHead = (site: Site) =>
  look(site, (db) => db.selectFrom('auditHead').select(['count', 'hmac']).executeTakeFirstOrThrow())

test.each(databasesFor(import.meta.url))(
  'npm run audit:verify reports in one line whether the trail is intact, on %s',
  async (kind) => {
    const site = await startSiteForTest(kind)
    expect(await verify(site)).toEqual({ code: 0, said: `${auditTrail.whole({ count: 0, hmac: '' })}\n` })

    await act(site, 4)
    const head = await readHead(site)
    const whole = { code: 0, said: `${auditTrail.whole(head)}\n` }
    expect(await verify(site)).toEqual(whole)
    expect(await verify(site, '--head', `${head.count}:${head.hmac}`)).toEqual(whole)
    expect(await verify(site, '--head', `9:${head.hmac}`)).toEqual({
      code: 1,
      said: `${auditTrail.broken(5, 'cut-off')}\n`,
    })

    await look(site, (db) => db.updateTable('auditEntries').set({ who: 'program' }).where('sequence', '=', 2).execute())
    expect(await verify(site)).toEqual({ code: 1, said: `${auditTrail.broken(2, 'altered')}\n` })
  },
)

test.each(databasesFor(import.meta.url))(
  'a trail that was cut off together with its head is detected by comparing it with the newest backup, on %s',
  async (kind) => {
    const site = await startSiteForTest(kind)
    await act(site, 4)
    expect(await runBeside(site, 'backup')).toMatchObject({ code: 0 })
    await act(site, 2)
    expect(await verify(site)).toMatchObject({ code: 0 })
    await look(site, async (db) => {
      await db.deleteFrom('auditEntries').where('sequence', '>', 2).execute()
      const last = await db
        .selectFrom('auditEntries')
        .select('hmac')
        .where('sequence', '=', 2)
        .executeTakeFirstOrThrow()
      await db.updateTable('auditHead').set({ count: 2, hmac: last.hmac }).execute()
      await db.deleteFrom('auditVerifications').execute()
    })
    expect(await verify(site)).toEqual({ code: 1, said: `${auditTrail.broken(3, 'cut-off')}\n` })
    await besideSite(site, (database) =>
      database.transaction((tx) => createQueue(database).enqueue(tx, 'verify-audit', {})),
    )
    const last = await until(() => look(site, (db) => findLastVerification({ db })))
    expect(last.state).toEqual({ ok: false, fault: 'cut-off', entry: 3 })
  },
)

test('it reads from the trail whether the waitlist was offered its times in order, and names the place that was not', async () => {
  const site = await startSiteForTest('sqlite')
  const joined = (place: number) => ({
    act: 'waitlist.joined' as const,
    detail: `place ${place}, days any, between 00:00 and 24:00, until 2199-12-31, 60 minutes`,
  })
  const offered = (place: number, why: string, from: string, until: string) => ({
    act: 'waitlist.offered' as const,
    detail: `place ${place}, freed ${from} to ${until}, offered ${from} to ${until}, held until ${from}, ${why}`,
  })
  await recordActs(site, [
    joined(1),
    joined(2),
    offered(1, 'nobody before', '2026-05-05T15:00:00Z', '2026-05-05T16:00:00Z'),
  ])
  expect(await verify(site)).toEqual({ code: 0, said: expect.stringContaining(waitlistOrder.whole(1)) })
  await recordActs(site, [
    joined(3),
    offered(3, 'passed over: offered 1', '2026-05-06T15:00:00Z', '2026-05-06T16:00:00Z'),
  ])
  expect(await verify(site)).toEqual({
    code: 1,
    said: expect.stringContaining(waitlistOrder.faults['skipped-silently'](2)),
  })
})

test('an invalid head or option is rejected in one line', async () => {
  const site = await startSiteForTest('sqlite')
  for (const options of [['--head'], ['--head', '4'], ['--head', '4:short'], ['--tail', '4'], ['--head', '', 'more']])
    expect(await verify(site, ...options), options.join(' ')).toEqual({
      code: 1,
      said: expect.stringMatching(/^npm run audit:verify[^\n]+\n$/),
    })
})

test('a starting site verifies its trail, and logs when it is broken', async () => {
  const site = await startSiteOn('sqlite')
  const found = (site: Site) => look(site, (db) => findLastVerification({ db }))
  expect(await until(() => found(site))).toMatchObject({ state: { ok: true } })
  await act(site, 3)
  await look(site, (db) => db.deleteFrom('auditEntries').where('sequence', '=', 2).execute())
  await site.stop({ keepData: true })

  // A process of its own: what was done since this one began is not due again.
  const again = await startSiteProcessOn('sqlite', { DATA_DIR: site.dataDir })
  onTestFinished(async () => void (await again.stop()))
  const state = { ok: false, fault: 'missing', entry: 2 }
  await until(async () => JSON.stringify((await found(again))?.state) === JSON.stringify(state) || undefined)
  await until(async () => again.output().includes('the audit trail is broken') || undefined)
})
