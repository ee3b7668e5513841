import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { migrations } from '../../app/database/migrations/all.ts'
import { thirdPartyNotices } from './notices.ts'
import { productionLock } from './production-packages.ts'
import type { Entry } from './archive.ts'

/** Commands that need the sources, beside those whose script is not shipped. */
const forDevelopers = ['dev', 'typecheck', 'bench', 'format']

const shipped = [
  'build/{client,server}/**/*.*',
  'app/**/*.{ts,json}',
  'app/ui/fonts/OFL-*.txt',
  'content/**/*.{ts,xml,json,md}',
  'scripts/**/*.ts',
  'deploy/*',
  'docs/**/*.md',
  '{README,CHANGELOG,SECURITY}.md',
  'LICENSE',
  '.env.example',
  '.npmrc',
]
const notShipped = [
  /\.test\.tsx?$/,
  /^app\/(routes|ui|mail|jobs|http|enhance)\/.*\.ts$/,
  /^scripts\/(build|release|test)\//,
  /^scripts\/(emails|package|proxy-check|screens|test|torture)\.ts$/,
]

/**
 * The version of package.json with the commit that it was built from, '0.9.0+1a2b3c4d'. With changes that no commit
 * holds, also a hash of the files, so that two builds never look alike.
 */
export function versionOfBuild(root: string, { commit, isChanged }: { commit: string; isChanged: boolean }) {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  if (!isChanged) return `${version}+${commit}`
  const hash = createHash('sha256')
  for (const { path, bytes } of collectReleaseFiles(root, version))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  return `${version}+${commit}.${hash.digest('hex').slice(0, 8)}`
}

/** Every file of a release made from the built checkout at `root`; paths are relative to it. */
export function collectReleaseFiles(root: string, version: string): Entry[] {
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const lock = productionLock(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')))
  const { devDependencies: _, overrides: __, allowScripts: ___, scripts, ...manifestRest } = manifest
  const files = globSync(shipped, { cwd: root }).filter((file) => !notShipped.some((pattern) => pattern.test(file)))
  const operators = Object.entries<string>(scripts).filter(([name, command]) => {
    const script = command.match(/scripts\/\S+\.ts/)?.[0]
    return !forDevelopers.includes(name) && (!script || files.includes(script))
  })
  const made: Record<string, string> = {
    'package.json': json({ ...manifestRest, scripts: Object.fromEntries(operators) }),
    'package-lock.json': json(lock),
    'release.json': json({ version, migrations: migrations.map(({ name }) => name) }),
    'THIRD-PARTY-NOTICES.txt': thirdPartyNotices(root, lock),
  }
  return [
    ...files.map((path) => ({ path, bytes: readFileSync(`${root}/${path}`) })),
    ...Object.entries(made).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  ].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
