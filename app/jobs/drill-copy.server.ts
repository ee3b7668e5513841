import type { JobOutcome } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/** Once a week, and after a fault each hour, restores the continuous copy from its place next to the data. */
export async function drillCopy({ copy, log }: Pick<Services, 'copy' | 'log'>): Promise<JobOutcome> {
  const now = Date.now()
  const state = await copy?.state()
  if (!copy || !state || state.isElsewhere) return
  const { drill, until } = state
  const dueAt = drill ? drill.at + (drill.fault === undefined ? weekMs : hourMs) : 0
  if (dueAt > now) return
  if (until === undefined) return { state: 'again', at: now + 60_000 }
  const fault = await copy.drill(now)
  if (fault !== undefined) log.error({ fault }, 'the continuous copy cannot be restored')
}
