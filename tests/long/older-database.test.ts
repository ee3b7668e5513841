import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/database/connection.server.ts'
import { type Migration, migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { openServices } from '#app/services.server.ts'
import { newSecrets } from '#tests/http/four-processes.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { newDatabaseOn, startPostgres } from '#tests/support/postgres-server.ts'
import { type SiteProcess, startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

// This version has a migration that the older one did not have.
vi.mock('#app/database/migrations/all.ts', async (load) => {
  const { migrations } = await load<{ migrations: Migration[] }>()
  const up: Migration['up'] = (tx, { text }) => tx.schema.alterTable('messages').addColumn('mood', text).execute()
  return { migrations: [...migrations, { name: '9999-later', up }] }
})

test('of two processes that start at the same time on an older database, one makes the backup and migrates', async () => {
  const { url, folder } = await newPlaces()
  const older = openDatabase({ url })
  await migrate(older, migrations.slice(0, -1))
  await older.close()
  const same = { ...newSecrets(), DATABASE_URL: url, BACKUP_DIR: folder('backups'), LOG_LEVEL: 'silent' }
  const both = await Promise.all(
    ['one', 'two'].map((name) => openServices(readConfig({ ...same, DATA_DIR: folder(name) }))),
  )
  for (const services of both) {
    await services.database.db
      .selectFrom('messages')
      .select('mood' as 'text')
      .execute()
    await services.database.close()
  }
  expect(readdirSync(same.BACKUP_DIR).filter((name) => name.endsWith('-before-upgrade.backup'))).toHaveLength(1)
})

test('the admin links that two processes print when they start at the same time both work, until one is used', async () => {
  const { url, folder } = await newPlaces()
  const same = { ...newSecrets(), DATABASE_URL: url, BACKUP_DIR: folder('backups'), WORKER: 'off' }
  const both = await Promise.all([startSiteProcess(same), startSiteProcess(same)])
  onTestFinished(async () => void (await Promise.all(both.map((site) => site.stop()))))
  const links = both.map(async (site) => [site, await until(async () => findAdminLink(site))] as const)
  const [first, second] = (await Promise.all(links)).map(([site, link]) => ({ browser: visitor(site), link }))
  expect((await second!.browser.get(first!.link)).status).toBe(200)
  expect((await first!.browser.post(second!.link, { password: adminSettings.ADMIN_PASSWORD })).status).toBe(303)
  expect((await second!.browser.get(first!.link)).status).toBe(404)
})

async function newPlaces() {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const home = mkdtempSync(join(tmpdir(), 'clinic-older-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return { url: await newDatabaseOn(server.url), folder: (name: string) => join(home, name) }
}

const findAdminLink = (site: SiteProcess) => /\/login\/admin\/\S+/.exec(site.output())?.[0]
