import { globSync, readFileSync } from 'node:fs'
import { migrations } from '../../app/database/migrations/all.ts'
import { thirdPartyNotices } from './notices.ts'
import { productionLock } from './production-packages.ts'
import type { Entry } from './archive.ts'

/** Scripts of package.json that need the sources; every other one is for operators. */
const forDevelopers = [
  'dev',
  'build',
  'test',
  'test:long',
  'torture',
  'bench',
  'screens',
  'emails',
  'package',
  'proxy:check',
  'format',
]

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
]

/** Every file of a release made from the built checkout at `root`; paths are relative to it. */
export function collectReleaseFiles(root: string): Entry[] {
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const lock = productionLock(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')))
  const { devDependencies: _, overrides: __, allowScripts: ___, scripts, ...manifestRest } = manifest
  const isForDevelopers = ([name]: [string, unknown]) => forDevelopers.includes(name)
  const commands = Object.entries<string>(scripts)
  const operators = commands.filter((command) => !isForDevelopers(command))
  const findScript = (command: string) => command.match(/scripts\/\S+\.ts/)?.[0]
  const operatorScripts = operators.map(([, command]) => findScript(command))
  const developerScripts = commands
    .filter(isForDevelopers)
    .map(([, command]) => findScript(command))
    .filter((file) => !operatorScripts.includes(file))
  const files = globSync(shipped, { cwd: root }).filter(
    (file) => !notShipped.some((pattern) => pattern.test(file)) && !developerScripts.includes(file),
  )
  const made: Record<string, string> = {
    'package.json': json({ ...manifestRest, scripts: Object.fromEntries(operators) }),
    'package-lock.json': json(lock),
    'release.json': json({ version: manifest.version, migrations: migrations.map(({ name }) => name) }),
    'THIRD-PARTY-NOTICES.txt': thirdPartyNotices(root, lock),
  }
  return [
    ...files.map((path) => ({ path, bytes: readFileSync(`${root}/${path}`) })),
    ...Object.entries(made).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  ].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
