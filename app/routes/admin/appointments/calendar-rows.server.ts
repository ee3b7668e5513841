import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Block } from '#app/domain/booking/blocks/blocks.server.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import {
  formatHeldUntil,
  formatTimeOfDay,
  formatShortDay,
  formatShortAppointmentTime,
} from '#app/domain/booking/format-appointment.ts'
import { toResourceNames, listPeople, type Resource } from '#app/domain/booking/service-needs.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'

export type DayFound = {
  date: Temporal.PlainDate
  isToday: boolean
  bounds: Interval
  hours: string
  appointments: Appointment[]
  blocks: Block[]
}

/** Blocked time: '9 am to 12 pm', or from one day to another. */
export type BlockRow = ReturnType<typeof rowOf> & { time: string }

/** 'Mon, Nov 23, 9 am to 12 pm', 'Wed, Nov 25 to Thu, Nov 26, all day'. */
export function toDatedBlockRow(services: Services, block: Block, timeZone: string): BlockRow {
  const [first, last] = [clinicDate(block.from, timeZone), clinicDate(block.until - 1, timeZone)]
  const isWhole =
    block.from === clinicDayStart(first, timeZone) && block.until === clinicDayStart(last.add({ days: 1 }), timeZone)
  const days = [...new Set([block.from, block.until - 1].map((at) => formatShortDay(at, timeZone)))].join(' to ')
  const [from, until] = [formatTimeOfDay(block.from, timeZone), formatTimeOfDay(block.until, timeZone)]
  const isOneDay = first.equals(last)
  return {
    ...rowOf(services, block, timeZone),
    time: isWhole
      ? `${days}, ${words.wholeDay}`
      : isOneDay
        ? `${days}, ${from} to ${until}`
        : `${formatShortAppointmentTime({ startsAt: block.from }, timeZone)} to ${formatShortAppointmentTime({ startsAt: block.until }, timeZone)}`,
  }
}

/** The part of the block that is on this day. */
export function toBlockRowOfDay(
  services: Services,
  block: Block,
  { bounds }: Pick<DayFound, 'bounds'>,
  timeZone: string,
): BlockRow {
  const from = Math.max(block.from, bounds.from)
  const until = Math.min(block.until, bounds.until)
  const isWhole = from === bounds.from && until === bounds.until
  return {
    ...rowOf(services, block, timeZone),
    time: isWhole ? words.wholeDay : `${formatTimeOfDay(from, timeZone)} to ${formatTimeOfDay(until, timeZone)}`,
  }
}

const rowOf = (
  { booking }: Services,
  { id, note, resources, isBusy, heldUntil, isRepeated, isOwn }: Block,
  timeZone: string,
) => ({
  id,
  isOwn,
  isRepeated,
  isHeld: heldUntil !== undefined,
  word: heldUntil
    ? words.offered(formatHeldUntil(heldUntil, timeZone, Date.now()))
    : isBusy
      ? words.busy
      : words.blocked,
  /** Staff or room; empty for everyone. */
  what: resources.length > 1 && isForEveryone(resources, booking) ? '' : toResourceNames(booking, resources).join(', '),
  ...(note && { note }),
})

const isForEveryone = (resources: readonly Resource[], booking: Services['booking']) =>
  listPeople(booking).every(({ resource }) => resources.includes(resource))
