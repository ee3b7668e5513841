import { clinicFeed } from '#app/domain/booking/calendar/clinic-feed.server.ts'
import { toInitials } from '#app/domain/shared/initials.ts'
import { findFeedScope } from '#app/http/calendar-feed.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { Route } from './+types/clinic-calendar.ts'

/** The clinic's appointments, or a practitioner's own, for a calendar app, behind a private address. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { database, clinic, config } = context.get(servicesContext)
  const scope = await findFeedScope(context, token.replace(/\.ics$/, ''))
  if (!scope) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const now = Date.now()
  const { feed } = adminCalendar
  const file = await clinicFeed(database, scope, {
    name: feed.name(clinic.facts(now).name),
    titleOf: (name) => feed.entry(toInitials(name)),
    blockTitle: feed.kept,
    appointmentUrl: (id) => `${config.publicOrigin}/admin/appointments/${id}`,
    now,
  })
  return new Response(file, {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
