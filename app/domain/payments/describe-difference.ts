import { formatCents } from '#app/domain/shared/money.ts'
import { describeDifference } from '#content/payment-differences.ts'
import { describeSubject } from './describe-subject.ts'
import type { OpenDifference } from './difference.ts'
import type { Subject } from './subject.ts'

/** One sentence about it. */
export function toDifferenceText({ kind, about, ourCents, theirCents }: OpenDifference): string {
  const [ours, theirs] = [ourCents, theirCents].map((cents) => (cents === null ? undefined : formatCents(cents)))
  const isUnknown = kind === 'unknown-payment' || kind === 'unknown-refund'
  return describeDifference(kind, isUnknown ? about : describeSubject(about as Subject), ours, theirs)
}
