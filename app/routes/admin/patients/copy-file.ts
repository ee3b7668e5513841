import { redirect } from 'react-router'
import { toExportFile } from '#app/domain/person-export/export-section.ts'
import { exportPatient } from '#app/domain/person-export/open-data.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { requireId } from '#app/http/require-id.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import type { Route } from './+types/copy-file.ts'

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/admin/patients/${requireId(params.id)}/copy`)

/** A post, since handing out a patient's data is recorded. */
export async function action({ params, request, context }: Route.ActionArgs) {
  await requireFreshStepUp(context, request)
  return orServiceUnavailable(request, context, async () => {
    const services = context.get(servicesContext)
    const copy = await exportPatient(services, getActor(context), requireId(params.id))
    if (!copy) return new Response(null, { status: 404 })
    const now = Date.now()
    return new Response(toExportFile(services.clinic.facts(now).name, copy.sections, now), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="patient-data.json"',
        'Cache-Control': 'no-store',
      },
    })
  })
}
