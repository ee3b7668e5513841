import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A clock that the test moves, for a server in another process; `ahead` adds minutes, `now` is its current time. */
export function movableClock() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'ahead')
  const preload = fileURLToPath(import.meta.resolve('#tests/processes/clock.ts'))
  let minutes = 0
  const ahead = (more: number) => {
    minutes += more
    writeFileSync(file, String(minutes * 60_000))
  }
  ahead(0)
  const now = () => Date.now() + minutes * 60_000
  return { settings: { CLOCK_AHEAD: file, NODE_OPTIONS: `--import=${preload}` }, ahead, now }
}
