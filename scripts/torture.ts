import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { tryCalendarServers } from '#tests/faults/calendar-servers.ts'
import { beginProgress, type Done, saveDone, type Plan, readProgress } from '#tests/faults/progress.ts'
import { report } from '#tests/faults/report.ts'
import { runRounds, type RunResult } from '#tests/faults/run.ts'
import { type Run, remainingRuns } from '#tests/faults/runs.ts'
import { suiteNames } from '#tests/faults/suite.ts'
import { suites } from '#tests/faults/suites.ts'
import { variants } from '#tests/faults/variants.ts'
import { untilOpened } from '#tests/faults/world.ts'
import { tryWaitlist } from '#tests/faults/waitlist/run.ts'
import { buildIfNeeded } from './build/build-if-needed.ts'

// Injects every kind of fault into sites in use, and compares what the site confirmed with what it stored and mailed.
// Fails when anything was lost or duplicated.
// npm run torture: 40 minutes, a round of everything and then as many more as fit in
// npm run torture -- --rounds 100, for hours; or --minutes 20
// npm run torture -- booking --rounds 20 --seed 5 --only postgres-full --only sqlite-kill
// npm run torture -- calendars: only reads calendars from the CalDAV servers that are installed
// npm run torture -- waitlist: ten thousand cancellations, a quarter of an hour for each database
// After a stop --resume continues, and --report prints the table again

const folder = 'torture'
const file = `${folder}/progress.jsonl`

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true, default: [] },
    minutes: { type: 'string' },
    resume: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (!values.resume && !values.report && (positionals.length === 0 || positionals.includes('calendars'))) {
  const faults = await tryCalendarServers(console.log)
  if (faults.length > 0 || positionals.length > 0) process.exit(faults.length > 0 ? 1 : 0)
}

if (positionals.includes('waitlist'))
  process.exit((await tryWaitlist(Number(values.seed), console.log)).length > 0 ? 1 : 0)

const asked: Plan = {
  begun: new Date().toISOString(),
  machine: `${availableParallelism()} cores, ${process.platform} ${process.arch}`,
  seed: Number(values.seed),
  // The time limit decides how many of them are done.
  rounds: Number(values.rounds ?? 1_000),
  suites: suiteNames.filter((name) => positionals.length === 0 || positionals.includes(name)),
  variants: variants.map(({ name }) => name).filter((name) => values.only.length === 0 || values.only.includes(name)),
}
const minutes = Number(values.minutes ?? (values.rounds === undefined ? 40 : Infinity))
const isUnknown =
  positionals.some((name) => !suiteNames.some((known) => known === name)) ||
  values.only.some((name) => !asked.variants.includes(name))
if (isUnknown || !Number.isInteger(asked.seed) || !(asked.rounds >= 1) || !(minutes > 0)) {
  console.error(`Suites: ${suiteNames.join(', ')}`)
  console.error(`--only: ${variants.map(({ name }) => name).join(', ')}`)
  console.error('--rounds, --seed and --minutes are numbers; --resume continues, --report only prints')
  process.exit(2)
}

// Wait until the current run has opened its servers, so that they end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void untilOpened().then(() => process.exit(130)))

if (!values.resume && !values.report) beginProgress(file, asked)
const progress = readProgress(file)
if (!progress) {
  console.error('Nothing was started.')
  process.exit(2)
}
const { plan, done } = progress
const left = remainingRuns(plan, done)
let toDo = left.length
if (!values.report) {
  await buildIfNeeded()
  const endsAt = performance.now() + minutes * 60_000
  for (const run of left) {
    if (performance.now() > endsAt) break
    console.log(`\n── ${formatRun(run)}: ${run.rounds} rounds`)
    const result = await tryRun(run)
    const { output, ...counted } = result
    const line: Done = { suite: run.suite, variant: run.variant.name, run: run.number, ...counted }
    saveDone(file, line)
    done.push(line)
    toDo -= 1
    printResult(run, result, output)
  }
}
console.log(
  `\nStarted ${plan.begun}, seed ${plan.seed}, ${plan.machine}; ${toDo} ${toDo === 1 ? 'run' : 'runs'} left.\n`,
)
console.log(report(done))
process.exit(done.some(({ violations }) => violations.length > 0) ? 1 : 0)

async function tryRun({ suite, variant, rounds, seed }: Run): Promise<RunResult> {
  try {
    return await runRounds(suites[suite], variant, { rounds, seed })
  } catch (error) {
    const nothing = {
      answered: 0,
      stored: 0,
      asDecided: 0,
      mailed: 0,
      repeated: 0,
      rejected: 0,
      unanswered: 0,
      counts: {},
    }
    const reason = error instanceof Error ? `${error.stack}\n${String(error.cause ?? '')}` : String(error)
    return { rounds, seconds: 0, ...nothing, violations: [`it broke off: ${reason}`], output: '' }
  }
}

function printResult(run: Run, { seconds, answered, mailed, violations }: RunResult, output: string) {
  console.log(`${seconds} s, ${answered} answered, ${mailed} mailed, ${violations.length} faults`)
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`)
  if (violations.length === 0) return
  const log = `${folder}/${formatRun(run).replaceAll(' ', '-')}.log`
  writeFileSync(log, [...violations, output].join('\n'))
  console.log(`  what the servers logged is in ${log}`)
}

function formatRun({ suite, variant, number }: Run) {
  return `${suite} ${variant.name} ${number + 1}`
}
