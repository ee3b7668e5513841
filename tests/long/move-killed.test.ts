import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { expect, test } from 'vitest'
import { move, newTarget, readiness, refusesToStartWith, commandSettings, startMovable } from '#tests/http/moving.ts'
import { look } from '#tests/support/databases.ts'
import { runCommandProcess } from '#tests/support/run-command.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

test('a killed move leaves the site read-only, and succeeds when it is run again', async () => {
  const site = await startMovable('sqlite')
  await placeOrderOn(site)
  const { to, settings } = await newTarget(site, 'postgres')
  const lockHolder = await lockMigrations(to)
  const whenClosed = (act: (child: ChildProcess) => unknown) => (child: ChildProcess) =>
    void until(async () => (await readiness(site)) === 503 || undefined).then(() => act(child))
  const kill = whenClosed((child) => child.kill('SIGKILL'))
  await runCommandProcess('restore', ['--to', to], commandSettings(site), kill)
  expect(await readiness(site)).toBe(503)
  expect((await fetch(site.url)).status).toBe(200)
  const line = /a move to postgres:\S+ started at [^\n]+npm run restore -- --reopen/
  await refusesToStartWith({ ...site.settings, DATA_DIR: site.dataDir })(line)

  expect(await move(site, '--reopen')).toMatchObject({
    code: 0,
    said: expect.stringContaining('accepts writes again'),
  })
  await until(async () => (await readiness(site)) === 200 || undefined)
  expect((await visitor(site).post('/', { email: 'between@example.com' })).status).toBe(303)

  const stop = whenClosed(async (child) => {
    child.kill('SIGTERM')
    await lockHolder.end()
  })
  const stopped = await runCommandProcess('restore', ['--to', to], commandSettings(site), stop)
  expect(stopped).toEqual({
    code: 1,
    said: expect.stringMatching(/The move was stopped\. Nothing was moved, and the website accepts writes again\.\n$/),
  })
  await until(async () => (await readiness(site)) === 200 || undefined)

  const secondHolder = await lockMigrations(to)
  await runCommandProcess('restore', ['--to', to], commandSettings(site), kill)
  await secondHolder.end()
  expect(await readiness(site)).toBe(503)
  expect(await move(site, '--to', to)).toMatchObject({
    code: 0,
    said: expect.stringContaining('identical on both sides'),
  })
  const there = await startMovable('postgres', settings)
  const rows = await look(there, (db) => db.selectFrom('subscribers').select('email').execute())
  expect(rows).toEqual([{ email: 'between@example.com' }])
})

/** Locks the migrations of the target, so that the copy waits. */
async function lockMigrations(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; select pg_advisory_xact_lock(7021986)')
  return client
}
