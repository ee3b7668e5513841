import autocannon from 'autocannon'
import { readUsage } from './process-usage.ts'

export type Target = { url: string; pid: number }
export type Load = { path: string; headers: Record<string, string> }

/** One round of requests over 50 kept connections. The client runs in a thread of its own. */
export async function sendLoad(
  { url, pid }: Target,
  { path, headers }: Load,
  extent: { seconds: number } | { requests: number },
) {
  const before = readUsage(pid).cpuSeconds
  const result = await autocannon({
    url: `${url}${path}`,
    headers,
    connections: 50,
    workers: 1,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests for ${path} failed`)
  const cpuSeconds = readUsage(pid).cpuSeconds - before
  return {
    perSecond: result.requests.total / result.duration,
    /** What a core of its own would have served: blind to neighbors, and to a client that is the slower of the two. */
    perCpuSecond: result.requests.total / cpuSeconds,
    /** 1 is a whole core. */
    coreShare: cpuSeconds / result.duration,
  }
}
