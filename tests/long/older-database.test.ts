import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { newSecrets } from '#tests/http/four-processes.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { newDatabaseOn, startPostgres } from '#tests/support/postgres-server.ts'
import { type SiteProcess, startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

test('of two processes that start at the same time on an older database, one makes the backup, and the admin links of both work', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const url = await newDatabaseOn(server.url)
  const older = openDatabase({ url })
  await migrate(older, migrations.slice(0, -1))
  await older.close()
  const BACKUP_DIR = mkdtempSync(join(tmpdir(), 'clinic-backups-'))
  onTestFinished(() => rmSync(BACKUP_DIR, { recursive: true, force: true }))
  const same = { ...newSecrets(), DATABASE_URL: url, BACKUP_DIR, WORKER: 'off' }
  const both = await Promise.all([startSiteProcess(same), startSiteProcess(same)])
  onTestFinished(async () => void (await Promise.all(both.map((site) => site.stop()))))
  expect(readdirSync(BACKUP_DIR).filter((name) => name.endsWith('-before-upgrade.backup'))).toHaveLength(1)
  // The operator sees both links.
  const links = both.map(async (site) => [site, await until(async () => findAdminLink(site))] as const)
  const [first, second] = (await Promise.all(links)).map(([site, link]) => ({ browser: visitor(site), link }))
  expect((await second!.browser.get(first!.link)).status).toBe(200)
  expect((await first!.browser.post(second!.link, { password: adminSettings.ADMIN_PASSWORD })).status).toBe(303)
  expect((await second!.browser.get(first!.link)).status, 'until one is used').toBe(404)
})

const findAdminLink = (site: SiteProcess) => /\/login\/admin\/\S+/.exec(site.output())?.[0]
