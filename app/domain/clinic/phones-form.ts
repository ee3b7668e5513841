import { z } from 'zod'
import { dialable } from '#app/domain/shared/phone-number.ts'
import { singleLine } from '#app/domain/shared/plain-text.ts'
import type { Phones } from './overlays.ts'

const wrongNumber =
  'Enter a phone number such as (205) 555-0100, or include the country code, such as +44 20 7946 0100.'
const wrongLink = 'Enter a phone number, or a link that begins with https://.'

/** The clinic's phone and where messages of the messaging app go: its number, or a link. */
export const phonesForm = z
  .object({
    phone: singleLine({ blank: 'Enter the phone number.', most: 40, tooLong: wrongNumber }),
    messaging: singleLine({ blank: 'Enter the number or the link.', most: 200, tooLong: wrongLink }),
  })
  .transform(({ phone, messaging }, context): Phones => {
    const number = dialable(phone)
    const messagingUrl = messagingUrlOf(messaging)
    if (!number) context.addIssue({ code: 'custom', path: ['phone'], message: wrongNumber })
    if (!messagingUrl) context.addIssue({ code: 'custom', path: ['messaging'], message: wrongLink })
    return { display: number?.display ?? '', e164: number?.e164 ?? '', messagingUrl: messagingUrl ?? '' }
  })

function messagingUrlOf(typed: string) {
  const number = dialable(typed)?.e164
  // Of the messaging apps, the one whose links are numbers.
  if (number) return `https://wa.me/${number.slice(1)}`
  const url = URL.parse(typed)
  return url?.protocol === 'https:' && url.hostname.includes('.') && !url.username ? url.href : undefined
}
