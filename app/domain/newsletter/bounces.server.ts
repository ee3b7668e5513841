import type { Tx } from '#app/database/tables.ts'
import { changeState } from './subscriber-rows.server.ts'

/** The mail server refused the address for good, so later newsletters leave it out. */
export async function markBounced({ tx }: { tx: Tx }, subscriberId: string) {
  await changeState(tx, subscriberId, ['subscribed'], { state: 'bounced' })
}

/** An email that the clinic had sent again was delivered after all. */
export async function clearBounce({ tx }: { tx: Tx }, subscriberId: string) {
  await changeState(tx, subscriberId, ['bounced'], { state: 'subscribed' })
}
