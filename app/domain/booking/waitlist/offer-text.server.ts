import type { Signer } from '#app/vault/signing.server.ts'
import type { TextSource } from '#app/domain/text-messages/texts.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { offerText } from '#content/text-messages.ts'
import { toOfferId } from './accept-offer-text.server.ts'
import { toOfferConsenter } from './offer-consents.server.ts'
import { findOffer } from './offers.server.ts'
import { signOfferLink } from './waitlist-link.ts'

type Deps = Pick<BookingDeps, 'clinic'> & { signer: Pick<Signer, 'sign'>; config: { publicOrigin: string } }

/** Due until the offer is over. The link accepts it for its person only, and shows nothing about them. */
export const offerSource = ({ clinic, signer, config }: Deps): TextSource => ({
  purpose: 'offers',
  async write(tx, { id }, now) {
    const found = await findOffer(tx, toOfferId(id))
    if (found?.offer.state !== 'open' || found.offer.until <= now) return undefined
    const { offer, entry } = found
    const consenter = toOfferConsenter(entry)
    const facts = clinic.facts(now)
    const when = formatShortAppointmentTime(offer, facts.timeZone)
    const until = formatShortAppointmentTime({ startsAt: offer.until }, facts.timeZone)
    const url = `${config.publicOrigin}${signOfferLink(signer, offer.id)}`
    return consenter && { ...consenter, text: offerText(facts, { when, until, url }) }
  },
})
