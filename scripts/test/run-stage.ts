import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Stage } from './stages.ts'

export type StageResult = { passed: number; failed: number; skipped: number; seconds: number }

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

export async function runStage(stage: Stage, reports: string): Promise<StageResult> {
  const report = `${reports}${stage.name}.json`
  const [command = '', ...rest] = stage.command.map((part) => part.replace('{report}', report))
  const startedAt = performance.now()
  const code = await run(command, rest, report)
  const seconds = (performance.now() - startedAt) / 1000
  const counts = stage.report ? countsOf(stage.report, report) : { passed: 0, failed: 0, skipped: 0 }
  // A runner that broke before or after its tests has failed, whatever its report says.
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed)
  return { ...counts, failed, seconds }
}

function run(command: string, rest: string[], report: string) {
  const child = spawn(join(bin, command), rest, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

/** What the runner itself counted. No report, or none of any test, is a failure. */
function countsOf(kind: 'vitest' | 'playwright', file: string) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (kind === 'vitest') {
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = vitestReport.parse(json)
    return { passed, failed: passed + failed === 0 ? 1 : failed, skipped }
  }
  const { expected: passed, unexpected, flaky, skipped } = playwrightReport.parse(json).stats
  const failed = unexpected + flaky
  return { passed, failed: passed + failed === 0 ? 1 : failed, skipped }
}
