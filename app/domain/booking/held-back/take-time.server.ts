import type { Tx } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { chooseTime, type ChosenTime, takeTime } from '#app/domain/booking/choose-time.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { releaseSlots } from '#app/domain/booking/holds.server.ts'
import { needsOfDay } from '#app/domain/booking/plans/plan-days.ts'
import { toResourceId } from '#app/domain/booking/service-needs.ts'

/** Reserves the times that requests without one asked for: all or, if one is not free, none. */
export async function takeWishedTimes(deps: BookingDeps, tx: Tx, days: readonly Appointment[], now: number) {
  const chosen: [Appointment, ChosenTime][] = []
  for (const day of days) {
    const time = await chooseWished(deps, tx, day, now)
    if (!time.ok) return false
    chosen.push([day, time])
  }
  for (const [day, time] of chosen) {
    // Of a release that can still be undone.
    await releaseSlots({ ...deps, tx }, `appointment:${day.id}`)
    await takeTime({ ...deps, tx }, day, time)
  }
  return true
}

/** With the person who was free when it was booked, or with anyone. */
async function chooseWished(deps: BookingDeps, tx: Tx, day: Appointment, now: number) {
  const request = {
    serviceId: day.serviceId,
    startsAt: day.startsAt,
    byVideo: day.room === undefined,
    needs: needsOfDay(day),
    except: `appointment:${day.id}` as const,
    now,
  }
  const reading = { ...deps, db: tx }
  const same = await chooseTime(reading, { ...request, personId: toResourceId(day.person) })
  return same.ok ? same : chooseTime(reading, request)
}
