import { redirect } from 'react-router'
import { appointmentPath } from '#app/domain/booking/appointment-link.ts'
import { listFormsOf, openForm } from '#app/domain/booking/forms/forms.server.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { findCopyAddress } from '#app/http/form-copy.server.ts'
import { formFileHeaders, makeFormFile } from '#app/http/form-file/form-file.server.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import type { Route } from './+types/form-copy.ts'

const toPage = ({ token, id }: { token: string; id: string }, status = 303) =>
  redirect(`${appointmentPath(token)}/forms/${encodeURIComponent(id)}`, status)

export const loader = ({ params }: Route.LoaderArgs) => toPage(params, 302)

/** For whom the link alone is not enough: see `findCopyAddress`. A post, since it is recorded. */
export const action = ({ params, request, context }: Route.ActionArgs) =>
  orServiceUnavailable(request, context, async () => {
    const services = context.get(servicesContext)
    const { database, content, clinic } = services
    const now = Date.now()
    const appointment = await findAppointmentByLink(context, params.token)
    if (!appointment) return toPage(params)
    const forms = await listFormsOf({ db: database.db, content }, appointment, now)
    const signed = forms.find(({ formId, status }) => formId === params.id && status === 'signed')?.signed
    const address = signed && (await findCopyAddress(request, context, { ...appointment, signedId: signed.id }))
    if (!signed || address === undefined) return toPage(params)
    const opening = { appointmentId: appointment.id, id: signed.id, act: 'form.downloaded' as const, detail: address }
    const form = await openForm(services, 'patient', opening)
    if (!form) return toPage(params)
    const { name, timeZone } = clinic.facts(now)
    const when = formatAppointmentTime(appointment, timeZone)
    const file = await makeFormFile({ form, clinic: { name, timeZone }, name: appointment.name, when })
    return new Response(file, { headers: formFileHeaders })
  })
