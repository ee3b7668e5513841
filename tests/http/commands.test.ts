import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminSettings } from '#tests/support/admin.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { type CommandName, commandNames, runCommandProcess } from '#tests/support/run-command.ts'

// Each command once as npm starts it, beside a running site; what it does is proved in the process of the tests.

let site: Awaited<ReturnType<typeof startSiteOn>>
const folder = mkdtempSync(join(tmpdir(), 'clinic-commands-'))
beforeAll(async () => {
  site = await startSiteOn('sqlite', adminSettings)
})
afterAll(async () => {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The options of each, how it ends and what it says. */
const ends: Record<CommandName, [options: string[], code: number, says: RegExp]> = {
  'admin-link': [[], 0, /It works once:\n\n {2}http:/],
  'audit-verify': [['--head', 'none'], 1, /^npm run audit:verify, or with a head/],
  backup: [[], 0, /^Backup of [\d,]+ KB: /],
  'content-export': [[folder], 0, /^Written in /],
  'content-import': [[folder], 0, /^The website says what these files say\.\n$/],
  'copy-recipient': [[], 0, /^COPY_RECIPIENT=age1/],
  doctor: [[], 0, /^Review +Email: /m],
  'keys-rotate': [[], 0, /Backups are now encrypted with the new key/],
  mail: [[], 0, /^waiting 0/],
  restore: [['--to'], 1, /^npm run restore -- FILE/],
}

test.each(commandNames)('npm run %s works as a process of its own', async (name) => {
  const [options, code, says] = ends[name]
  const settings = { DATA_DIR: site.dataDir, PUBLIC_URL: site.url, ...adminSettings }
  const ended = await runCommandProcess(name, options, settings)
  expect(ended).toEqual({ code, said: expect.stringMatching(says) })
})
