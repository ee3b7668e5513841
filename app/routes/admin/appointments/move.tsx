import '#app/ui/styles/errands.css'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { withoutNotice } from '#app/domain/booking/book-by-telephone.server.ts'
import type { NearTime } from '#app/domain/booking/calendar-view.ts'
import { readChoice } from '#app/domain/booking/choice.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { describeNotFree, listTimes } from '#app/http/choose-a-time.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { Widget } from '#app/ui/booking/widget.tsx'
import { adminMove as words, adminAppointment } from '#content/pages/admin-appointments.ts'
import { widget } from '#content/pages/booking.ts'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = requireId(params.id)
  const { database, clinic } = context.get(servicesContext)
  const appointment = await findAppointment(database.db, id)
  if (!appointment) throw data(null, { status: 404 })
  const { serviceId } = appointment
  return {
    path: `/admin/appointments/${id}/move`,
    now: words.now(formatAppointmentTime(appointment, clinic.facts(Date.now()).timeZone)),
    ...(await listTimes(context, readChoice(new URL(request.url).searchParams), {
      serviceId,
      stays: appointment.room === undefined ? 'video' : 'in person',
      except: `appointment:${id}`,
      byClinic: true,
    })),
  }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = requireId(params.id)
  const choice = readChoice(new URLSearchParams(await typedFields(request)))
  const { at: startsAt, who: personId } = choice
  if (startsAt === undefined) return formError(400, widget.chooseTime)
  return actOn(context, async () => {
    const deps = withoutNotice(context.get(servicesContext))
    const moved = await moveAppointment(deps, getActor(context), { id, startsAt, personId, now: Date.now() })
    if (moved.ok) return redirectWithFlash(context, `/admin/appointments/${id}`, 'appointment-moved')
    if (!('nearest' in moved)) return formError(409, adminAppointment.refused[moved.reason])
    const { error, status, nearest } = describeNotFree(context, moved, choice)
    return data({ form: { error } satisfies FormState, nearest }, { status })
  })
}

export default function Move() {
  const { now, ...times } = useLoaderData<typeof loader>()
  const { form = {}, nearest } = useActionData<{ form: FormState; nearest?: NearTime[] }>() ?? {}
  return (
    <AdminPage title={words.heading}>
      <div className="stack">
        <p>{now}</p>
        <Widget {...times} clinic={useSite().clinic} form={form} nearest={nearest} button={words.button} />
      </div>
    </AdminPage>
  )
}
