import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

test('the first start of two processes at the same time in the same folder makes both ready', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'clinic-start-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const sites = await Promise.all([startSiteProcess({ DATA_DIR }), startSiteProcess({ DATA_DIR })])
  onTestFinished(async () => void (await Promise.all(sites.map((site) => site.stop({ keepData: true })))))
  for (const { url } of sites) expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('SIGTERM also ends a process whose output is closed', async () => {
  const site = await startSiteProcess({ WORKER: 'only' })
  await until(async () => site.output().includes('"msg":"ready"') || undefined)
  site.process.stdout?.destroy()
  site.process.stderr?.destroy()
  expect(await site.stop()).toBe(0)
})
