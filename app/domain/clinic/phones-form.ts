import { z } from 'zod'
import { dialable } from '#app/domain/shared/phone-number.ts'
import { singleLine } from '#app/domain/shared/plain-text.ts'
import type { Phones } from './overlays.ts'

const wrongNumber =
  'Enter a phone number such as (205) 555-0100, or include the country code, such as +44 20 7946 0100.'
const wrongLink = 'Enter a phone number, or a link that begins with https://.'

/** The phone, and the messaging app's number or link. */
export const phonesForm = z
  .object({
    phone: singleLine({ blank: 'Enter the phone number.', most: 40, tooLong: wrongNumber }),
    messaging: singleLine({ blank: 'Enter the number or the link.', most: 200, tooLong: wrongLink }),
  })
  .transform(({ phone, messaging }, context): Phones => {
    const number = dialable(phone)
    const messagingUrl = toMessagingUrl(messaging)
    if (!number) context.addIssue({ code: 'custom', path: ['phone'], message: wrongNumber })
    if (!messagingUrl) context.addIssue({ code: 'custom', path: ['messaging'], message: wrongLink })
    return { display: number?.display ?? '', e164: number?.e164 ?? '', messagingUrl: messagingUrl ?? '' }
  })

function toMessagingUrl(typed: string) {
  const number = dialable(typed)?.e164
  // WhatsApp is the messaging app whose links contain the number.
  if (number) return `https://wa.me/${number.slice(1)}`
  const url = URL.parse(typed)
  return url?.protocol === 'https:' && url.hostname.includes('.') && !url.username ? url.href : undefined
}
