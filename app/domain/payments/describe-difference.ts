import { formatCents } from '#app/domain/shared/money.ts'
import { describeDifference } from '#content/payment-differences.ts'
import { describeSubject } from './describe-subject.ts'
import type { OpenDifference } from './difference.ts'
import type { Subject } from './subject.ts'

/** One sentence about it. */
export function toDifferenceText({ kind, about, ourCents, theirCents }: OpenDifference): string {
  const [ours, theirs] = [ourCents, theirCents].map((cents) => (cents === null ? undefined : formatCents(cents)))
  // What the ledger does not know has an id of the provider.
  const subject = about.includes(':') ? describeSubject(about as Subject) : about
  return describeDifference(kind, subject, ours, theirs)
}
