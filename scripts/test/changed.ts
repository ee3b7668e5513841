import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readReachMap, testsOf } from './reach-map.ts'
import { checks, build, type Stage, vitest } from './stages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Who may do what is asked at every change. */
const always = ['app/http/rights.test.ts', 'tests/http/admin-rights.test.ts']

const git = (...options: string[]) =>
  execFileSync('git', options, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** What differs from the branch that is shared: commits of one's own, changes and new files. */
export function listChanged(): string[] {
  const shared = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main')
  const [from = 'HEAD'] = shared.length > 0 ? git('merge-base', 'HEAD', 'origin/main') : []
  const changed = [...git('diff', '--name-only', from), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].sort()
}

const isSource = (file: string) => /^(app|content|server|scripts)\//.test(file) && !isTest(file)

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)

/** The files of tests that a change asks for; 'everything' if what all tests stand on has changed, or nobody knows. */
export function planTests(
  changed: readonly string[],
  map = readReachMap(),
  files = listTests(),
): string[] | 'everything' {
  const isCommon = (file: string) =>
    /^(package(-lock)?\.json|(vitest|playwright)\.config\.ts|tsconfig\.json)$/.test(file)
  // Without a map nobody knows what reaches a source.
  if (changed.some(isCommon) || (map.size === 0 && changed.some(isSource))) return 'everything'
  const tests = changed.flatMap((file) => {
    if (isTest(file)) return [file]
    if (file.startsWith('tests/')) return usersOf(file, files)
    if (!isSource(file)) return []
    return [...testsOf(file, map), ...files.filter((test) => dirname(test) === dirname(file))]
  })
  return [...new Set([...always, ...tests])]
    .filter((test) => files.includes(test.replace(/(sqlite|postgres)$/, '')))
    .sort()
}

const listTests = () => globSync('{app,content,server,scripts,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root }).sort()

const usersOf = (helper: string, files: readonly string[]) =>
  files.filter((test) => existsSync(root + test) && readFileSync(root + test, 'utf8').includes(`/${basename(helper)}'`))

/** The stages that prove a change as far as it reaches. */
export function stagesOf(changed: readonly string[], tests: readonly string[]): Stage[][] {
  const specs = tests.filter((test) => test.endsWith('.spec.ts'))
  const others = tests.filter((test) => !test.endsWith('.spec.ts'))
  // An integration test is named with the database on which it reaches the change.
  const onPostgres = others.some((test) => test.endsWith('postgres'))
  const projects = ['unit', 'sqlite', ...(onPostgres ? ['postgres'] : []), 'http', 'faults', 'html']
  const names = [...new Set(others.map((test) => test.replace(/(sqlite|postgres)$/, '')))]
  const related: Stage = {
    name: 'tests',
    proves: `the ${names.length} files of tests that reach the change`,
    command: [...vitest(...projects), ...names],
    report: 'vitest',
  }
  const journeys: Stage = {
    name: 'browser',
    proves: `the ${specs.length} files of journeys that reach what no request does`,
    command: ['playwright', 'test', ...specs],
    report: 'playwright',
  }
  const isBuilt = changed.some((file) => /^(app|content|server|public)\//.test(file))
  return [[...checks, ...(isBuilt ? [build] : [])], [related], ...(specs.length > 0 ? [[journeys]] : [])]
}
