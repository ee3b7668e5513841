import { redirect } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { exportLedger } from '#app/domain/payments/export-ledger.server.ts'
import { toDecimal } from '#app/domain/shared/money.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { csvFile } from '#app/http/csv-file.server.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { toPeriod } from './ledger-period.ts'
import { paymentPage, paymentsPage } from './words.ts'
import type { Route } from './+types/export-ledger.ts'

export const loader = () => redirect('/admin/payments')

/** The ledger of a month for the bookkeeper. A post, since it is recorded. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireFreshStepUp(context, request)
  return orServiceUnavailable(request, context, async (posted) => {
    const period = toPeriod((await typedFields(posted)).month)
    // The page offers no such month.
    if (!period) return new Response(null, { status: 400 })
    const pages = await exportLedger(context.get(servicesContext), getActor(context), period)
    const { file, columns } = paymentsPage.export
    return csvFile(`${file}-${period.period}`, columns, rowsOf(pages))
  })
}

async function* rowsOf(pages: Awaited<ReturnType<typeof exportLedger>>) {
  for await (const lines of pages)
    yield lines.map(({ at, key, subject, account, item, cents }) => [
      formatDay(at),
      key,
      subject,
      paymentPage.ledger.accounts[account],
      item ?? undefined,
      cents > 0 ? toDecimal(cents) : '',
      cents < 0 ? toDecimal(-cents) : '',
    ])
}

const formatDay = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(clinicTimeZone).toPlainDate().toString()
