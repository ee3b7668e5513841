import { fork } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'

type Child = {
  /** From the folder of the program: a release has the source tree too. */
  file: string
  timeoutMs: number
  heapMb: number
}

/** What it answered, which may be anything, or how it ended without an answer. */
export type ChildAnswer = { answered: true; answer: unknown } | { answered: false; ended: string }

/** Below everything that serves pages. */
const lowPriority = 15

/**
 * Gives work from outside to a process of its own, which knows no settings and so no secrets: what breaks it, or takes
 * all its memory or time, ends with it. Throws if it cannot be started.
 */
export async function runChild({ file, timeoutMs, heapMb }: Child, work: object): Promise<ChildAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>()
  const child = fork(new URL(file, pathToFileURL(findPackageJSON(import.meta.url) ?? '')), [], {
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  child.once('error', reject)
  child.once('message', (answer) => resolve({ answered: true, answer }))
  child.once('exit', (code, signal) => resolve({ answered: false, ended: String(signal ?? code) }))
  child.once('spawn', () => {
    if (child.pid) lowerPriority(child.pid)
    // Fails when the child has ended, which is reported above.
    child.send(work, () => {})
  })
  return promise
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, lowPriority)
  } catch {
    // It may have ended.
  }
}
