import type { Database } from '#app/database/connection.server.ts'
import { askTogether } from '#app/domain/shared/ask-together.server.ts'
import { viewCalendar } from './calendar-view.server.ts'
import { type ChosenTime, chooseTime, insteadOf, isLost, type NotFree, type TimeWish } from './choose-time.server.ts'
import type { BookingDeps } from './deps.ts'

/** What many patients ask at the same moment, when all of them want the same hour; looked for once for all of them. */
export type TimesOnOffer = ReturnType<typeof createTimesOnOffer>

export function createTimesOnOffer({
  database,
  ...rest
}: Pick<BookingDeps, 'clinic' | 'booking'> & { database: Pick<Database, 'db'> }) {
  const deps = { db: database.db, ...rest }
  const taking = new Map<number, Promise<unknown>>()

  async function look(wish: TimeWish): Promise<ChosenTime | NotFree> {
    const chosen = await chooseTime(deps, wish)
    return chosen.ok ? chosen : { ...chosen, nearest: await insteadOf(deps, wish) }
  }
  const lookTogether = askTogether(look, keyOf)

  return {
    view: askTogether((question: Parameters<typeof viewCalendar>[1]) => viewCalendar(deps, question), keyOf),

    /**
     * Lets one after the other try to take an hour, as long as it is free; who waited until it was taken is told so
     * without a turn at writing. That two never get it is not decided here but by the database.
     */
    async take<Taken extends { ok: boolean; reason?: string }>(wish: TimeWish, take: () => Promise<Taken>) {
      for (;;) {
        const looked = await lookTogether(wish)
        if (!looked.ok) return looked
        const other = taking.get(wish.startsAt)
        if (!other) break
        await Promise.allSettled([other])
      }
      const mine = take()
      taking.set(wish.startsAt, mine)
      try {
        const taken = await mine
        if (!isLost(taken)) return taken as Exclude<Taken, { reason: 'taken' | 'not-offered' }>
        return { ...taken, nearest: await insteadOf(deps, wish) }
      } finally {
        taking.delete(wish.startsAt)
      }
    },
  }
}

/** Some milliseconds earlier or later it is the same question. */
const keyOf = (question: { now: number }) => JSON.stringify({ ...question, now: undefined })
