import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { World } from '../world.ts'

/** A server without overload needs about 200. */
export const maxMegabytes = 512

/** Long, for busy machines. */
const probeTimeoutMs = 10_000

/** Checks the health and memory of every server twice a second, as a supervisor would. */
export function watchServers({ variant, servers }: World) {
  const violations: string[] = []
  let [probes, slowestMs, megabytes, isOver] = [0, 0, 0, false]
  // A killed server does not respond.
  const mayBeGone = variant.faults.includes('kill')

  async function watch(url: string) {
    while (!isOver) {
      const begun = performance.now()
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(probeTimeoutMs) }).catch(
        (error: unknown) => error as Error,
      )
      const ms = Math.round(performance.now() - begun)
      if (answer instanceof Response && answer.status === 200) {
        probes += 1
        slowestMs = Math.max(slowestMs, ms)
      } else if (answer instanceof Response) violations.push(`/healthz was answered ${answer.status}`)
      else if (answer.name === 'TimeoutError') violations.push(`/healthz was not answered within ${ms} ms`)
      else if (!mayBeGone) violations.push(`/healthz could not be asked: ${String(answer.cause ?? answer)}`)
      await pause(500)
    }
  }

  async function watchMemory() {
    while (!isOver) {
      for (const pid of servers.pids()) megabytes = Math.max(megabytes, peakMegabytes(pid))
      await pause(500)
    }
  }

  const going = Promise.all([...servers.urls.map(watch), watchMemory()])
  return {
    probes: () => probes,
    slowestMs: () => slowestMs,
    megabytes: () => megabytes,
    violations,
    async stop() {
      isOver = true
      await going
    },
  }
}

/** The peak memory of a process; 0 without /proc, or if the process has just ended. */
function peakMegabytes(pid: number) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1_024)
  } catch {
    return 0
  }
}
