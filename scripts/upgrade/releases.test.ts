import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openReleases } from './releases.ts'

test('a folder that a killed upgrade still writes does not stop the next one, which removes it when possible', async () => {
  const home = mkdtempSync(join(tmpdir(), 'clinic-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  mkdirSync(join(home, 'releases', '.unpacking-1'), { recursive: true })
  mkdirSync(join(home, 'releases', '0.1.0'))
  // As tar would, though without an end.
  const writing = `let file = 0
    const write = () => require('fs').mkdirSync('.unpacking-1/deep/' + file++, { recursive: true })
    write(); console.log('begun'); setInterval(write, 1)`
  const tar = spawn(process.execPath, ['-e', writing], { cwd: join(home, 'releases') })
  onTestFinished(() => void tar.kill('SIGKILL'))
  await once(tar.stdout, 'data')
  const releases = openReleases(home)
  const kept = { folder: '', version: '0.1.0', migrations: [] }
  for (let time = 0; time < 20; time++) expect(() => releases.removeOthers([kept])).not.toThrow()

  tar.kill('SIGKILL')
  await once(tar, 'close')
  expect(releases.removeOthers([kept])).toEqual([])
  expect(readdirSync(join(home, 'releases'))).toEqual(['0.1.0'])
})
