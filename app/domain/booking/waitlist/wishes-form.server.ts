import { z } from 'zod'
import { bookingForm, contactForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import type { Contact } from '#app/domain/patients/patient-fields.ts'
import { clinicDate, formatDay, parseDay } from '#app/domain/shared/clinic-time.ts'
import { waitlistPage } from '#content/pages/waitlist.ts'
import { optionalField } from '#app/domain/shared/plain-text.server.ts'
import { dayField, isHour, serviceField } from './wish-fields.ts'
import type { Wishes } from './wishes.ts'

const { errors } = waitlistPage

/** What a form offers to choose from. */
export type WishOptions = {
  services: readonly { id: string; minutes: number }[]
  personIds: readonly string[]
  now: number
  timeZone: string
}

/** Nobody waits longer. */
const mostDays = 180

/** Reads the fields of ui/booking/wish-fields.tsx. A browser sends a checkbox only if it is checked. */
export const wishesForm = ({ services, personIds, now, timeZone }: WishOptions) =>
  z.record(z.string(), z.string()).transform((typed, context): Wishes => {
    const today = clinicDate(now, timeZone)
    const last = today.add({ days: mostDays })
    const chosen = services.filter(({ id }) => typed[serviceField(id)])
    const person = typed.person || undefined
    const fromTime = typed.from || undefined
    const untilTime = typed.until || undefined
    const lastDay = typed.lastDay ? parseDay(typed.lastDay) : today.add({ days: 60 })
    const add = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (chosen.length === 0) add('services', errors.services)
    if (person !== undefined && !personIds.includes(person)) add('person', errors.person)
    if (fromTime && !isHour(fromTime)) add('from', errors.hour)
    if (untilTime && !isHour(untilTime)) add('until', errors.hour)
    else if (fromTime && untilTime) {
      const between = toMinutes(untilTime) - toMinutes(fromTime)
      const shortest = Math.min(...chosen.map(({ minutes }) => minutes))
      if (between <= 0) add('until', errors.until)
      else if (chosen.length > 0 && between < shortest) add('until', errors.short(shortest))
    }
    const isInRange =
      lastDay && Temporal.PlainDate.compare(today, lastDay) <= 0 && Temporal.PlainDate.compare(lastDay, last) <= 0
    if (!isInRange) add('lastDay', errors.lastDay(formatDay(last, today)))
    return {
      serviceIds: chosen.map(({ id }) => id),
      person: person === undefined ? undefined : `person:${person}`,
      weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => typed[dayField(day)]),
      fromTime,
      untilTime,
      lastDay: lastDay?.toString() ?? '',
    }
  })

const toMinutes = (fullHour: string) => Number(fullHour.slice(0, 2)) * 60

/** The form to join: wishes and how to reach the person. */
export const joinForm = (options: WishOptions) => joining(options, contactForm)

/** For who calls: the email is optional. */
export const joinByTelephoneForm = (options: WishOptions) =>
  joining(
    options,
    contactForm.extend({ email: optionalField(bookingForm.shape.email).transform((email) => email ?? '') }),
  )

const joining = (options: WishOptions, contact: z.ZodType<Contact>) =>
  z.record(z.string(), z.string()).transform((typed, context) => {
    const wishes = wishesForm(options).safeParse(typed)
    const person = contact.safeParse(typed)
    for (const { issues } of [wishes.error, person.error].filter((error) => error !== undefined))
      for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message })
    if (!wishes.success || !person.success) return z.NEVER
    return { email: person.data.email, contact: person.data, wishes: wishes.data }
  })
