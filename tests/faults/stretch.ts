import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#tests/support/timing.ts'
import { createChance } from './chance.ts'
import { repeatedMails } from './compare-mails.ts'
import type { Interruption } from './interruptions.ts'
import type { Play, Suite } from './suite.ts'
import { faults } from './kinds/all.ts'
import { pastAllJumpsMs } from './kinds/clock-jump.ts'
import type { FaultName } from './kinds/fault.ts'
import type { Variant } from './variants.ts'
import { openWorld, type World } from './world.ts'

export type StretchResult = {
  rounds: number
  seconds: number
  answered: number
  stored: number
  asDecided: number
  mailed: number
  /** Mails that came once more as the same mail. */
  repeated: number
  refused: number
  unanswered: number
  counts: Record<string, number>
  /** Every violation found, as a sentence; empty is what we want. */
  violations: string[]
  /** What the servers said, for whoever looks for the reason. */
  output: string
}

/**
 * Some rounds of a suite on a site and a database of its own. In each round visitors act while every fault of the
 * variant is injected once. Then the faults end, the jobs finish, and what the site confirmed is compared with what is
 * stored and what was mailed.
 */
export async function runStretch(
  suite: Suite,
  variant: Variant,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<StretchResult> {
  const startedAt = performance.now()
  const chance = createChance(seed)
  let play: Play | undefined
  const world = await openWorld(variant, {
    chance,
    settings: suite.settings,
    mail: suite.mail?.(chance),
    beforeRestart: async () => play?.beforeRestart?.().catch(() => {}),
  })
  const { seen, servers, mailbox } = world
  const interruptions: Interruption[] = []
  try {
    play = await suite.begin(world)
    const { act } = play
    for (let number = 0; number < rounds; number += 1) {
      let over = false
      const struck = injectAll(world, suite.withinMs(variant.servers), interruptions).finally(() => (over = true))
      await Promise.all([struck, act({ number, isOver: () => over })])
    }
    await servers.untilBack()
    if (variant.faults.includes('clock-jump')) {
      const now = Date.now()
      interruptions.push({ from: now, until: now + aftereffectOf(world, 'clock-jump') })
      world.clock.setAhead(pastAllJumpsMs)
    }
    const stuck = await drained(play)
    const verdict = await play.judge(interruptions)
    return {
      rounds,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      answered: verdict.answered,
      stored: verdict.stored,
      asDecided: verdict.asDecided ?? 0,
      mailed: mailbox.mails.length,
      repeated: repeatedMails(mailbox.mails).length,
      refused: seen.refused,
      unanswered: seen.unanswered,
      counts: verdict.counts,
      violations: [...stuck, ...seen.strange, ...servers.endings, ...verdict.violations],
      output: servers.output(),
    }
  } finally {
    play?.end?.()
    await world.close()
  }
}

/** Injects each fault at its own random moment of the round. */
const injectAll = (world: World, withinMs: number, interruptions: Interruption[]) =>
  Promise.all(
    world.variant.faults.map(async (name) => {
      await pause(world.chance.between(0, withinMs))
      const interruption = { from: Date.now(), until: Infinity }
      interruptions.push(interruption)
      await faults[name].inject(world, world.chance)
      interruption.until = Date.now() + aftereffectOf(world, name)
    }),
  )

const aftereffectOf = ({ servers }: World, name: FaultName) =>
  servers.count > 1 ? (faults[name].aftereffectMs ?? 0) : 0

const drained = ({ isDrained }: Play) =>
  until(async () => (await isDrained().catch(() => false)) || undefined, drainPatienceMs).then(
    () => [],
    () => ['not everything that was begun came to its end'],
  )

/** A killed worker's jobs come back after 15 s; one that was in the way of four kills or more, after some minutes. */
const drainPatienceMs = 15 * 60_000
