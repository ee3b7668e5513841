import type { BookingTortureResult } from './booking-torture.ts'

const columns = [
  'variant',
  'rounds',
  'seconds',
  'booked',
  'moved',
  'canceled',
  'taken back',
  'times kept',
  'lost to others',
  'tried again',
  'drain seconds',
  'mails',
  'repeats',
  'faults',
]

/** One line per variant, as a Markdown table. */
export function bookingReport(results: BookingTortureResult[]) {
  const rows = results.map((result) => [
    result.variant.says,
    result.rounds,
    result.seconds,
    result.booked,
    result.moved,
    result.cancelled,
    result.restored,
    result.keptTimes,
    result.lost,
    result.retries,
    result.drainSeconds,
    result.mails,
    result.repeats,
    result.faults.length,
  ])
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
