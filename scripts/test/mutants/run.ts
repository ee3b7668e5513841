import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, makeMarkedCopy } from './marked-copy.ts'
import { readReach } from './reach.ts'

// `npm run test:mutants -- --seed 7 --count 60` puts small faults at random places of the program, one at a time, and
// runs the tests that reach it, the cheapest first; `--seed 7,8,9` tries 60 of each. Prints which were found and which
// were missed. What a test reaches is measured first, with every fault off.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    projects: { type: 'string', default: 'unit,sqlite,postgres,http,faults,html' },
    browser: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const { folder, faults, environment } = makeMarkedCopy({
  seeds: values.seed.split(',').map(Number),
  count: Number(values.count),
})
const marks = mkdtempSync(join(tmpdir(), 'clinic-marks-'))
const bin = join(folder, 'node_modules/.bin')
const projects = values.projects.split(',').flatMap((project) => ['--project', project])
const longestRun = 8 * 60_000
/** Journeys that the marks alone break, as those that count the bytes of scripts; they tell nothing about faults. */
let brokenByMarks: string[] = []

try {
  console.log(`${faults.length} faults of seed ${values.seed}. What reaches them is measured first, in some minutes.`)
  await mustPass('node', ['scripts/build/build.ts'])
  const failed = await findFailure(['run', ...projects], { MARKS_FOLDER: marks })
  if (failed) throw new Error(`without any fault, ${failed} failed`)
  if (values.browser) {
    const { said } = await runInCopy('playwright', ['test'], { MARKS_FOLDER: marks })
    brokenByMarks = [...said.matchAll(/^ +\d+\) .* › (.*?)[ ─]*$/gm)].map(([, title = '']) => title)
    if (brokenByMarks.length > 8) throw new Error(`without any fault, journeys failed:\n${said.slice(-4_000)}`)
  }
  const reach = readReach(marks)
  const waiting = [...faults]
  const results: (Fault & { by?: string })[] = []
  const worker = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const files = reach.filesOf(`m${fault.number}`)
      const by = files.length > 0 ? await findBy(fault, files) : undefined
      results.push({ ...fault, ...(by && { by }) })
      const said = files.length === 0 ? 'reached by no test' : by ? `found by ${by}` : `MISSED by ${files.length} files`
      console.log(`${fault.number}. ${fault.file}:${fault.line} ${fault.says}\n   ${said}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  const missed = results.filter(({ by }) => !by)
  console.log(`\nNot found, each to be judged: does a person notice it?`)
  for (const { number, file, line, says } of missed) console.log(`${number}. ${file}:${line} ${says}`)
  mkdirSync('reports', { recursive: true })
  writeFileSync(
    'reports/mutants.json',
    JSON.stringify(
      results.toSorted((a, b) => a.number - b.number),
      undefined,
      2,
    ),
  )
  console.log(`\n${results.length - missed.length} found, ${missed.length} missed`)
} finally {
  if (!values.keep) for (const each of [folder, marks]) rmSync(each, { recursive: true, force: true })
}

/** The first file of tests that fails with the fault on. */
async function findBy(fault: Fault, files: { name: string; cost: number }[]): Promise<string | undefined> {
  const order = join(marks, `order-${fault.number}.json`)
  writeFileSync(order, JSON.stringify(files.map(({ name }) => name)))
  const on = { FAULT: String(fault.number), TESTS_IN_ORDER: order }
  const inVitest = files.filter(({ name }) => !name.endsWith('.spec.ts'))
  const run = [...new Set(inVitest.map(({ name }) => name.replace(/(sqlite|postgres)$/, '')))]
  const vitest = [
    'run',
    '--config',
    'scripts/test/mutants/vitest.config.ts',
    '--bail=1',
    '--maxWorkers=1',
    '--testTimeout=60000',
    ...projects,
  ]
  const failed = run.length > 0 ? await findFailure([...vitest, ...run], on) : undefined
  if (failed) return failed
  const specs = files.filter(({ name }) => name.endsWith('.spec.ts')).map(({ name }) => name)
  if (specs.length === 0) return undefined
  const broken = brokenByMarks.map((title) => RegExp.escape(title)).join('|')
  const without = broken ? ['--grep-invert', broken] : []
  const answer = await runInCopy('playwright', ['test', '-x', '--workers=1', ...without, ...specs], on)
  return answer.passed ? undefined : (/^\s+1\) (.*)$/m.exec(answer.said)?.[1] ?? 'a journey')
}

/** The first test that fails, by the report: the code with which Vitest ends is lost where a database server is stopped. */
async function findFailure(options: string[], more: Record<string, string>): Promise<string | undefined> {
  const report = join(marks, `report-${more.FAULT ?? 'without'}.json`)
  await runInCopy('vitest', [...options, '--reporter=json', `--outputFile=${report}`], more)
  if (!existsSync(report)) return 'a test that never ended'
  const { success, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    success: boolean
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  }
  if (success) return undefined
  const file = testResults.find(({ status }) => status === 'failed')
  const test = file?.assertionResults.find(({ status }) => status === 'failed')
  return `${file?.name.replace(`${folder}/`, '')}${test ? ` '${test.fullName}'` : ''}`
}

async function mustPass(command: string, options: string[], more: Record<string, string> = {}) {
  const { passed, said } = await runInCopy(command, options, more)
  if (!passed) throw new Error(`without any fault, ${command} ${options.join(' ')} failed:\n${said.slice(-4_000)}`)
}

/** With a fault it may never end, which is found as well: then everything that it started is killed. */
function runInCopy(command: string, options: string[], more: Record<string, string>) {
  const env = { ...process.env, ...environment, ...more }
  const child = spawn(join(bin, command), options, {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const timer = more.FAULT && setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestRun)
  return new Promise<{ passed: boolean; said: string }>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer || undefined)
      resolve({ passed: code === 0, said })
    }),
  )
}
