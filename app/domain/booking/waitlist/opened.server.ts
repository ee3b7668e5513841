import type { Tx } from '#app/database/tables.ts'
import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import { type HoursOfClinic, hoursWithout, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { instantsOn } from '#app/domain/shared/clinic-time.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { bookableDays } from '#app/domain/booking/availability.server.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { lockHolds } from '#app/domain/booking/holds.server.ts'
import { listPeople, type Resource } from '#app/domain/booking/service-needs.ts'
import { withdrawClosed } from './closed.server.ts'
import type { Freed } from './find-time.server.ts'
import { offerFreed } from './offers.server.ts'
import { offerUntil } from './offer-until.ts'

/**
 * Has time offered that opened otherwise than by an appointment's end, and offers ended of time that closed, once the
 * change can no longer be undone. Until then what opened is on the website, and whoever books it first has it.
 */
export async function offerLater({ queue }: Pick<BookingDeps, 'queue'>, tx: Tx, opened: readonly Freed[], now: number) {
  await queue.enqueue(tx, 'offer-opened', { opened: [...opened] }, { runAt: now + undoOfferMs })
}

type HoursOn = (day: Temporal.PlainDate) => readonly OpenHours[]

/** What longer hours opened on the days that can be booked. */
export function findOpened(
  { clinic, booking }: Pick<BookingDeps, 'clinic' | 'booking'>,
  resources: readonly Resource[],
  { before, after, now }: { before: HoursOn; after: HoursOn; now: number },
): Freed[] {
  return listDays({ clinic, booking }, now).flatMap((day) => {
    const toInstant = instantsOn(day, clinic.facts(now).timeZone)
    return hoursWithout(after(day), before(day)).flatMap(({ opens, closes }) =>
      resources.map((resource) => ({
        ...{ resource, from: toInstant(opens), until: toInstant(closes) },
        byHours: true,
      })),
    )
  })
}

/** Offers what the clinic's hours opened; `before`: as they were. */
export function offerOpenedHours(deps: BookingDeps, before: Omit<HoursOfClinic, 'timeZone'>, now: number) {
  const facts = deps.clinic.facts(now)
  const opened = findOpened(
    deps,
    listPeople(deps.booking).map(({ resource }) => resource),
    {
      before: (day) => openHoursOn({ ...before, timeZone: facts.timeZone }, day),
      after: (day) => openHoursOn(facts, day),
      now,
    },
  )
  return offerOpened(deps, opened, now)
}

/** Ends what is offered of time that is closed by now; then offers what is still open of `opened`, in the order of its days. */
export async function offerOpened(deps: BookingDeps, opened: readonly Freed[], now: number) {
  await withdrawClosed(deps, now)
  const facts = deps.clinic.facts(now)
  for (const day of listDays(deps, now)) {
    const toInstant = instantsOn(day, facts.timeZone)
    for (const { opens, closes } of openHoursOn(facts, day)) {
      const hours = findAskable(deps, { from: toInstant(opens), until: toInstant(closes) }, now)
      const freed = hours ? opened.flatMap((interval) => within(interval, hours)) : []
      if (freed.length > 0)
        await deps.database.transaction(async (tx) => {
          await lockHolds({ ...deps, tx })
          if ((await offerFreed(deps, tx, freed, { now })) > 0) await deps.pages.purge(tx, 'booking')
        })
    }
  }
}

/** The part of an interval before which there is time to ask somebody. */
function findAskable(
  { clinic, booking }: Pick<BookingDeps, 'clinic' | 'booking'>,
  { from, until }: Interval,
  now: number,
) {
  const rules = { ...clinic.facts(now), ...bookingRules(booking).times }
  for (let at = from; at < until; at += booking.stepMinutes * 60_000)
    if (offerUntil(at, now, rules) !== undefined) return { from: at, until }
  return undefined
}

function within(freed: Freed, { from, until }: Interval): Freed[] {
  const part = { ...freed, from: Math.max(freed.from, from), until: Math.min(freed.until, until) }
  return part.from < part.until ? [part] : []
}

function listDays(deps: Pick<BookingDeps, 'clinic' | 'booking'>, now: number) {
  const { first, last } = bookableDays(deps, { now })
  return Array.from({ length: first.until(last).days + 1 }, (_, index) => first.add({ days: index }))
}
