import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { countUse, type Sender } from '#app/domain/limits/limits.server.ts'

export type HeldBack = NonNullable<Selectable<Tables['appointments']>['heldBack']>

/** Who books online. */
export type Visitor = {
  /** Undefined: without limits (ABUSE_LIMITS=off). */
  sender?: Sender | undefined
  /** Signed in with the address of the booking: whoever only types an address may type anybody's. */
  isAddressProved?: boolean | undefined
}

const dayMs = 86_400_000
/** Bookings that hold a time; all days of a plan are one (product decisions, 'One visitor's bookings'). */
const mostADay = 10
/** A provider's customer may have many networks. */
const mostAround = { most: 3 * mostADay, windowMs: dayMs }

type Deps = Pick<BookingDeps, 'database' | 'booking'>
type Reason = Exclude<HeldBack, 'released'> | undefined

/**
 * Why a booking holds no time, or undefined: it is never refused. What a network without a proved address booked beyond
 * its own limit does not count toward the hour, or one visitor could use that up for all. The locks stop simultaneous
 * bookings from passing the limits.
 */
export async function findHoldBack(
  deps: Deps,
  tx: Tx,
  { sender, isAddressProved, email, now }: Visitor & { email: string; now: number },
): Promise<Reason> {
  if (!sender) return undefined
  if (isAddressProved) return findHoldBackOfAddress(deps, tx, email, now)
  const { network, around } = sender
  await deps.database.takeAdvisoryLock(tx, `bookings from:${network}`)
  if ((await countHeld(tx, (row) => row('network', '=', network), now)) >= mostADay) return 'network'
  if (around && !(await countUse({ tx }, `bookings:${around}`, mostAround, now)).ok) return 'network'
  return isBeyondHour(deps, tx, now)
}

/** The same of a booking whose address is proved, from wherever it was booked. */
export async function findHoldBackOfAddress(deps: Deps, tx: Tx, email: string, now: number): Promise<Reason> {
  await deps.database.takeAdvisoryLock(tx, `bookings of:${email}`)
  const isOfAddress = (row: Columns) =>
    row.and([row('email', '=', email), row('addressProved', 'is not', null), row('network', 'is', null)])
  if ((await countHeld(tx, isOfAddress, now)) >= mostADay) return 'address'
  return isBeyondHour(deps, tx, now)
}

async function isBeyondHour({ booking }: Deps, tx: Tx, now: number) {
  const hour = { most: bookingRules(booking).limits.mostOnlinePerHour, windowMs: 3_600_000 }
  return (await countUse({ tx }, 'online-bookings', hour, now)).ok ? undefined : ('hour' as const)
}

type Columns = ExpressionBuilder<Tables, 'appointments'>

/** Also what was canceled or released since: otherwise each makes room for another. */
async function countHeld(db: Db, which: (row: Columns) => Expression<SqlBool>, now: number) {
  const held = await db
    .selectFrom('appointments')
    .select((row) => row.fn.coalesce('planId', 'id').as('booked'))
    .distinct()
    .where(which)
    .where('bookedAt', '>', now - dayMs)
    .where((row) => row.or([row('heldBack', 'is', null), row('heldBack', '=', 'released')]))
    .limit(mostADay)
    .execute()
  return held.length
}
