import type { Tx } from '#app/database/tables.ts'
import { changeState } from './subscriber-rows.server.ts'

/**
 * The mail server refuses the address for good, so later newsletters leave it out (product decisions, 'Subscribing
 * twice'). Who is not on the list stays what they are.
 */
export async function markBounced({ tx }: { tx: Tx }, subscriberId: string) {
  await changeState(tx, subscriberId, ['subscribed'], { state: 'bounced' })
}

/** An email got there after all, since the clinic sent it once more: the address works. */
export async function forgetBounce({ tx }: { tx: Tx }, subscriberId: string) {
  await changeState(tx, subscriberId, ['bounced'], { state: 'subscribed' })
}
