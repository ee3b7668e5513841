import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Stage, stages } from './test/stages.ts'
import { runStage, type StageResult } from './test/run-stage.ts'

// `npm test` runs every stage; `npm test -- unit browser` only those. Closes with one plain line.

const reports = fileURLToPath(new URL('../reports/', import.meta.url))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}. Stages: ${stages.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const results: [Stage, StageResult][] = []
for (const stage of stages.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  console.log(`\n── ${stage.name}: ${stage.proves}`)
  const result = await runStage(stage, reports)
  results.push([stage, result])
  // Without a build the later stages would only repeat that it failed.
  if (result.failed > 0 && stage.needed) break
}

console.log('\n── seconds per stage')
for (const [{ name }, { seconds, failed }] of results)
  console.log(`${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${failed > 0 ? 'FAILED' : 'ok'}`)

const sum = (count: (result: StageResult) => number) => results.reduce((total, [, result]) => total + count(result), 0)
const failed = sum((result) => result.failed)
const skipped = sum((result) => result.skipped)
if (skipped > 0) console.log(`\n${skipped} skipped`)
// Alone on its line, and nothing after it.
const closing = `${sum((result) => result.passed)} passed, ${failed} failed`
writeFileSync(`${reports}summary.txt`, `${closing}\n`)
console.log(`\n${closing}`)
process.exit(failed > 0 ? 1 : 0)
