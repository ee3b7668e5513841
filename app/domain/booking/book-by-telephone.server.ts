import { z } from 'zod'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { optionalField } from '#app/domain/shared/plain-text.server.ts'
import { finishChange } from './appointment-change.server.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import { chooseTime, type Unavailable, forceTime, type TimeRequest } from './choose-time.server.ts'
import { insertAppointment } from './insert-appointment.server.ts'
import { withoutNotice } from './booking-rules.ts'
import type { BookingDeps } from './deps.ts'
import { bookingForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import { appointmentDetail } from './audit-details.ts'
import { type DayAdded, makeRoomInPlan, type PlanChanged } from './plans/add-day.server.ts'
import { adminNewAppointment } from '#content/pages/admin-appointments.ts'

/** The messages of the patients' form address the patient. */
function filledIn<Schema extends z.ZodType<string, string>>(blank: string, schema: Schema) {
  return z
    .string({ error: blank })
    .refine((text) => text.trim() !== '', blank)
    .pipe(schema)
}

/** For appointments that the clinic enters; the email is optional. */
export const telephoneForm = bookingForm.extend({
  name: filledIn(adminNewAppointment.blank.name, bookingForm.shape.name),
  phone: filledIn(adminNewAppointment.blank.phone, bookingForm.shape.phone),
  email: optionalField(bookingForm.shape.email),
  health: optionalField(bookingForm.shape.health),
})

type NewAppointment = Omit<TimeRequest, 'except'> & {
  patient: z.output<typeof telephoneForm>
  /** A record that staff chose for it. */
  patientId?: string | undefined
  /** It becomes a day of this plan. */
  plan?: DayAdded | undefined
  /** Also if the time is taken or the clinic is closed. */
  anyway?: boolean
}

/** The days on which the clinic can book any time: from today, also earlier today, to a year ahead. */
export function clinicBookingDays(now: number, timeZone: string) {
  const first = clinicDate(now, timeZone)
  return { first, last: first.add({ years: 1 }) }
}

type OutOfRange = { ok: false; reason: 'past' | 'too-far-ahead' }

/** Enters an appointment for a patient; it is confirmed at once. */
export async function bookByTelephone(
  deps: BookingDeps,
  actor: ScopedActor,
  { patient, patientId, plan, anyway = false, ...request }: NewAppointment,
): Promise<{ ok: true; id: string } | Unavailable | OutOfRange | PlanChanged> {
  const { serviceId, now } = request
  return deps.database.transaction(async (tx) => {
    const free = await chooseTime({ ...withoutNotice(deps), db: tx }, request)
    const chosen = free.ok || !anyway ? free : (outOfRange(deps, request) ?? forceTime(deps, request))
    if (!chosen.ok) return chosen
    const contact = { ...patient, email: patient.email ?? '' }
    const added = plan && (await makeRoomInPlan({ ...deps, tx }, actor.scope, plan))
    if (added && !added.ok) return added
    const appointment = { serviceId, state: 'confirmed', patient: contact, patientId, now, plan: added?.plan } as const
    const { id } = await insertAppointment(deps, tx, { ...appointment, by: actor }, chosen)
    const detail = [appointmentDetail(deps.booking, chosen), !free.ok && despite[free.reason], added && 'day of a plan']
      .filter(Boolean)
      .join(', ')
    await finishChange(deps, tx, actor, { id, news: 'booked', detail, now })
    return { ok: true as const, id }
  })
}

function outOfRange({ clinic }: Pick<BookingDeps, 'clinic'>, { startsAt, now }: TimeRequest): OutOfRange | undefined {
  const { timeZone } = clinic.facts(now)
  const { first, last } = clinicBookingDays(now, timeZone)
  if (startsAt < clinicDayStart(first, timeZone)) return { ok: false, reason: 'past' }
  const end = clinicDayStart(last.add({ days: 1 }), timeZone)
  return startsAt < end ? undefined : { ok: false, reason: 'too-far-ahead' }
}

const despite = { taken: 'although the time was taken', 'not-offered': 'outside available times' }
