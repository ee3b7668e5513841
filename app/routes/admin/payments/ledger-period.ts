import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { LedgerPeriod } from '#app/domain/payments/export-ledger.server.ts'

const startOf = (month: Temporal.PlainYearMonth) =>
  month.toPlainDate({ day: 1 }).toZonedDateTime(clinicTimeZone).epochMilliseconds

/** '2026-11', on the clinic's calendar; undefined for what is no month. */
export function toPeriod(month: string | undefined): LedgerPeriod | undefined {
  if (!month || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return undefined
  const begins = Temporal.PlainYearMonth.from(month)
  return { period: month, from: startOf(begins), until: startOf(begins.add({ months: 1 })) }
}

const mostMonths = 36

const toMonth = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(clinicTimeZone).toPlainDate().toPlainYearMonth()

/** The months since the first transaction, the newest first. */
export function listMonths(first: number, now: number) {
  const months: { value: string; text: string }[] = []
  for (let month = toMonth(now); months.length < mostMonths; month = month.subtract({ months: 1 })) {
    if (Temporal.PlainYearMonth.compare(month, toMonth(first)) < 0) break
    const text = month.toPlainDate({ day: 1 }).toLocaleString('en-US', { month: 'long', year: 'numeric' })
    months.push({ value: month.toString(), text })
  }
  return months
}
