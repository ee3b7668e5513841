import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.ts'
import { dialable } from '#app/domain/shared/phone-number.ts'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.ts'
import { mostReminderHours } from './clinic-schema.ts'
import type { Phones, PostalAddress, Reminder } from './overlays.ts'

export const emailsForm = z.object({ general: emailAddress, booking: emailAddress })

const line = (name: string) =>
  optionalField(
    singleLine({ blank: `Enter the ${name}.`, most: 100, tooLong: `Enter a ${name} of at most 100 characters.` }),
  )

/** Four empty fields remove the address. */
export const addressForm = z
  .object({
    street: line('street'),
    city: line('city'),
    region: line('state'),
    postalCode: line('ZIP code').refine(
      (code) => code === undefined || /^[a-z0-9][a-z0-9 -]{2,9}$/i.test(code),
      'Enter a ZIP code such as 35226.',
    ),
  })
  .superRefine(({ street, city, region, postalCode }, context) => {
    if (!city && (street || region || postalCode))
      context.addIssue({ code: 'custom', path: ['city'], message: 'Enter the city, or leave all four fields blank.' })
  })
  .transform(({ street = '', city = '', region = '', postalCode = '' }): PostalAddress => ({
    street,
    city,
    region,
    postalCode,
  }))

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

const wrongHours = `Enter a whole number of hours from 0 to ${mostReminderHours}.`

export const reminderForm = z
  .object({
    hours: z
      .string({ error: wrongHours })
      .trim()
      .regex(/^\d{1,3}$/, wrongHours),
  })
  .transform(({ hours }, context): Reminder => {
    if (Number(hours) > mostReminderHours) context.addIssue({ code: 'custom', path: ['hours'], message: wrongHours })
    return { hours: Number(hours) }
  })
