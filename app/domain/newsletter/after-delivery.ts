import type { Delivery } from '#app/integrations/mail-transport/mail-transport.server.ts'

/** A recipient at their turn, as the ledger has them. */
export type Tried = { tries: number; uncertain: boolean; troubledAt: number | null }

/** What the ledger writes after a try; the times are epoch milliseconds. */
export type Verdict =
  | { state: 'sent' }
  | { state: 'kept' }
  | { state: 'failed'; uncertain: boolean; bounced: boolean; reason: string; detail: string }
  | {
      state: 'queued'
      tries: number
      uncertain: boolean
      troubledAt: number | null
      nextAt: number
      reason: string
      detail: string
    }

const minute = 60_000
/** At once, after one minute and after five (product decisions, 'Newsletter result'). */
const waitsMs = [1 * minute, 5 * minute]
/** One whose turn came while the server was in trouble lets others go first. */
const afterTroubleMs = 20_000

/**
 * What becomes of a recipient after a try. `tookOthersAt`: when the mail server last took somebody else's mail or spoke
 * of it; 0 for never.
 */
export function afterDelivery(
  { tries, uncertain, troubledAt }: Tried,
  delivery: Delivery,
  { tookOthersAt, now }: { tookOthersAt: number; now: number },
): Verdict {
  if (delivery.ok) return { state: delivery.state }
  const { reason, detail } = delivery
  const failed = (bounced = false): Verdict => ({ state: 'failed', uncertain, bounced, reason, detail })
  if (delivery.permanent) return failed(delivery.recipientRefused)
  const queued = { state: 'queued' as const, uncertain, troubledAt, reason, detail }

  if (delivery.perhapsSent) {
    // Once more and no more: two mails to a person are enough.
    if (uncertain) return failed()
    return { ...queued, uncertain: true, tries, nextAt: now + minute }
  }
  // Whether it is the server's fault or of this mail alone shows in what becomes of the others meanwhile.
  const ownFault = delivery.trouble === 'letter' || (troubledAt !== null && tookOthersAt > troubledAt)
  if (!ownFault) return { ...queued, troubledAt: now, tries, nextAt: now + afterTroubleMs }
  const wait = waitsMs[tries]
  return wait === undefined ? failed() : { ...queued, tries: tries + 1, nextAt: now + wait }
}
