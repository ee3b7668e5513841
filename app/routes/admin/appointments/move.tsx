import '#app/ui/styles/shop-and-booking.css'
import { data } from 'react-router'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointmentFor } from '#app/domain/booking/appointments.server.ts'
import { withoutNotice } from '#app/domain/booking/booking-rules.ts'
import { readChoice } from '#app/domain/booking/choice.ts'
import { formatAppointmentTime, formatWeekdayTime } from '#app/domain/booking/format-appointment.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { toResourceId, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { listTimes, showNearest } from '#app/http/choose-a-time.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { Widget } from '#app/ui/booking/widget.tsx'
import { adminMove as words, adminAppointment } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import { widget } from '#content/pages/booking.ts'
import type { Route } from './+types/move.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const { database, clinic } = context.get(servicesContext)
  const appointment = await findAppointmentFor(database.db, getActor(context).scope, id)
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

/** Also of the calendar, which says where it showed the appointment, and of Undo. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const typed = await typedFields(request)
  const choice = readChoice(new URLSearchParams(typed))
  const { at: startsAt, who: personId } = choice
  if (startsAt === undefined) return formError(400, widget.chooseTime)
  return actOn(context, async () => {
    const deps = withoutNotice(context.get(servicesContext))
    const moved = await moveAppointment(deps, getActor(context), {
      id,
      startsAt,
      personId,
      roomId: typed.room || undefined,
      from: readPlace(typed),
      undo: typed.intent === 'undo' ? { replaced: typed.replaced === 'yes' } : undefined,
      now: Date.now(),
    })
    if (!moved.ok)
      return 'nearest' in moved
        ? showNearest(context, moved, choice, words)
        : formError(409, adminAppointment.refused[moved.reason])
    const { was, is, replaced } = moved
    const { booking } = deps
    const record = `/admin/appointments/${id}`
    const where = [formatWeekdayTime(is, clinicTimeZone), toResourceNames(booking, [is.person])[0]] as const
    if (typed.intent === 'undo') return redirectDone(context, typed, { record, text: words.movedBack(...where) })
    const isSameHour = was.startsAt === is.startsAt && was.person === is.person
    const room = isSameHour && is.room !== was.room ? is.room : undefined
    return redirectDone(context, typed, {
      record,
      text: room ? words.movedToRoom(toResourceNames(booking, [room])[0] ?? toResourceId(room)) : words.moved(...where),
      undo: {
        ...{ intent: 'undo', at: was.startsAt, who: toResourceId(was.person) },
        ...{ wasAt: is.startsAt, wasWith: toResourceId(is.person), replaced: replaced ? 'yes' : 'no' },
        ...(was.room && { room: toResourceId(was.room) }),
      },
      undoPath: `${record}/move`,
    })
  })
}

function readPlace({ wasAt, wasWith }: Typed): Pick<Appointment, 'startsAt' | 'person'> | undefined {
  return wasAt && wasWith ? { startsAt: Number(wasAt), person: `person:${wasWith}` } : undefined
}

export default function Move({ loaderData: { path, now, view }, actionData: posted }: Route.ComponentProps) {
  const { clinic } = useSite()
  return (
    <AdminPage title={words.heading}>
      <div className="stack">
        <p>{now}</p>
        <Widget path={path} clinic={clinic} view={view} posted={posted} button={words.button} offline={admin.offline} />
      </div>
    </AdminPage>
  )
}
