import { randomUUID } from 'node:crypto'
import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/data-copy.css'
import { data } from 'react-router'
import { listAppointmentsById } from '#app/domain/booking/appointments.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { daysToAnswer } from '#app/domain/patients/data-request.ts'
import { openOwnData } from '#app/domain/person-export/open-data.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { toShownSections } from '#app/ui/site/export-view.ts'
import { myDataPage as words } from '#content/pages/my-data.ts'
import { findAccess } from './grant.server.ts'
import { ClosedData } from './parts/closed-data.tsx'
import { type OpenView, OpenData } from './parts/open-data.tsx'
import { receiveMyData } from './receive-my-data.server.ts'
import type { Route } from './+types/my-data.ts'

export const handle = readPage()

/** Whatever it shows is not stored anywhere, and opening it is recorded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.doNotStore()
  // Nobody has looked yet, and an answer that is an error is not used.
  if (page.isPrefetch) throw data(null, { status: 503 })
  const now = Date.now()
  const notice = takeFlash(request, context, '/my-data')?.text
  const loaded = await loadOr503(context, async () => {
    const access = await findAccess(request, context, now)
    return access.kind === 'open' ? { kind: 'open' as const, view: await open(context, access, now) } : access
  })
  if (loaded.kind === 'open' && !loaded.view) throw data(null, { status: 429 })
  return { ...loaded, notice }
}

type Opened = Extract<Awaited<ReturnType<typeof findAccess>>, { kind: 'open' }>

async function open(context: RequestContext, { subject, left }: Opened, now: number): Promise<OpenView | undefined> {
  const services = context.get(servicesContext)
  const opened = await openOwnData(services, subject, { act: 'data.opened', now })
  if (!opened.ok) return undefined
  const { appointmentIds } = subject
  const appointments = await listAppointmentsById(services.database.db, appointmentIds)
  const requests = opened.sections.find(({ name }) => name === 'requests')?.items ?? []
  return {
    sections: toShownSections(opened.sections),
    left,
    days: daysToAnswer,
    hasRecord: subject.recordId !== undefined,
    request: randomUUID(),
    health: appointments
      .filter(({ hasHealth }) => hasHealth)
      .map(({ id, startsAt }) => ({ id, when: clinicMoment(startsAt, clinicTimeZone, now) })),
    isErasureOpen: requests.some(({ kind, outcome }) => kind === 'erasure' && outcome === undefined),
    isDenied: requests.some(({ outcome }) => outcome === 'denied' || outcome === 'partly'),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => receiveMyData(request, context)

export default function MyData({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite()
  const form: FormState = actionData?.form ?? { notice: loaderData.notice }
  return (
    <>
      <PageTop page={words} site={site} path="/my-data" noindex />
      <div className="wrap body prof">
        {loaderData.kind === 'open' && loaderData.view ? (
          <OpenData clinic={site.clinic} view={loaderData.view} form={form} />
        ) : (
          loaderData.kind !== 'open' && <ClosedData clinic={site.clinic} access={loaderData} form={form} />
        )}
      </div>
    </>
  )
}
