import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createQueue } from '#app/queue/queue.server.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import {
  besideSite,
  databasesFor,
  look,
  settingsFor,
  startSiteForTest,
  type startSiteOn,
} from '#tests/support/databases.ts'
import { openDisk } from '#tests/support/disk.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { until } from '#tests/support/timing.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-restored-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const toSettings = (site: Site) => ({ DATA_DIR: site.dataDir, PUBLIC_URL: site.url, ...site.settings })

const readSecrets = ({ dataDir, settings }: Site) => ({
  SESSION_SECRET: settings.SESSION_SECRET ?? readFileSync(join(dataDir, 'session-secret'), 'utf8').trim(),
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY ?? readFileSync(join(dataDir, 'encryption-key'), 'utf8').trim(),
})

const newestIn = (folder: string) =>
  join(
    folder,
    readdirSync(folder)
      .filter((name) => name.endsWith('.backup'))
      .toSorted()
      .at(-1)!,
  )

test.each(databasesFor(import.meta.filename))(
  'a backup made during orders is consistent, and a site restored from it works, on %s',
  async (kind) => {
    const site = await startSiteForTest(kind)
    let isOver = false
    const known = await placeOrderOn(site)
    const ordering = (async () => {
      for (; !isOver;) await placeOrderOn(site)
    })()
    const folder = join(site.dataDir, 'backups')
    const made = await runCommand('backup', [], toSettings(site))
    expect(made).toEqual({ code: 0, said: expect.stringContaining(`${folder}/clinic-`) })
    isOver = true
    await ordering

    const elsewhere = await settingsFor(kind)
    const settings = { ...elsewhere, ...readSecrets(site), DATA_DIR: newFolder() }
    const restored = await runCommand('restore', [newestIn(folder)], settings)
    expect(restored).toEqual({ code: 0, said: expect.stringMatching(/^Restored [\d,]+ rows in \d+ tables/) })

    const again = await startSiteForTest(kind, settings)
    const page = await fetch(again.url + known.path)
    expect([page.status, (await page.text()).includes(known.number)]).toEqual([200, true])
    const [orders, lines, emails] = await look(again, (db) =>
      Promise.all([
        db.selectFrom('orders').select('id').execute(),
        db.selectFrom('orderLines').select('orderId').execute(),
        db.selectFrom('emails').select('ids').where('kind', '=', 'order-notice').execute(),
      ]),
    )
    expect(orders.length).toBeGreaterThan(0)
    const ids = orders.map(({ id }) => id).toSorted()
    expect(emails.map((email) => JSON.parse(email.ids).orderId).toSorted()).toEqual(ids)
    expect(lines.map(({ orderId }) => orderId).toSorted()).toEqual(ids.flatMap((id) => [id, id]))
  },
)

test('an invalid restore is rejected in one line and touches nothing', async () => {
  const site = await startSiteForTest('sqlite')
  await placeOrderOn(site)
  const folder = join(site.dataDir, 'backups')
  await runCommand('backup', [], toSettings(site))
  const file = newestIn(folder)
  const settings = { ...readSecrets(site), DATA_DIR: newFolder() }
  const expectError = async (options: string[], other: Record<string, string | undefined>, line: RegExp) => {
    const { code, said } = await runCommand('restore', options, { ...settings, ...other })
    expect({ code, lines: said.trim().split('\n').length, said }).toEqual({
      code: 1,
      lines: 1,
      said: expect.stringMatching(line),
    })
  }
  await expectError([], {}, /^npm run restore -- FILE/)
  await expectError([file], { ENCRYPTION_KEY: undefined }, /recovery sheet/)
  await expectError([file], { ENCRYPTION_KEY: randomBytes(32).toString('base64') }, /a different ENCRYPTION_KEY/)
  await expectError([file, '--force'], { DATA_DIR: site.dataDir }, /is in use/)
  expect(readdirSync(settings.DATA_DIR), 'nothing was made').toEqual([])
  expect(await runCommand('restore', [file, '--check'], settings)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^The backup is complete/),
  })
  expect(readdirSync(settings.DATA_DIR)).toEqual([])
})

/** A backup folder on a full disk if this process may mount one, otherwise a file instead of a folder. */
function createFullFolder() {
  const disk = openDisk({ megabytes: 1 })
  const { folder, isMounted } = disk
  onTestFinished(disk.remove)
  if (isMounted) {
    disk.fill()
    return { folder, reason: 'no space is left on its disk', mend: disk.free }
  }
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  return { folder, reason: 'a file is where its folder should be', mend: () => rmSync(folder) }
}

test('when the backup disk is full, Today says why and the site continues; once there is space, Today reports success', async () => {
  const { folder, reason, mend } = createFullFolder()
  const site = await startSiteForTest('sqlite', { ...adminSettings, BACKUP_DIR: folder })
  // Random, so that it does not fit even if it is compressed.
  const text = randomBytes(200_000).toString('base64')
  const message = { id: 'm', name: 'Maya', email: 'maya@example.com', text, sentAt: 1, handledAt: 1 }
  await look(site, (db) => db.insertInto('messages').values(message).execute())
  const backUp = () =>
    besideSite(site, (database) => database.transaction((tx) => createQueue(database).enqueue(tx, 'make-backup', {})))
  const admin = await signInAsAdmin(site)
  const says = (text: string) =>
    until(async () => (await (await admin.get('/admin')).text()).includes(text) || undefined)

  await backUp()
  await says(toDo.backup.item('failed', `BACKUP_DIR: ${folder}: ${reason}`))
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  expect((await placeOrderOn(site)).number).toBeTruthy()
  if (statSync(folder).isDirectory())
    expect(readdirSync(folder).filter((name) => name.startsWith('clinic'))).toEqual([])

  mend()
  await backUp()
  await says('tested and restorable.')
  expect(await (await admin.get('/admin')).text()).not.toContain(toDo.backup.item('failed'))
})
