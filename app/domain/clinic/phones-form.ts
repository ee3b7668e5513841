import { z } from 'zod'
import { oneLine } from '#app/domain/shared/plain-text.ts'
import type { Phones } from './overlays.ts'

const wrongNumber = 'Enter a phone number such as (205) 555-0100, or with its country, +44 20 7946 0100.'
const wrongLink = 'Enter a phone number, or a link that begins with https://.'

/** The clinic's phone and where messages of the messaging app go: its number, or a link. */
export const phonesForm = z
  .object({
    phone: oneLine({ blank: 'Enter the phone number.', most: 40, tooLong: wrongNumber }),
    messaging: oneLine({ blank: 'Enter the number or the link.', most: 200, tooLong: wrongLink }),
  })
  .transform(({ phone, messaging }, context): Phones => {
    const e164 = e164Of(phone)
    const messagingUrl = messagingUrlOf(messaging)
    if (!e164) context.addIssue({ code: 'custom', path: ['phone'], message: wrongNumber })
    if (!messagingUrl) context.addIssue({ code: 'custom', path: ['messaging'], message: wrongLink })
    return { display: displayOf(phone), e164: e164 ?? '', messagingUrl: messagingUrl ?? '' }
  })

/** Of ten digits without a country it is a number of North America, whose parts never begin with 0 or 1. */
function e164Of(typed: string) {
  if (!/^\+?[\d\s().-]+$/.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  if (typed.startsWith('+') && !digits.startsWith('1')) return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined
  const national = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits)?.[1]
  return national && `+1${national}`
}

/** As typed, unless it is bare digits. */
function displayOf(typed: string) {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(typed) ?? []
  return area ? `(${area}) ${exchange}-${line}` : typed.replace(/\s+/g, ' ')
}

function messagingUrlOf(typed: string) {
  const number = e164Of(typed)
  // Of the messaging apps, the one whose links are numbers.
  if (number) return `https://wa.me/${number.slice(1)}`
  const url = URL.parse(typed)
  return url?.protocol === 'https:' && url.hostname.includes('.') && !url.username ? url.href : undefined
}
