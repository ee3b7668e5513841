import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCopyPlace } from '#tests/faults/copy/place.ts'
import { withRestoredCopy } from '#tests/faults/copy/restored-copy.ts'
import { startSiteForTest, look } from '#tests/support/databases.ts'
import { publicForms, visitor } from '#tests/support/visitor.ts'
import { runCommand, runCommandProcess } from '#tests/support/run-command.ts'
import { startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

const person = { name: 'Maya Thomas', email: 'maya@example.com' }

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-from-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function newPlace() {
  const place = await openCopyPlace()
  onTestFinished(place.stop)
  return place
}

const readSecrets = (dataDir: string) => ({
  SESSION_SECRET: readFileSync(join(dataDir, 'session-secret'), 'utf8').trim(),
  ENCRYPTION_KEY: readFileSync(join(dataDir, 'encryption-key'), 'utf8').trim(),
})

const restoreFromCopy = (settings: Record<string, string>, identity: string, ...options: string[]) =>
  runCommandProcess('restore', ['--from-copy', ...options], settings, (child) => child.stdin?.write(`${identity}\n`))

test('an order of a site whose machine is lost is there after a restore from the copy', async () => {
  const place = await newPlace()
  const site = await startSiteProcess({ ...place.settings, ABUSE_LIMITS: 'off' })
  onTestFinished(async () => void (await site.stop({ signal: 'SIGKILL' })))
  const secrets = readSecrets(site.dataDir)
  await until(async () => (await place.store.list('epochs/')).some(({ key }) => key.endsWith('-base')))
  const buyer = visitor(site)
  const order = publicForms.find(({ name }) => name === 'order')!
  const { path, fields } = await order.fill(buyer, person)
  const answer = await buyer.post(path, fields)
  expect(answer.status).toBe(303)
  const acceptedAt = Date.now()
  await until(() =>
    withRestoredCopy(place, secrets.ENCRYPTION_KEY, async (found) => found.until > acceptedAt || undefined),
  )
  await site.stop({ signal: 'SIGKILL' })

  const settings = { ...place.settings, ...secrets, DATA_DIR: newFolder() }
  const wrong = await restoreFromCopy(settings, 'AGE-SECRET-KEY-1')
  expect(wrong).toEqual({ code: 1, said: expect.stringContaining('recovery sheet') })
  const checked = await restoreFromCopy(settings, place.identity, '--check')
  expect(checked).toEqual({ code: 0, said: expect.stringMatching(/everything up to 20[\s\S]*The backup is complete/) })
  expect(readdirSync(settings.DATA_DIR)).toEqual([])
  const restored = await restoreFromCopy(settings, place.identity)
  expect(restored).toEqual({ code: 0, said: expect.stringMatching(/everything up to 20[\s\S]*\nRestored [\d,]+ rows/) })
  expect((await restoreFromCopy(settings, place.identity)).said).toContain('add --force')
  expect(readdirSync(settings.DATA_DIR)).toEqual(['clinic.db'])

  const again = await startSiteForTest('sqlite', { ...secrets, DATA_DIR: settings.DATA_DIR })
  const orders = await look(again, (db) => db.selectFrom('orders').select('email').execute())
  expect(orders).toEqual([{ email: person.email }])
})

test('a change of the encryption key while the site runs is followed by a copy that opens with the new one', async () => {
  const place = await newPlace()
  const site = await startSiteProcess(place.settings)
  onTestFinished(async () => void (await site.stop()))
  await until(async () => (await place.store.list('epochs/')).some(({ key }) => key.endsWith('-base')))
  const before = readSecrets(site.dataDir)
  const settings = { ...place.settings, DATA_DIR: site.dataDir, PUBLIC_URL: site.url }
  expect((await runCommand('keys-rotate', [], settings)).code).toBe(0)
  const { ENCRYPTION_KEY } = readSecrets(site.dataDir)
  expect(ENCRYPTION_KEY).not.toBe(before.ENCRYPTION_KEY)
  await until(() => withRestoredCopy(place, ENCRYPTION_KEY, async () => true).catch(() => undefined))
})
