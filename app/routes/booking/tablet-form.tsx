import { redirect } from 'react-router'
import { findTablet, findTabletDraft, touchTablet } from '#app/domain/booking/forms/tablet.server.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { listFormsFor } from '#app/domain/forms/form.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { tabletPath } from '#app/domain/shared/go-to-tablet.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { showForm, submit } from '#app/http/submit.server.ts'
import { readTablet } from '#app/http/tablet.server.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { PageHeading } from '#app/ui/site/page-heading.tsx'
import { formPage } from '#content/pages/form.ts'
import { tabletPage as words } from '#content/pages/tablet.ts'
import { FormFields, FormText } from './parts/fill-in-page.tsx'
import { TabletScript } from './parts/tablet-script.tsx'
import { receiveForm, toFormView } from './receive-form.server.ts'
import type { Route } from './+types/tablet-form.ts'

export const handle = readPage()

/** A form of the appointment that this device was started for, with what was typed into it before. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const id = readTablet(request, context)
  const found = await loadOr503(context, async () => {
    // Another process may just have published.
    await services.content.reload()
    const tablet = id === undefined ? undefined : await findTablet(services, id, Date.now())
    return tablet && { tablet, draft: await findTabletDraft(services, tablet, params.form) }
  })
  const { tablet } = found ?? {}
  const form =
    tablet && listFormsFor(services.content, tablet.appointment.serviceId).find((one) => one.id === params.form)
  if (!found || !tablet || !form || tablet.state !== 'open' || !tablet.due.includes(params.form))
    throw redirect(tabletPath)
  return {
    view: { ...toFormView(form.text), path: `${tabletPath}/forms/${form.id}`, over: undefined },
    id: form.id,
    when: formatAppointmentTime(tablet.appointment, services.clinic.facts(Date.now()).timeZone),
    typed: { values: found.draft } satisfies FormState as FormState,
    leftMs: tablet.leftMs,
    /** Without scripts, the page itself asks whether its time is over. */
    refreshSeconds: Math.ceil(tablet.leftMs / 1000),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const typed = await typedFields(request)
  const notStored = () => showForm(typed, 503, { error: formPage.failure(services.clinic.facts(now)) })
  return submit(
    context,
    async () => {
      const id = readTablet(request, context)
      const tablet = id === undefined ? undefined : await findTablet(services, id, now)
      if (!tablet) return redirect(tabletPath, 303)
      if (tablet.state !== 'open') {
        await touchTablet(services, tablet, { formId: params.form, typed, act: 'save', now })
        return redirect(tabletPath, 303)
      }
      const sent = { appointment: tablet.appointment, formId: params.form, typed }
      return receiveForm(context, sent, () => redirect(tabletPath, 303))
    },
    notStored,
  )
}

export default function TabletForm({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { view, id, when, typed, leftMs } = loaderData
  const site = useSite()
  const form = posted?.form ?? typed
  return (
    <>
      <PageHead site={site} path={tabletPath} title={words.title} description={words.description} noindex />
      <PageHeading title={view.name} lead={formPage.lead(when)} />
      <div className="wrap sec fill-in">
        <FormOutcome form={form} />
        <ProblemSummary form={form} heading="h2" />
        <FormText paragraphs={view.paragraphs} />
        <FormFields site={site} view={view} form={form} isShared>
          <input type="hidden" name="form" value={id} />
          {/* With what was typed, which this saves. */}
          <p className="hint">
            <button className="btn-text" name="intent" value="staff" formAction={`${tabletPath}/draft`}>
              {words.leave}
            </button>
          </p>
        </FormFields>
      </div>
      <TabletScript leftMs={leftMs} />
    </>
  )
}
