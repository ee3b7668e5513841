import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#tests/support/timing.ts'
import { createChance } from './chance.ts'
import { repeatedMails } from './compare-mails.ts'
import type { Interruption } from './interruptions.ts'
import type { Workload, Suite } from './suite.ts'
import { faults } from './kinds/all.ts'
import { pastAllJumpsMs } from './kinds/clock-jump.ts'
import type { FaultName } from './kinds/fault.ts'
import type { Variant } from './variants.ts'
import { openWorld, type World } from './world.ts'

export type RunResult = {
  rounds: number
  seconds: number
  answered: number
  stored: number
  asDecided: number
  mailed: number
  /** Mails that arrived again with the same Message-ID. */
  repeated: number
  rejected: number
  unanswered: number
  counts: Record<string, number>
  /** Every violation found, as a sentence; empty if all is well. */
  violations: string[]
  /** What the servers logged, to find the cause of a violation. */
  output: string
}

/**
 * Some rounds of a suite on a site and a database of its own. In each round visitors act while every fault of the
 * variant is injected once. Then the faults end, the jobs finish, and what the site confirmed is compared with what is
 * stored and what was mailed.
 */
export async function runRounds(
  suite: Suite,
  variant: Variant,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<RunResult> {
  const startedAt = performance.now()
  const chance = createChance(seed)
  let workload: Workload | undefined
  const world = await openWorld(variant, {
    chance,
    settings: suite.settings,
    isCopied: suite.isCopied,
    takesPayments: suite.takesPayments,
    mail: suite.mail?.(chance),
    beforeRestart: async () => workload?.beforeRestart?.().catch(() => {}),
  })
  const { seen, servers, mailbox } = world
  const interruptions: Interruption[] = []
  try {
    workload = await suite.begin(world)
    const { act } = workload
    for (let number = 0; number < rounds; number += 1) {
      let over = false
      const injected = injectAll(world, suite.withinMs(variant.servers), interruptions).finally(() => (over = true))
      await Promise.all([injected, act({ number, isOver: () => over })])
    }
    await servers.untilBack()
    if (variant.faults.includes('clock-jump')) {
      const now = Date.now()
      interruptions.push({ from: now, until: now + aftereffectOf(world, 'clock-jump') })
      world.clock.setAhead(pastAllJumpsMs)
    }
    const stuck = await waitUntilDrained(workload)
    const verdict = await workload.judge(interruptions)
    return {
      rounds,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      answered: verdict.answered,
      stored: verdict.stored,
      asDecided: verdict.asDecided ?? 0,
      mailed: mailbox.mails.length,
      repeated: repeatedMails(mailbox.mails).length,
      rejected: seen.rejected,
      unanswered: seen.unanswered,
      counts: verdict.counts,
      violations: [...stuck, ...seen.unexpected, ...servers.endings, ...verdict.violations],
      output: servers.output(),
    }
  } finally {
    workload?.end?.()
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

const waitUntilDrained = ({ isDrained }: Workload) =>
  until(async () => (await isDrained().catch(() => false)) || undefined, drainTimeoutMs).then(
    () => [],
    () => ['not everything that was begun came to its end'],
  )

/** A killed worker's jobs are retried after 15 s; a job that was killed four times or more, after some minutes. */
const drainTimeoutMs = 15 * 60_000
