import { nearTimes, viewCalendar } from '#app/domain/booking/calendar-view.server.ts'
import { type Choice, getWidgetStep } from '#app/domain/booking/choice.ts'
import type { UnavailableWithNearest } from '#app/domain/booking/choose-time.server.ts'
import type { Holder } from '#app/domain/booking/holds.server.ts'
import { withoutNotice } from '#app/domain/booking/book-by-telephone.server.ts'
import { servicesContext, type RequestContext } from './context.ts'
import { widget } from '#content/pages/booking.ts'

/** `byClinic` leaves out the minimum notice. */
export async function listTimes(
  context: RequestContext,
  choice: Choice,
  {
    serviceId,
    except,
    stays,
    byClinic = false,
  }: { serviceId: string; except?: Holder; stays?: 'video' | 'in person'; byClinic?: boolean },
) {
  const { database, clinic, booking } = context.get(servicesContext)
  const deps = { db: database.db, clinic, booking }
  const wish = { serviceId, choice, ...(except && { except }), ...(stays && { stays }), now: Date.now() }
  const view = await viewCalendar(byClinic ? withoutNotice(deps) : deps, wish)
  return { view, step: getWidgetStep(choice), who: choice.who }
}

export function describeNotFree(context: RequestContext, taken: UnavailableWithNearest, choice: Choice) {
  const { timeZone } = context.get(servicesContext).clinic.facts(Date.now())
  const [error, status] = taken.reason === 'taken' ? [widget.taken, 409] : [widget.notOffered, 400]
  return { error, status, nearest: nearTimes(taken.nearest, choice, timeZone) }
}
