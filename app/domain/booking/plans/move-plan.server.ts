import type { Tx } from '#app/database/tables.ts'
import { type ChangeRejected, lockTogether, mayChange } from '#app/domain/booking/appointment-change.server.ts'
import { type Appointment, canChange } from '#app/domain/booking/appointment.ts'
import type { AvailabilityDeps } from '#app/domain/booking/availability.server.ts'
import { atAnySlot, withoutNotice } from '#app/domain/booking/booking-rules.ts'
import type { BusyInterval } from '#app/domain/booking/busy.ts'
import { usedResources } from '#app/domain/booking/choose-time.server.ts'
import type { BookingDeps, ChangedBy } from '#app/domain/booking/deps.ts'
import { toResourceId } from '#app/domain/booking/service-needs.ts'
import { type MoveUndo, takeNewTimes } from '#app/domain/booking/take-new-times.server.ts'
import { withdrawUntold } from '#app/domain/booking/waitlist/offers.server.ts'
import { clinicDate, laterDay } from '#app/domain/shared/clinic-time.ts'
import { atAnyHour, chooseDays, type DaysRejected, lockPlans } from './choose-days.server.ts'
import type { MovedDay } from './moved-days.ts'
import { needsOfDay } from './plan-days.ts'
import { findRest, type PlanRest } from './plan-rest.server.ts'
import { fitPlan } from './plan-rules.ts'
import { findPlan, type Plan } from './plans.server.ts'
import { findChosenTimes, findProposals } from './proposals.server.ts'
import type { DayPart, PlanDay, Proposals } from './propose.ts'

type MoveWish = { from?: Temporal.PlainDate | undefined; part?: DayPart | undefined; now: number }

/** Where the days that are ahead could be instead, all together. Longer pauses than planned are the clinic's to choose. */
export async function proposeMove(
  deps: BookingDeps,
  by: ChangedBy,
  plan: Plan,
  { from, part, now }: MoveWish,
): Promise<Proposals & { rest: PlanRest }> {
  const rest = findRest(deps, by, plan, now)
  if (rest.moving.length === 0) return { rest, proposals: [], failing: undefined }
  const { template, earliest, moving } = rest
  const start = from && earliest ? laterDay(from, earliest) : (from ?? earliest)
  const wish = { template, from: start, part, except: holdersOf(moving), now }
  const found = await findProposals(toReading(deps, by), wish)
  const others = found.proposals.filter(({ days }) => days.some((day, at) => day.startsAt !== moving[at]!.startsAt))
  if (by !== 'patient') return { rest, ...found, proposals: others }
  const { failing } = found
  return {
    rest,
    proposals: others.filter(({ kind }) => kind !== 'spread'),
    failing: failing && { ...failing, near: failing.near.map(({ time }) => ({ time, days: undefined })) },
  }
}

/** Whether its patient can move the plan to these days at present. */
export async function isFreeToMove(deps: BookingDeps, rest: PlanRest, days: readonly PlanDay[], now: number) {
  const { template, moving } = rest
  const starts = days.map(({ startsAt }) => startsAt)
  if (!mayBe(deps, 'patient', rest, starts, now)) return false
  const times = await findChosenTimes(toReading(deps, 'patient'), { template, days, except: holdersOf(moving), now })
  return times.every((time) => time !== undefined)
}

/** A patient moves to times on offer; staff book at short notice. */
function toReading(deps: BookingDeps, by: ChangedBy): AvailabilityDeps {
  const reading = { ...deps, db: deps.database.db }
  return by === 'patient' ? reading : withoutNotice(reading)
}

const holdersOf = (moving: readonly Appointment[]) => moving.map(({ id }) => `appointment:${id}` as const)

const isWhere = (moving: readonly Appointment[], days: readonly PlanDay[]) =>
  days.length === moving.length &&
  days.every(({ startsAt, personId }, place) => {
    const day = moving[place]!
    return day.startsAt === startsAt && toResourceId(day.person) === personId
  })

type MovePlan = {
  planId: string
  /** When the days that move were as the page showed them. */
  seen: readonly number[]
  days: readonly MovedDay[]
  undo?: MoveUndo | undefined
  now: number
  limitedAs?: string | undefined
}

/** `was`: the places before. `replaced`: the email about an earlier move, which was not sent yet. */
type PlanMoved = { ok: true; was: MovedDay[]; seen: number[]; replaced: boolean }
type MovedMeanwhile = { ok: false; reason: 'moved-meanwhile' }

/** Moves all days of a plan that can still be moved, with one email; or none of them. They stay the same appointments. */
export function movePlan(
  deps: BookingDeps,
  by: ChangedBy,
  move: MovePlan,
): Promise<PlanMoved | MovedMeanwhile | ChangeRejected | DaysRejected> {
  const { planId, seen, days: wished, undo, now, limitedAs } = move
  return deps.database.transaction(async (tx) => {
    const days = await lockTogether({ ...deps, tx }, { planId })
    const plan = await findPlan(tx, planId)
    if (!plan || days.length === 0) return { ok: false, reason: 'not-found' }
    const rest = findRest(deps, by, { ...plan, days }, now)
    const { moving } = rest
    if (moving.length === 0)
      return { ok: false, reason: days.some((day) => canChange(day, now)) ? 'too-late' : 'not-upcoming' }
    if (!moving.every((day) => mayChange(by, day))) return { ok: false, reason: 'not-found' }
    const was = moving.map(toPlace)
    const starts = wished.map(({ startsAt }) => startsAt)
    // By an earlier click.
    if (isWhere(moving, wished)) return { ok: true, was, seen: starts, replaced: false }
    if (was.map(({ startsAt }) => startsAt).join() !== seen.join()) return { ok: false, reason: 'moved-meanwhile' }
    if (!mayBe(deps, by, rest, starts, now)) return { ok: false, reason: 'not-planned' }
    await lockPlans(deps, tx)
    const withdrawn = undo && by !== 'patient' ? await withdrawOffers(deps, tx, by, moving, wished) : []
    const { free, template } = toChoice(deps, by, rest, move)
    const chosen = await chooseDays(free, tx, { template, days: wished, except: holdersOf(moving), now })
    if (!chosen.ok) return deps.database.refuse(tx, chosen)
    const taking = moving.map((day, place) => ({
      ...{ day, chosen: chosen.days[place]! },
      withdrawn: withdrawn[place] ?? [],
    }))
    const replaced = await takeNewTimes(deps, tx, by, taking, { isPlan: true, undo, now, limitedAs })
    return { ok: true, was, seen: starts, replaced }
  })
}

const toPlace = ({ startsAt, person, room }: Appointment): MovedDay => ({
  startsAt,
  personId: toResourceId(person),
  roomId: room && toResourceId(room),
})

/** A patient keeps to the template, after the days that stay; staff space days as they like. */
function mayBe({ clinic }: BookingDeps, by: ChangedBy, rest: PlanRest, starts: readonly number[], now: number) {
  if (starts.length === 0 || starts.length !== rest.moving.length) return false
  if (by !== 'patient') return true
  const facts = clinic.facts(now)
  const first = clinicDate(starts[0]!, facts.timeZone)
  const isAfter = !rest.earliest || Temporal.PlainDate.compare(rest.earliest, first) <= 0
  return isAfter && fitPlan(rest.template, starts, facts) === 'as-planned'
}

/** What a patient, staff, or the undo of staff may choose from. A day that comes back needs no more than it had. */
function toChoice(
  deps: BookingDeps,
  by: ChangedBy,
  { template, moving }: PlanRest,
  { days: wished, undo }: Pick<MovePlan, 'days' | 'undo'>,
) {
  if (by === 'patient') return { free: deps, template }
  const free = withoutNotice(atAnySlot(deps))
  const days = template.days.map(atAnyHour).map((day, place) => {
    const { roomId } = wished[place]!
    const rooms = roomId === undefined ? undefined : [roomId]
    return undo ? { ...day, needs: { ...needsOfDay(moving[place]!)!, rooms } } : day
  })
  return { free, template: { ...template, daysOff: [], days } }
}

/** What was offered of the time that the days need again, if nobody was told yet; by day. */
async function withdrawOffers(
  deps: BookingDeps,
  tx: Tx,
  by: Exclude<ChangedBy, 'patient'>,
  moving: readonly Appointment[],
  wished: readonly MovedDay[],
) {
  const withdrawn: BusyInterval[][] = []
  for (const [place, { startsAt, endsAt }] of moving.entries()) {
    const { startsAt: from, personId, roomId } = wished[place]!
    const room = roomId === undefined ? undefined : (`room:${roomId}` as const)
    const used = usedResources({ person: `person:${personId}`, room })
    withdrawn.push(await withdrawUntold(deps, tx, used, { from, until: from + endsAt - startsAt }, by))
  }
  return withdrawn
}
