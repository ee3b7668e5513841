import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '#tests/support/start-command.ts'
import { beginAt } from './another-time.ts'
import { type Counts, countsOf } from './counts.ts'
import type { Stage } from './stages.ts'

export type StageResult = Counts & { seconds: number }

const uncounted: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], slow: [] }

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

/** `say` gets what the stage prints: at once when it runs alone, else when it is over. */
export async function runStage(stage: Stage, reports: string, say?: (output: string) => void): Promise<StageResult> {
  const report = `${reports}${stage.name}.json`
  const [command = '', ...rest] = stage.command.map((part) => part.replace('{report}', report))
  const startedAt = performance.now()
  const code = await run(
    command,
    rest,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(stage.isLong && { TEST_LENGTH: 'long' }) },
    say,
  )
  const seconds = (performance.now() - startedAt) / 1000
  const counts = stage.report ? countsOf(stage.report, report) : uncounted
  if (code === 0 && counts.failed === 0) return { ...counts, seconds }
  // A runner that broke before or after its tests has failed, whatever its report says.
  const failures = counts.failures.length > 0 ? counts.failures : [`ended with ${code}: its output stands above`]
  return { ...counts, failed: Math.max(1, counts.failed), failures, seconds }
}

function run(command: string, rest: string[], more: Record<string, string>, say?: (output: string) => void) {
  const child = spawn(join(bin, command), rest, {
    cwd: root,
    stdio: ['ignore', say ? 'pipe' : 'inherit', say ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      ...compileCache,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      ...beginAt(process.env.TEST_CLOCK),
      ...more,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => {
      say?.(output)
      resolve(code ?? 1)
    })
  })
}
