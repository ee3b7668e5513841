import { calendarEntry } from '#app/domain/booking/calendar/calendar-entry.server.ts'
import { getVideo } from '#app/domain/booking/service-needs.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { appointmentParts } from '#content/emails.ts'
import { addressLine } from '#content/site.ts'
import type { Route } from './+types/calendar-file.ts'

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const appointment = await findAppointmentByLink(context, token)
  if (!appointment) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { clinic, booking } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const video = getVideo(booking, appointment)
  const place = video ? (video.url ?? appointmentParts.byVideo) : addressLine(facts)
  return new Response(calendarEntry(appointment, facts, place), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="appointment.ics"',
      'Cache-Control': 'no-store',
    },
  })
}
