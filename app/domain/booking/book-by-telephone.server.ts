import { z } from 'zod'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { optionalField } from '#app/domain/shared/plain-text.ts'
import { sendAppointmentEmails } from './appointment-emails.server.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import { chooseTime, type Unavailable, forceTime } from './choose-time.server.ts'
import { insertAppointment } from './insert-appointment.server.ts'
import type { BookingDeps } from './deps.ts'
import { bookingForm } from './patient.ts'
import { appointmentDetail } from './audit-details.ts'
import { adminNewAppointment } from '#content/pages/admin-appointments.ts'

/** In the clinic's own words: the form of patients speaks to them. */
function filledIn<Schema extends z.ZodType<string, string>>(blank: string, schema: Schema) {
  return z
    .string({ error: blank })
    .refine((text) => text.trim() !== '', blank)
    .pipe(schema)
}

/** What is asked on the telephone; who has no email gets no emails. */
export const telephoneForm = bookingForm.extend({
  name: filledIn(adminNewAppointment.blank.name, bookingForm.shape.name),
  phone: filledIn(adminNewAppointment.blank.phone, bookingForm.shape.phone),
  email: optionalField(bookingForm.shape.email),
  health: optionalField(bookingForm.shape.health),
})

type Call = {
  serviceId: string
  startsAt: number
  personId?: string | undefined
  byVideo?: boolean | undefined
  patient: z.output<typeof telephoneForm>
  /** Although the time is taken or the clinic is closed then. */
  anyway?: boolean
  now: number
}

/** The clinic may book at short notice, but no hour that is taken. */
export const withoutNotice = <Deps extends Pick<BookingDeps, 'booking'>>(deps: Deps): Deps => ({
  ...deps,
  booking: { ...deps.booking, noticeHours: 0 },
})

/**
 * The days on which the clinic books anyway, at any time: today, also for somebody who came in an hour ago, and up to a
 * year ahead. Another day is a slip of the hand.
 */
export function clinicBookingDays(now: number, timeZone: string) {
  const first = clinicDate(now, timeZone)
  return { first, last: first.add({ years: 1 }) }
}

/** Of a time that is booked anyway. */
type Beyond = { ok: false; reason: 'past' | 'too-far-ahead' }

/** Books for somebody who calls; confirmed at once, whatever the service. */
export async function bookByTelephone(
  deps: BookingDeps,
  actor: Actor,
  { serviceId, startsAt, personId, byVideo, patient, anyway = false, now }: Call,
): Promise<{ ok: true; id: string } | Unavailable | Beyond> {
  const wish = { serviceId, startsAt, personId, byVideo, now }
  const byClinic = withoutNotice(deps)
  return deps.database.transaction(async (tx) => {
    const free = await chooseTime({ ...byClinic, db: tx }, wish)
    const chosen = free.ok || !anyway ? free : (beyondOf(deps, wish) ?? forceTime(deps, wish))
    if (!chosen.ok) return chosen
    const known = { ...patient, email: patient.email ?? '' }
    const appointment = { draftId: null, serviceId, state: 'confirmed', patient: known, now } as const
    const { id } = await insertAppointment(deps, tx, appointment, chosen, { isSqueezedIn: !free.ok })
    await sendAppointmentEmails(deps, tx, id, 'booked', now, { by: actor })
    await deps.pages.purge(tx, 'booking')
    await recordAct({ tx, vault: deps.vault }, actor, {
      act: 'appointment.booked',
      record: `appointment:${id}`,
      detail: [appointmentDetail(deps.booking, chosen), !free.ok && despite[free.reason]].filter(Boolean).join(', '),
    })
    return { ok: true as const, id }
  })
}

function beyondOf({ clinic }: Pick<BookingDeps, 'clinic'>, { startsAt, now }: Pick<Call, 'startsAt' | 'now'>) {
  const { timeZone } = clinic.facts(now)
  const { first, last } = clinicBookingDays(now, timeZone)
  if (startsAt < clinicDayStart(first, timeZone)) return { ok: false, reason: 'past' } satisfies Beyond
  const end = clinicDayStart(last.add({ days: 1 }), timeZone)
  return startsAt < end ? undefined : ({ ok: false, reason: 'too-far-ahead' } satisfies Beyond)
}

/** In the audit trail. */
const despite = { taken: 'although the time was taken', 'not-offered': 'outside available times' }
