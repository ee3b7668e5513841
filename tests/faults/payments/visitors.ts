import { setTimeout as pause } from 'node:timers/promises'
import type { startPaymentServer } from '#tests/support/payment-server.ts'
import type { visitor } from '#tests/support/visitor.ts'
import type { Chance } from '../chance.ts'
import type { Seen } from '../suite.ts'
import type { Staff } from './staff.ts'

export type PaymentServer = Awaited<ReturnType<typeof startPaymentServer>>
export type Browser = Pick<ReturnType<typeof visitor>, 'get' | 'post'>

export type Deps = {
  /** Another server for each request. */
  site: { readonly url: string }
  server: PaymentServer
  staff: Staff
  chance: Chance
  seen: Seen
}

/**
 * What fails is tried again after a while, as an impatient visitor does, or given up: the website has to make the best of
 * both.
 */
export async function attempt<Answer>(
  { seen, chance }: Pick<Deps, 'seen' | 'chance'>,
  work: () => Promise<Answer>,
): Promise<Answer | undefined> {
  for (;;) {
    try {
      return await work()
    } catch {
      seen.unanswered += 1
    }
    await pause(chance.between(100, 500))
    if (chance.next() < 0.2) return undefined
  }
}

/** Visitors who act at the same time, each again and again until it is over. */
export const actConcurrently = (
  { chance }: Pick<Deps, 'chance'>,
  visitors: readonly (() => Promise<unknown>)[],
  isOver: () => boolean,
) =>
  Promise.all(
    visitors.map(async (act) => {
      while (!isOver()) {
        await act()
        await pause(chance.between(0, 100))
      }
    }),
  )
