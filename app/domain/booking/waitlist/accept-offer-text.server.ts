import type { Tx } from '#app/database/tables.ts'
import { acceptText } from '#app/domain/text-messages/texts.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { findOfferConsent } from './offer-consents.server.ts'

const prefix = 'offer '

export const offerTextId = (offerId: string) => `${prefix}${offerId}`
export const toOfferId = (textId: string) => textId.slice(prefix.length)

type About = { offerId: string; entry: { id: string; phone: string }; sendAt: number; now: number }

/** With the offer by email, if its person agreed to texts. */
export async function acceptOfferText(
  { textMessages, queue }: Pick<BookingDeps, 'textMessages' | 'queue'>,
  tx: Tx,
  { offerId, entry, sendAt, now }: About,
) {
  if (!textMessages || !(await findOfferConsent(tx, entry))) return
  const text = { id: offerTextId(offerId), kind: 'offer', record: `waitlist:${entry.id}` } as const
  await acceptText({ tx, queue }, { ...text, sendAt, now })
}
