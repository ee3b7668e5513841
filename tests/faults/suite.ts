import type { Database } from '#app/database/connection.server.ts'
import type { Chance } from './chance.ts'
import type { Interruption } from './interruptions.ts'
import type { Manners } from './mailbox.ts'
import type { World } from './world.ts'

export const suiteNames = [
  'forms',
  'newsletter',
  'booking',
  'backups',
  'moves',
  'copy',
  'payments',
  'overload',
] as const
export type SuiteName = (typeof suiteNames)[number]

/** What clients do to a site while faults are injected, and what is compared afterwards. */
export type Suite = {
  name: SuiteName
  /** Extra settings of the site. */
  settings?: Record<string, string>
  /** The site has a continuous copy, at a place that outlives it. */
  isCopied?: true
  /** Customers can pay online, at a provider that outlives it. */
  takesPayments?: true
  /** How the mail server responds; by default it accepts everything. */
  mail?(chance: Chance): { manners: Manners; hangMs: number }
  /** Each fault is injected at a random moment of this interval, which starts with the round. */
  withinMs(servers: number): number
  begin(world: World): Promise<Workload>
}

/** Whether the clinic's email of the day is still to be accepted: the servers' clock may just have passed 7 am. */
export const isMorningEmailDue = async ({ db }: Database, now: number) =>
  (await db.selectFrom('jobs').select('id').where('kind', '=', 'morning-email').where('runAt', '<=', now).execute())
    .length > 0

export type Workload = {
  /** Visitors who act until the round's faults are over. */
  act(round: { number: number; isOver: () => boolean }): Promise<unknown>
  /** Called before a killed server is restarted. */
  beforeRestart?(): Promise<unknown>
  /** Whether all jobs have finished. */
  isDrained(): Promise<boolean>
  judge(interruptions: Interruption[]): Promise<Verdict>
  end?(): void
}

export type Verdict = {
  /** How much the site confirmed, and how much is stored. */
  answered: number
  stored: number
  /** How many are stored again by design. */
  asDecided?: number
  /** Counts by name: '12 orders'. Runs are added up; for names that end with 'at most' the maximum counts. */
  counts: Record<string, number>
  /** Every violation found, as a sentence; a loss begins with `lost:`, a duplicate with `doubled:`. */
  violations: string[]
}

/** What visitors experienced, for all suites alike. */
export type Seen = {
  /** Requests answered with 503. */
  rejected: number
  /** Requests without a response: the server was down. */
  unanswered: number
  /** Responses that no visitor should ever get. */
  unexpected: string[]
}
