import type { Db, Tx } from '#app/database/tables.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { toTextNumber } from '#app/domain/shared/phone-number.server.ts'
import { type Consenter, findConsent, giveConsent } from '#app/domain/text-messages/consents.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'

type Owner = { id: string; phone: string }

/** A consent to offers is given at a place on the list, and counts for it. */
export function toOfferConsenter({ id, phone }: Owner): Consenter | undefined {
  const number = toTextNumber(phone)
  return number === undefined ? undefined : { number, records: [`waitlist:${id}`] }
}

export async function findOfferConsent(db: Db, entry: Owner) {
  const consenter = toOfferConsenter(entry)
  return consenter && findConsent(db, { ...consenter, purpose: 'offers' })
}

/** To the present words. Staff record what they were told by telephone. False for a number that can get no texts. */
export async function consentToOffers(
  { vault, clinic }: Pick<BookingDeps, 'vault' | 'clinic'>,
  tx: Tx,
  by: Actor,
  entry: Owner,
  now: number,
) {
  const number = toTextNumber(entry.phone)
  if (number === undefined) return false
  // Otherwise a second press.
  if (!(await findOfferConsent(tx, entry))) {
    const consent = { number, purpose: 'offers', record: `waitlist:${entry.id}` } as const
    await giveConsent({ tx, vault }, by, { ...consent, clinic: clinic.facts(now), now })
  }
  return true
}
