import type { Tx } from '#app/database/tables.ts'

/**
 * The mail server refuses the address for good, so later newsletters leave it out (product decisions, 'Subscribing
 * twice'). Who is not on the list stays what they are.
 */
export const markBounced = ({ tx }: { tx: Tx }, subscriberId: string) =>
  changeState(tx, subscriberId, 'subscribed', 'bounced')

/** A letter got there after all, since the clinic sent it once more: the address works. */
export const forgetBounce = ({ tx }: { tx: Tx }, subscriberId: string) =>
  changeState(tx, subscriberId, 'bounced', 'subscribed')

async function changeState(tx: Tx, id: string, from: State, to: State) {
  await tx.updateTable('subscribers').set({ state: to }).where('id', '=', id).where('state', '=', from).execute()
}

type State = 'subscribed' | 'bounced'
