import { beginForms } from '../forms/suite.ts'
import type { Suite } from '../suite.ts'
import { crowdAllTheTime } from './crowd.ts'
import { mostMegabytes, watchServers } from './watch.ts'

/** More visitors than a site takes, while others send forms; whoever asks whether it lives is answered. */
export const overload: Suite = {
  name: 'overload',
  // Long enough for the lines to be full.
  withinMs: () => 3_000,
  async begin(world) {
    const visitors = beginForms(world)
    const crowd = { pages: 0, 'turned away': 0 }
    const watch = watchServers(world)
    return {
      ...visitors,
      act: (round) => Promise.all([visitors.act(round), crowdAllTheTime(world, round.isOver, crowd)]),
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
        const grown = megabytes() > mostMegabytes ? [`a server took ${megabytes()} MB`] : []
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
