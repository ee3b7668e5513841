import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'

type Child = {
  /** From the folder of the program: a release has the source tree too. */
  file: string
  timeoutMs: number
  /** How many times longer it may take on a busy machine, as long as it had less time of the processor. */
  patience?: number
  heapMb: number
}

/** What it answered, which may be anything, or how it ended without an answer. */
export type ChildAnswer = { answered: true; answer: unknown } | { answered: false; ended: string }

/** The machine had no time for it. */
export const tooBusy = 'too-busy'

/** The time of the processor that a process has had (proc(5), 'stat'); Linux counts in hundredths of a second. */
function readWorkedMs(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

/** Below everything that serves pages. */
const lowPriority = 15

/**
 * Gives work from outside to a process of its own, which knows no settings and so no secrets: what breaks it, or takes
 * all its memory or time, ends with it. Throws if it cannot be started.
 */
export async function runChild({ file, timeoutMs, patience = 1, heapMb }: Child, work: object): Promise<ChildAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>()
  const child = fork(new URL(file, pathToFileURL(findPackageJSON(import.meta.url) ?? '')), [], {
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let ended: string | undefined
  const startedAt = performance.now()
  const watch = setInterval(
    () => {
      const took = performance.now() - startedAt
      if (took < timeoutMs) return
      // Where the system does not tell, the clock counts.
      const worked = child.pid === undefined ? 0 : (readWorkedMs(child.pid) ?? took)
      if (worked < timeoutMs && took < timeoutMs * patience) return
      ended = worked < timeoutMs ? tooBusy : 'SIGKILL'
      child.kill('SIGKILL')
    },
    Math.min(timeoutMs, 250),
  )
  child.once('error', (error) => {
    clearInterval(watch)
    reject(error)
  })
  child.once('message', (answer) => resolve({ answered: true, answer }))
  child.once('exit', (code, signal) => {
    clearInterval(watch)
    resolve({ answered: false, ended: ended ?? String(signal ?? code) })
  })
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
