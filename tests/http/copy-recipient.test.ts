import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { openServices } from '#app/services.server.ts'
import { copySheetName } from '#content/recovery-sheet.ts'
import { openCopyPlace } from '#tests/faults/copy/place.ts'
import { runCommand } from '#tests/support/run-command.ts'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-from-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the recipient is printed, and the identity is on a sheet that neither new keys nor a second run replaces', async () => {
  const DATA_DIR = newFolder()
  const { code, said } = await runCommand('copy-recipient', [], { DATA_DIR })
  expect(code).toBe(0)
  expect(said).toMatch(/^COPY_RECIPIENT=age1[a-z0-9]{58}\n/)
  expect(said).not.toContain('AGE-SECRET-KEY')
  const sheet = () => readFileSync(join(DATA_DIR, copySheetName), 'utf8')
  const printed = sheet()
  expect(printed).toMatch(/COPY_IDENTITY=AGE-SECRET-KEY-1[A-Z0-9]{58}\n/)
  expect(statSync(join(DATA_DIR, copySheetName)).mode & 0o777).toBe(0o600)
  expect((await runCommand('keys-rotate', [], { DATA_DIR })).code).toBe(0)
  const again = await runCommand('copy-recipient', [], { DATA_DIR })
  expect(again).toEqual({ code: 1, said: expect.stringMatching(/copy-recovery-sheet\.txt is still there[^\n]*\n$/) })
  expect(sheet()).toBe(printed)
})

test('a recipient that is mistyped stops the start with one line', async () => {
  const { settings, stop } = await openCopyPlace()
  onTestFinished(stop)
  const COPY_RECIPIENT = settings.COPY_RECIPIENT.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
  const mistyped = { ...settings, NODE_ENV: 'production', COPY_RECIPIENT, DATA_DIR: newFolder() }
  await expect(async () => openServices(readConfig(mistyped))).rejects.toThrow(/^COPY_RECIPIENT: is mistyped[^\n]*$/)
})
