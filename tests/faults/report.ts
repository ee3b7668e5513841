import type { TortureResult } from './torture.ts'

const columns = [
  'variant',
  'rounds',
  'seconds',
  'accepted',
  'retries',
  'drain seconds',
  'mails',
  'repeats',
  'faults',
] as const

/** One line per variant, as a Markdown table. */
export function report(results: TortureResult[]) {
  const rows = results.map(({ variant, rounds, seconds, accepted, retries, drainSeconds, mails, repeats, faults }) => [
    variant.says,
    rounds,
    seconds,
    Object.entries(accepted)
      .toSorted()
      .map(([form, count]) => `${count} ${form}`)
      .join(', '),
    retries,
    drainSeconds,
    mails,
    repeats,
    faults.length,
  ])
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
