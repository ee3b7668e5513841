import { findDue } from '#app/domain/booking/money/pay-ahead.ts'
import type { WellnessService } from '#app/domain/catalogue/service.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { type RequestContext, servicesContext } from './context.ts'

/** As visitors read it: what is paid in full when it is booked has that price, whatever its price text says. */
export function withFullPrice(context: RequestContext, service: WellnessService): WellnessService {
  const { config, content, payments } = context.get(servicesContext)
  // Another company's calendar takes no payment.
  if (config.schedulingUrl !== undefined) return service
  const due = findDue({ content, payments }, { serviceId: service.id })
  return due?.kind === 'full' ? { ...service, price: formatCents(due.cents) } : service
}
