import '#app/ui/styles/errands.css'
import { data } from 'react-router'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { withoutNotice } from '#app/domain/booking/book-by-telephone.server.ts'
import { readChoice } from '#app/domain/booking/choice.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { listTimes, showNearest } from '#app/http/choose-a-time.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { Widget } from '#app/ui/booking/widget.tsx'
import { adminMove as words, adminAppointment } from '#content/pages/admin-appointments.ts'
import { widget } from '#content/pages/booking.ts'
import type { Route } from './+types/move.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const { database, clinic } = context.get(servicesContext)
  const appointment = await findAppointment(database.db, id)
  if (!appointment) throw data(null, { status: 404 })
  return {
    path: `/admin/appointments/${id}/move`,
    now: words.now(formatAppointmentTime(appointment, clinic.facts(Date.now()).timeZone)),
    view: await listTimes(context, readChoice(new URL(request.url).searchParams), {
      serviceId: appointment.serviceId,
      moving: appointment,
      byClinic: true,
    }),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const choice = readChoice(new URLSearchParams(await typedFields(request)))
  const { at: startsAt, who: personId } = choice
  if (startsAt === undefined) return formError(400, widget.chooseTime)
  return actOn(context, async () => {
    const deps = withoutNotice(context.get(servicesContext))
    const moved = await moveAppointment(deps, getActor(context), { id, startsAt, personId, now: Date.now() })
    if (moved.ok) return redirectWithFlash(context, `/admin/appointments/${id}`, 'appointment-moved')
    if (!('nearest' in moved)) return formError(409, adminAppointment.refused[moved.reason])
    return showNearest(context, moved, choice)
  })
}

export default function Move({ loaderData: { path, now, view }, actionData: posted }: Route.ComponentProps) {
  const { clinic } = useSite()
  return (
    <AdminPage title={words.heading}>
      <div className="stack">
        <p>{now}</p>
        <Widget path={path} clinic={clinic} view={view} posted={posted} button={words.button} />
      </div>
    </AdminPage>
  )
}
