import { redirect } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { exportOrders } from '#app/domain/orders/export-orders.server.ts'
import { toDecimal } from '#app/domain/shared/money.ts'
import { getActor } from '#app/http/admin.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { csvFile } from '#app/http/csv-file.server.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { adminOrders as words, orderStates } from '#content/pages/admin-orders.ts'
import { orderFilter } from './order-filter.server.ts'
import type { Route } from './+types/export-orders.ts'

export const loader = () => redirect('/admin/orders')

/** A post, since exporting personal data is recorded. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireFreshStepUp(context, request)
  return orServiceUnavailable(request, context, async (posted) => {
    const { state: status, q: search } = orderFilter(new URLSearchParams(await typedFields(posted)))
    const filter = { status, search: search || undefined }
    const pages = await exportOrders(context.get(servicesContext), getActor(context), filter)
    return csvFile(words.csv.file, words.csv.columns, rowsOf(pages))
  })
}

async function* rowsOf(pages: Awaited<ReturnType<typeof exportOrders>>) {
  for await (const orders of pages)
    yield orders.map((order) => [
      order.number,
      orderStates[order.status],
      formatMoment(order.placedAt),
      order.name,
      order.email,
      order.phone,
      order.lines.map(({ name, quantity }) => `${quantity} x ${name}`).join('; '),
      toDecimal(order.totalCents),
      order.note,
    ])
}

/** '2026-11-20 09:14' in clinic time; spreadsheet programs read it as a date. */
const formatMoment = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(clinicTimeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
