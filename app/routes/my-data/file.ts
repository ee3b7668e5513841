import { data, redirect } from 'react-router'
import { toExportFile } from '#app/domain/person-export/export-section.ts'
import { openOwnData } from '#app/domain/person-export/open-data.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { findAccess } from './grant.server.ts'
import type { Route } from './+types/file.ts'

export const loader = () => redirect('/my-data')

/** A post, since it is recorded. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const opened = await open().catch((err: unknown) => {
    services.log.error({ err, requestId: context.get(pageContext).requestId }, 'a copy of personal data was not made')
    throw data(null, { status: 503 })
  })
  if (!opened) return redirect('/my-data', 303)
  if (!opened.ok) throw data(null, { status: 429 })
  return new Response(toExportFile(services.clinic.facts(now).name, opened.sections, now), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'no-store',
    },
  })

  async function open() {
    const access = await findAccess(request, context, now)
    return access.kind === 'open' ? openOwnData(services, access.subject, { act: 'data.downloaded', now }) : undefined
  }
}
