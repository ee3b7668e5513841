import type { NewsletterTortureResult } from './newsletter-torture.ts'

const columns = [
  'variant',
  'kills',
  'seconds',
  'newsletters',
  'sent',
  'failed',
  'mails',
  'uncertain',
  'got two',
  'faults',
]

/** One line per variant, as a Markdown table. */
export function newsletterReport(results: NewsletterTortureResult[]) {
  const rows = results.map(
    ({ variant, kills, seconds, newsletters, sent, failed, mails, uncertain, repeated, faults }) => [
      variant.says,
      kills,
      seconds,
      newsletters,
      sent,
      failed,
      mails,
      uncertain,
      repeated,
      faults.length,
    ],
  )
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
