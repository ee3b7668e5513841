import type { Chance } from './chance.ts'
import type { Interruption } from './interruptions.ts'
import type { Manners } from './mailbox.ts'
import type { World } from './world.ts'

export const suiteNames = ['forms', 'newsletter', 'booking', 'backups', 'moves', 'overload'] as const
export type SuiteName = (typeof suiteNames)[number]

/** What clients do to a site while faults are injected, and what is compared afterwards. */
export type Suite = {
  name: SuiteName
  /** Settings of the site. */
  settings?: Record<string, string>
  /** How the mail server treats what it gets; it takes everything otherwise. */
  mail?(chance: Chance): { manners: Manners; hangMs: number }
  /** Each fault is injected at a random moment of this interval, which starts with the round. */
  withinMs(servers: number): number
  begin(world: World): Promise<Play>
}

export type Play = {
  /** Visitors who act until the round's faults are over. */
  act(round: { number: number; isOver: () => boolean }): Promise<unknown>
  /** Before a server that was killed is started again. */
  beforeRestart?(): Promise<unknown>
  /** Whether all that was begun has come to its end. */
  isDrained(): Promise<boolean>
  judge(interruptions: Interruption[]): Promise<Verdict>
  end?(): void
}

export type Verdict = {
  /** What visitors were told has been done, and how much of it there is. */
  answered: number
  stored: number
  /** How many of these are there once more, by a rule that is meant to be so. */
  asDecided?: number
  /** Counts by name: '12 orders'. Runs are added up; for names that end with 'at most' the maximum counts. */
  counts: Record<string, number>
  /** Every violation found, as a sentence; what is gone begins with `lost:` and what is there twice with `doubled:`. */
  violations: string[]
}

/** How visitors fare, for all suites alike. */
export type Seen = {
  /** Answered that it could not be done now (503). */
  refused: number
  /** No answer at all: the server was gone. */
  unanswered: number
  /** What nobody should ever be told. */
  strange: string[]
}
