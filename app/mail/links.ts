import { type LinkedAppointment, signAppointmentLink } from '#app/domain/booking/appointment-link.ts'
import {
  confirmPath,
  confirmPurpose,
  confirmLinkPayload,
  unsubscribePath,
  unsubscribePurpose,
} from '#app/domain/newsletter/subscriber.ts'
import { signCardLink } from '#app/domain/gift-cards/gift-card.ts'
import { signOrderLink } from '#app/domain/orders/order.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { directionsUrl } from '#app/domain/clinic/confirmed-links.ts'
import { directionsLabel } from '#content/emails.ts'
import type { EmailDeps } from './define-email.ts'

type Deps = Pick<EmailDeps, 'signer' | 'config'>

export const appointmentUrl = ({ signer, config }: Deps, appointment: LinkedAppointment) =>
  `${config.publicOrigin}${signAppointmentLink(signer, appointment)}`

export const orderUrl = ({ signer, config }: Deps, orderId: string) =>
  `${config.publicOrigin}${signOrderLink(signer, orderId)}`

export const cardUrl = ({ signer, config }: Deps, card: Parameters<typeof signCardLink>[1]) =>
  `${config.publicOrigin}${signCardLink(signer, card)}`

export const confirmUrl = ({ signer, config }: Deps, ids: Parameters<typeof confirmLinkPayload>[0]) =>
  `${config.publicOrigin}${confirmPath(signer.sign(confirmPurpose, confirmLinkPayload(ids)))}`

export const unsubscribeUrl = ({ signer, config }: Deps, subscriberId: string) =>
  `${config.publicOrigin}${unsubscribePath(signer.sign(unsubscribePurpose, subscriberId))}`

/** Undefined while only the town is known. */
export function toDirections(clinic: ClinicFacts) {
  const url = directionsUrl(clinic)
  return url ? { label: directionsLabel, url } : undefined
}

/** One-click unsubscribe in the mail program (RFC 8058). */
export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
