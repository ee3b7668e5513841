import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { World } from '../world.ts'

/** A server that nobody overruns has about 200. */
export const mostMegabytes = 512

/** Long, for machines with much else to do. */
const probePatienceMs = 10_000

/** Asks every server twice a second whether it lives, as whoever would start it again does, and how much memory it has. */
export function watchServers({ variant, servers }: World) {
  const violations: string[] = []
  let [probes, slowestMs, megabytes, isOver] = [0, 0, 0, false]
  // A killed server answers nothing.
  const mayBeGone = variant.faults.includes('kill')

  async function watch(url: string) {
    while (!isOver) {
      const begun = performance.now()
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(probePatienceMs) }).catch(
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

  async function weigh() {
    while (!isOver) {
      for (const pid of servers.pids()) megabytes = Math.max(megabytes, mostOf(pid))
      await pause(500)
    }
  }

  const going = Promise.all([...servers.urls.map(watch), weigh()])
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

/** What it ever had at once; 0 where there is no /proc, or if it has just ended. */
function mostOf(pid: number) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1_024)
  } catch {
    return 0
  }
}
