import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unpack } from './unpack.ts'

/** An archive's parent folders, and a folder with one release's files to pack. */
function folders() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-unpack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  for (const name of ['releases', 'packed/site', 'outside', 'later/site/link']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('packed/site/release.json'), JSON.stringify({ version: '1.2.3', migrations: [] }))
  writeFileSync(at('later/site/link/evil.txt'), 'evil')
  const archive = at('packed/site.tar')
  const unpackIt = () => {
    writeFileSync(`${archive}.gz`, gzipSync(readFileSync(archive)))
    return unpack(`${archive}.gz`, at('releases'))
  }
  return { at, archive, releases: at('releases'), unpackIt }
}

const tar = (...given: string[]) => execFileSync('tar', given, { stdio: 'ignore' })

test('an archive becomes a release', () => {
  const { at, archive, unpackIt } = folders()
  tar('-cf', archive, '-C', at('packed'), 'site')
  expect(unpackIt()).toMatchObject({ version: '1.2.3', migrations: [] })
})

test('an archive with a path outside of its folder is rejected, and writes nothing', () => {
  const { at, archive, releases, unpackIt } = folders()
  writeFileSync(at('outside/evil.txt'), 'evil')
  tar('-cPf', archive, '-C', at('packed'), 'site', 'site/../../outside/evil.txt')
  rmSync(at('outside/evil.txt'))
  expect(() => unpackIt()).toThrow(/^tar -xzf failed/)
  expect(readdirSync(releases)).toEqual([])
  expect(existsSync(at('outside/evil.txt'))).toBe(false)
})

test('a file with an absolute path stays in the folder of the release', () => {
  const { at, archive, unpackIt } = folders()
  writeFileSync(at('outside/evil.txt'), 'evil')
  tar('-cPf', archive, '-C', at('packed'), 'site', at('outside/evil.txt'))
  rmSync(at('outside/evil.txt'))
  unpackIt()
  expect(existsSync(at('outside/evil.txt'))).toBe(false)
})

test('a file cannot leave the folder through a link in the archive', () => {
  const { at, archive, releases, unpackIt } = folders()
  symlinkSync(at('outside'), at('packed/site/link'))
  tar('-cf', archive, '-C', at('packed'), 'site')
  tar('-rf', archive, '-C', at('later'), 'site/link/evil.txt')
  expect(() => unpackIt()).toThrow(/^tar -xzf failed/)
  expect(readdirSync(at('outside'))).toEqual([])
  expect(readdirSync(releases)).toEqual([])
})

test('a missing tar is reported in one line', () => {
  const { at, archive, unpackIt } = folders()
  tar('-cf', archive, '-C', at('packed'), 'site')
  vi.stubEnv('PATH', at('outside'))
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => unpackIt()).toThrow(/^tar is not installed\. Install it, then try again\.$/)
})
