import { beginForms } from '../forms/suite.ts'
import type { Suite } from '../suite.ts'
import { moveContinuously, type MoveResults } from './mover.ts'

/** Visitors send forms while the database is moved repeatedly; some moves are killed. */
export const moves: Suite = {
  name: 'moves',
  // Long enough for a fault to strike at any step of a move.
  withinMs: () => 3_000,
  async begin(world) {
    const visitors = beginForms(world)
    const seen: MoveResults = { moved: 0, killed: 0, broken: 0, canceled: 0, violations: [] }
    return {
      ...visitors,
      act: (round) =>
        Promise.all([visitors.act(round), moveContinuously(world, round.isOver, visitors.answered, seen)]),
      async judge(interruptions) {
        const verdict = await visitors.judge(interruptions)
        const { violations, broken, ...counts } = seen
        return {
          ...verdict,
          counts: { ...verdict.counts, ...counts, 'ended with a line': broken },
          violations: [...verdict.violations, ...violations],
        }
      },
    }
  },
}
