import type { Tx } from '#app/database/tables.ts'
import { findOpenTimes } from '#app/domain/booking/availability.server.ts'
import { atAnySlot, withoutNotice } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { lockOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { toResourceId } from '#app/domain/booking/service-needs.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { Offer } from './offers.server.ts'

/** Whether an offered time could be booked if it were not held for its person. Its offer says until when, not the notice. */
export async function isStillOpen(
  deps: BookingDeps,
  tx: Tx,
  { id, serviceId, startsAt, endsAt, person, room }: Offer,
  now: number,
) {
  if (findService(deps.content, serviceId)?.available === false) return false
  await lockOwnHours({ ...deps, tx }, { shared: true })
  const anySlot = withoutNotice(atAnySlot(deps))
  const offered = {
    serviceId,
    roomId: room && toResourceId(room),
    needs: { minutes: (endsAt - startsAt) / 60_000, together: 1 },
  }
  const day = clinicDate(startsAt, deps.clinic.facts(now).timeZone)
  const query = { ...offered, except: `offer:${id}`, now } as const
  const [open] = await findOpenTimes({ ...anySlot, db: tx }, query, { first: day, last: day })
  const time = open?.times.find((one) => one.startsAt === startsAt)
  return time !== undefined && time.people.some(({ resource }) => resource === person)
}
