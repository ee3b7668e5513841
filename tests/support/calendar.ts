import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { slotsOf } from '#app/domain/booking/busy.ts'
import { withBuffer } from '#app/domain/booking/open-times.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredBooking as content } from '#app/domain/booking/live-booking.server.ts'

/** Three practitioners, who share three rooms. */
export const clinicOfThree: BookingContent = {
  ...content,
  practitioners: [
    { id: 'meera', name: 'Meera Iyer' },
    { id: 'daniel', name: 'Daniel Cho' },
    { id: 'asha', name: 'Asha Thomas' },
  ],
  rooms: [
    { id: 'tulsi', name: 'Tulsi room' },
    { id: 'neem', name: 'Neem room' },
    { id: 'lotus', name: 'Lotus room' },
  ],
}

export type PlannedAppointment = {
  day: Temporal.PlainDate
  /** '10:30'. */
  start: string
  minutes?: number
  person: string
  room: string
  name: string
  email?: string
  serviceId?: string
  state?: AppointmentState
}

/** Adds appointments as the clinic has them, with what they reserve; returns their ids. */
export async function putAppointments(
  database: Database,
  planned: PlannedAppointment[],
  rules: BookingContent = clinicOfThree,
) {
  const rows = planned.map(({ day, start, minutes = 60, ...rest }) => {
    const from = day.toZonedDateTime({ timeZone: clinicTimeZone, plainTime: Temporal.PlainTime.from(start) })
    const startsAt = from.epochMilliseconds
    return { ...rest, id: randomUUID(), startsAt, endsAt: startsAt + minutes * 60_000 }
  })
  const held = rows.map(({ id, startsAt, endsAt, person, room }) => ({
    holder: `appointment:${id}` as const,
    resources: [`person:${person}`, `room:${room}`] as const,
    ...withBuffer({ startsAt, endsAt }, rules),
  }))
  await database.transaction(async (tx) => {
    await tx
      .insertInto('appointments')
      .values(
        rows.map(({ id, startsAt, endsAt, person, room, name, email = '', serviceId, state = 'confirmed' }) => ({
          id,
          draftId: null,
          serviceId: serviceId ?? 'general',
          state,
          startsAt,
          endsAt,
          person: `person:${person}` as const,
          room: `room:${room}` as const,
          name,
          email,
          phone: '(205) 555-0100',
          phoneDigits: '2055550100',
          health: null,
          healthKept: 0,
          bookedAt: startsAt - 86_400_000,
          cancelledFrom: null,
          undoUntil: null,
          revision: 0,
          linkVersion: 1,
        })),
      )
      .execute()
    await tx
      .insertInto('holds')
      .values(
        held.flatMap(({ holder, resources, from, until }) =>
          resources.map((resource) => ({ holder, resource, fromAt: from, untilAt: until })),
        ),
      )
      .execute()
    await tx
      .insertInto('heldQuanta')
      .values(
        held.flatMap(({ holder, resources, from, until }) =>
          resources.flatMap((resource) => slotsOf({ from, until }).map((quantum) => ({ resource, quantum, holder }))),
        ),
      )
      .execute()
  })
  return rows.map(({ id }) => id)
}

/** The next day from tomorrow on that is no weekend, at least `days` ahead. */
export function workdayAhead(days = 1) {
  const day = Temporal.Now.plainDateISO(clinicTimeZone).add({ days })
  return day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day
}
