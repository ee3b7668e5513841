import type { z } from 'zod'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { mayBeBlank } from '#app/domain/shared/plain-text.ts'
import { tellOfAppointment } from './appointment-letters.server.ts'
import { chooseTime, insteadOf, isLost, type NotFree } from './choose-time.server.ts'
import { insertAppointment } from './insert-appointment.server.ts'
import type { BookingMeans } from './means.ts'
import { bookingForm } from './patient.ts'

/** What is asked on the telephone; who has no e-mail gets no letters. */
export const telephoneForm = bookingForm.extend({
  email: mayBeBlank(bookingForm.shape.email),
  health: mayBeBlank(bookingForm.shape.health),
})

type Call = {
  serviceId: string
  startsAt: number
  personId?: string | undefined
  patient: z.output<typeof telephoneForm>
  now: number
}

/** The clinic may book at short notice, but no hour that is taken. */
export const withoutNotice = <Means extends Pick<BookingMeans, 'booking'>>(means: Means): Means => ({
  ...means,
  booking: { ...means.booking, noticeHours: 0 },
})

/** Books for somebody who calls; confirmed at once, whatever the service. */
export async function bookByTelephone(
  means: BookingMeans,
  actor: Actor,
  { serviceId, startsAt, personId, patient, now }: Call,
): Promise<{ ok: true; id: string } | NotFree> {
  const wish = { serviceId, startsAt, personId, now }
  const byClinic = withoutNotice(means)
  const booked = await means.database.transaction(async (tx) => {
    const chosen = await chooseTime({ ...byClinic, db: tx }, wish)
    if (!chosen.ok) return chosen
    const known = { ...patient, email: patient.email ?? '' }
    const appointment = { draftId: null, serviceId, state: 'confirmed', patient: known, now } as const
    const { id } = await insertAppointment(means, tx, appointment, chosen)
    await tellOfAppointment(means, tx, id, 'booked', now)
    await means.pages.purge(tx, 'booking')
    await recordAct({ tx, vault: means.vault }, actor, { act: 'appointment.booked', record: `appointment:${id}` })
    return { ok: true as const, id }
  })
  return isLost(booked) ? { ...booked, nearest: await insteadOf({ ...byClinic, db: means.database.db }, wish) } : booked
}
