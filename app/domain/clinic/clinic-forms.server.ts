import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { dialable } from '#app/domain/shared/phone-number.server.ts'
import { optionalField, singleLine, multiLine } from '#app/domain/shared/plain-text.server.ts'
import { mostReminderHours } from './clinic-schema.server.ts'
import type { Phones, Reminder, NewClosure } from './sections.ts'
import { parseDay } from '#app/domain/shared/clinic-time.ts'
import { clock, weekForm } from './hours-forms.server.ts'
import { weekdayName } from './opening-hours.ts'

export const emailsForm = z.object({ general: emailAddress, booking: emailAddress })

/** '' for a blank one. */
const line = (name: string) =>
  optionalField(
    singleLine({ blank: `Enter the ${name}.`, most: 100, tooLong: `Enter a ${name} of at most 100 characters.` }),
  ).transform((text = '') => text)

/** Four empty fields remove the address. */
export const addressForm = z
  .object({
    street: line('street'),
    city: line('city'),
    region: line('state'),
    postalCode: line('ZIP code').refine(
      (code) => code === '' || /^[a-z0-9][a-z0-9 -]{2,9}$/i.test(code),
      'Enter a ZIP code such as 35226.',
    ),
  })
  .superRefine(({ street, city, region, postalCode }, context) => {
    if (!city && (street || region || postalCode))
      context.addIssue({ code: 'custom', path: ['city'], message: 'Enter the city, or leave all four fields blank.' })
  })

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

/** A day without times is closed. */
export const hoursForm = weekForm((day) => ({
  opens: `Enter when ${weekdayName(day)} opens, too.`,
  closes: `Enter when ${weekdayName(day)} closes, too.`,
  order: `${weekdayName(day)} has to close after it opens.`,
  overlap: `The hours for ${weekdayName(day)} overlap.`,
}))

/** Leaves room for the page on a phone. */
const mostCharacters = 280

/** Line breaks become spaces. */
const noticeText = multiLine({
  blank: 'Enter the notice.',
  most: mostCharacters,
  tooLong: `Enter at most ${mostCharacters} characters.`,
}).transform((text) => text.replace(/\s+/g, ' '))

export const noticeForm = (today: Temporal.PlainDate) =>
  z.object({ text: noticeText, until: upcomingDay(today, 'Enter the last day to show it.') })

const longestDays = 366

/** `tell`: show a notice at the top of every page. */
export const closureForm = (today: Temporal.PlainDate) =>
  z
    .object({
      firstDay: upcomingDay(today, 'Enter the first day.'),
      lastDay: optionalField(upcomingDay(today, 'Enter the last day.')),
      from: optionalField(clock),
      until: optionalField(clock),
      reason: optionalField(
        singleLine({ blank: 'Enter a reason.', most: 120, tooLong: 'Enter a reason of at most 120 characters.' }),
      ),
      tell: z.string().optional(),
      words: optionalField(noticeText),
    })
    .superRefine((typed, context) => {
      const { firstDay, lastDay = firstDay, from, until } = typed
      const problem = (field: keyof typeof typed, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (lastDay < firstDay) problem('lastDay', 'The last day can’t be before the first day.')
      else if (Temporal.PlainDate.from(firstDay).until(lastDay).days >= longestDays)
        problem('lastDay', 'A closure is at most a year long.')
      if (from && !until) problem('until', 'Enter an end time too, or leave both times blank for the whole day.')
      if (until && !from) problem('from', 'Enter a start time too, or leave both times blank for the whole day.')
      if (from && until && until <= from) problem('until', 'The end must be after the start.')
    })
    .transform(({ firstDay, lastDay = firstDay, from, until, reason, tell, words }) => ({
      closure: {
        firstDay,
        lastDay,
        ...(from && until && { part: { opens: from, closes: until } }),
        ...(reason && { reason }),
      } satisfies NewClosure,
      tell: tell !== undefined,
      words,
    }))

const furthest = { years: 2 }

/** Today or later, at most two years ahead, as ISO 8601. */
export const upcomingDay = (today: Temporal.PlainDate, blank: string) =>
  z.string({ error: blank }).transform((typed, context) => {
    const day = parseDay(typed)
    const wrong = findProblem(day, typed, today, blank)
    if (wrong) context.addIssue(wrong)
    return String(day)
  })

function findProblem(day: Temporal.PlainDate | undefined, typed: string, today: Temporal.PlainDate, blank: string) {
  if (typed.trim() === '') return blank
  if (!day) return 'That date doesn’t exist. Enter one such as 11/26/2026.'
  if (Temporal.PlainDate.compare(day, today) < 0) return 'That day has already passed.'
  if (Temporal.PlainDate.compare(day, today.add(furthest)) > 0)
    return 'That’s more than two years away. Check the year.'
  return undefined
}
