import { calendarFile } from '#app/domain/booking/calendar/calendar-entry.server.ts'
import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import { findPlanOf } from '#app/domain/booking/plans/plans.server.ts'
import { getVideo } from '#app/domain/booking/service-needs.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { appointmentParts } from '#content/emails.ts'
import { addressLine } from '#content/site.ts'
import type { Route } from './+types/calendar-file.ts'

/** With `?all`, all days of its plan that are on. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  const appointment = await findAppointmentByLink(context, token)
  if (!appointment) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { clinic, booking, database } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const isWhole = new URL(request.url).searchParams.has('all')
  const plan = isWhole ? await findPlanOf(database.db, appointment) : undefined
  const toPlace = (day: Appointment) => {
    const video = getVideo(booking, day)
    return video ? (video.url ?? appointmentParts.byVideo) : addressLine(facts)
  }
  const days = plan?.days.filter(isActive) ?? []
  return new Response(calendarFile(days.length > 0 ? days : [appointment], facts, toPlace), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="appointment.ics"',
      'Cache-Control': 'no-store',
    },
  })
}
