import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { until } from '#tests/support/timing.ts'

/** A process that has opened a disk and keeps running. */
async function holder() {
  const program = `import { openDisk } from './tests/support/disk.ts'
    setInterval(() => {}, 1_000)
    console.log(openDisk({ megabytes: 1 }).folder)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const folder = await new Promise<string>((resolve) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())),
  )
  return { folder, end: (signal: NodeJS.Signals) => child.kill(signal) }
}

const isMounted = (folder: string) =>
  existsSync('/proc/mounts') && readFileSync('/proc/mounts', 'utf8').includes(folder)

test('a process that is stopped or killed leaves no disk behind, and touches no disk of another process', async () => {
  const [stopped, killed, going] = await Promise.all([holder(), holder(), holder()])
  stopped.end('SIGTERM')
  killed.end('SIGKILL')
  for (const { folder } of [stopped, killed]) {
    await until(async () => !existsSync(folder))
    expect(isMounted(folder)).toBe(false)
  }
  expect(existsSync(going.folder)).toBe(true)
  going.end('SIGKILL')
  await until(async () => !existsSync(going.folder))
})
