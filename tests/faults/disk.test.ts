import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { removeLeftDisks } from './disk.ts'

/** A process that has opened a disk and goes on. */
async function holder() {
  const program = `import { openDisk } from './tests/faults/disk.ts'
    process.on('SIGTERM', () => process.exit(130))
    setInterval(() => {}, 1_000)
    console.log(openDisk({ megabytes: 1 }).folder)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const folder = await new Promise<string>((resolve) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())),
  )
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill(signal)
    await ended
  }
  return { folder, end }
}

const isMounted = (folder: string) =>
  existsSync('/proc/mounts') && readFileSync('/proc/mounts', 'utf8').includes(folder)

test('a run that is stopped takes its disk along, and the next one removes what a killed one left', async () => {
  const [stopped, killed, going] = await Promise.all([holder(), holder(), holder()])
  await stopped.end('SIGTERM')
  expect(existsSync(stopped.folder)).toBe(false)
  await killed.end('SIGKILL')
  expect(existsSync(killed.folder)).toBe(true)
  removeLeftDisks()
  expect(existsSync(killed.folder)).toBe(false)
  expect(isMounted(killed.folder)).toBe(false)
  // Nobody else's.
  expect(existsSync(going.folder)).toBe(true)
  await going.end('SIGTERM')
})
