import { beginForms } from '../forms/suite.ts'
import type { Suite } from '../suite.ts'
import { sendCrowds } from './crowd.ts'
import { maxMegabytes, watchServers } from './watch.ts'

/** More requests than a site can serve, while visitors send forms; health checks are always answered. */
export const overload: Suite = {
  name: 'overload',
  // Long enough for the queues to be full.
  withinMs: () => 3_000,
  async begin(world) {
    const visitors = beginForms(world)
    const crowd = { pages: 0, 'turned away': 0 }
    const watch = watchServers(world)
    return {
      ...visitors,
      act: (round) => Promise.all([visitors.act(round), sendCrowds(world, round.isOver, crowd)]),
      async judge(interruptions) {
        await watch.stop()
        const verdict = await visitors.judge(interruptions)
        const { probes, slowestMs, megabytes, violations } = watch
        const counts = {
          ...crowd,
          'probes answered': probes(),
          'ms for a probe at most': slowestMs(),
          'MB at most': megabytes(),
        }
        const grown = megabytes() > maxMegabytes ? [`a server took ${megabytes()} MB`] : []
        return {
          ...verdict,
          counts: { ...verdict.counts, ...counts },
          violations: [...verdict.violations, ...violations, ...grown],
        }
      },
      end: () => void watch.stop(),
    }
  },
}
