import { redirect } from 'react-router'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { openForm } from '#app/domain/booking/forms/forms.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { formFileHeaders, makeFormFile } from '#app/http/form-file/form-file.server.ts'
import { requireId } from '#app/http/require-id.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import type { Route } from './+types/form-file.ts'

const toPage = (id: string, status = 303) => redirect(`/admin/appointments/${requireId(id)}#forms`, status)

export const loader = ({ params: { id } }: Route.LoaderArgs) => toPage(id, 302)

/** A post, since opening what somebody filled in is recorded. */
export const action = ({ params, request, context }: Route.ActionArgs) =>
  orServiceUnavailable(request, context, async () => {
    const services = context.get(servicesContext)
    const [appointmentId, id] = [requireId(params.id), requireId(params.signed)]
    const opened = await openForm(services, getActor(context), { appointmentId, id, act: 'form.downloaded' })
    // Its page says what has become of it.
    if (!opened) return toPage(appointmentId)
    const { appointment, ...form } = opened
    const { name, timeZone } = services.clinic.facts(Date.now())
    const when = formatAppointmentTime(appointment, timeZone)
    const file = await makeFormFile({ form, clinic: { name, timeZone }, name: appointment.name, when })
    return new Response(file, { headers: formFileHeaders })
  })
