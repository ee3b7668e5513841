import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listChanged, planTests, stagesOf } from './test/changed.ts'
import { groups, type Stage } from './test/stages.ts'
import { runStage, type StageResult } from './test/run-stage.ts'

// `npm test` runs every stage but those with a command of their own; `npm test -- types browser` only those named, and
// `npm test -- changed` the checks and the tests that reach what was changed. Closes with one plain line.

const reports = fileURLToPath(new URL('../reports/', import.meta.url))
const asked = process.argv.slice(2)
const stages = groups.flat()
const unknown = asked.filter((name) => name !== 'changed' && !stages.some((stage) => stage.name === name))
if (unknown.length > 0) {
  console.error(`There’s no stage ${unknown.join(', ')}. Stages: ${stages.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const results: [Stage, StageResult][] = []
for (const group of chooseGroups()) {
  const [alone, ...others] = group
  if (alone && others.length === 0) {
    announce(alone)
    results.push([alone, await runStage(alone, reports)])
  } else results.push(...(await Promise.all(group.map(runBesideOthers))))
  // Without a build the later stages would only repeat that it failed.
  if (group.some(({ needed }, index) => needed && (results.at(index - group.length)?.[1].failed ?? 0) > 0)) break
}

console.log('\n── seconds per stage')
for (const [{ name }, { seconds, failed }] of results)
  console.log(`${name.padEnd(13)} ${seconds.toFixed(1).padStart(6)} s  ${failed > 0 ? 'FAILED' : 'ok'}`)

const sum = (count: (result: StageResult) => number) => results.reduce((total, [, result]) => total + count(result), 0)
const failed = sum((result) => result.failed)
const skipped = sum((result) => result.skipped)
if (skipped > 0) console.log(`\n${skipped} skipped`)
const slow = results.flatMap(([{ name }, result]) => result.slow.map((line) => `${name}: ${line}`))
if (slow.length > 0) console.log(['\n── passed after a longer wait', ...slow].join('\n'))
// Again, because often only the end of the output is visible.
if (failed > 0) console.log('\n── failed')
for (const [{ name }, { failures }] of results) for (const line of failures) console.log(`${name}: ${line}`)
// Alone on its line, and nothing after it.
const closing = `${sum((result) => result.passed)} passed, ${failed} failed`
writeFileSync(`${reports}summary.txt`, `${closing}\n`)
console.log(`\n${closing}`)
process.exit(failed > 0 ? 1 : 0)

function chooseGroups(): Stage[][] {
  const usual = groups.map((group) => group.filter(({ onlyByName }) => !onlyByName))
  if (asked.length === 0) return usual
  if (!asked.includes('changed')) return groups.map((group) => group.filter(({ name }) => asked.includes(name)))
  const changed = listChanged()
  const tests = planTests(changed)
  if (tests === 'everything') return usual
  console.log([`${changed.length} files have changed.`, ...tests].join('\n'))
  return stagesOf(changed, tests)
}

function announce({ name, proves }: Stage) {
  console.log(`\n── ${name}: ${proves}`)
}

/** Prints everything of a stage in one piece, when it is over. */
async function runBesideOthers(stage: Stage): Promise<[Stage, StageResult]> {
  const result = await runStage(stage, reports, (output) => {
    announce(stage)
    process.stdout.write(output)
  })
  return [stage, result]
}
