import '#app/ui/styles/data-copy.css'
import { data, Link } from 'react-router'
import { exportPatient } from '#app/domain/person-export/open-data.server.ts'
import { findPatient } from '#app/domain/patients/patients.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr404 } from '#app/http/load.ts'
import { requireId } from '#app/http/require-id.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { patientName } from '#app/ui/admin/patient-name.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { ExportItems } from '#app/ui/site/export-sections.tsx'
import { type ShownSection, toShownSections } from '#app/ui/site/export-view.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { patientPage } from './words.ts'
import type { Route } from './+types/copy.ts'

const words = patientPage.copy

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const { database } = context.get(servicesContext)
  const patient = await loadOr404(context, () => findPatient(database.db, id))
  return { id: patient.id, name: patientName(patient) }
}

type Answer = { form: FormState; sections?: ShownSection[] }

/** The copy is the answer to a post, so it has no address, and making it is recorded. */
export async function action({ params, request, context }: Route.ActionArgs) {
  await requireFreshStepUp(context, request)
  return actOn(context, async () => {
    const copy = await exportPatient(context.get(servicesContext), getActor(context), requireId(params.id))
    if (!copy) return formError(409, patientPage.refused.gone)
    return data<Answer>({ form: {}, sections: toShownSections(copy.sections) })
  })
}

export default function Copy({ loaderData: { id, name }, actionData }: Route.ComponentProps) {
  const { form, sections }: Answer = actionData ?? { form: {} }
  return (
    <AdminPage title={name} documentTitle={words.title} above={words.title}>
      <div className="stack">
        <FormOutcome form={form} />
        <div className="stack screen">
          <p className="muted">{words.lead}</p>
          <div className="row">
            <ActionForm>
              <IntentButton intent="show" text={words.show} />
            </ActionForm>
            <form method="post" action={`/admin/patients/${id}/copy/file`}>
              <Button kind="line">{words.file}</Button>
            </form>
          </div>
          <p>
            <Link to={`/admin/patients/${id}`}>{words.back}</Link>
          </p>
        </div>
        {sections && (
          <div className="stack" id={outcomeId} tabIndex={-1}>
            <p className="hint screen">{words.print}</p>
            {sections.map(({ id: section, heading, items }) => (
              <section key={section} className="panel stack" aria-labelledby={section}>
                <h2 id={section}>{heading}</h2>
                <ExportItems items={items} />
              </section>
            ))}
          </div>
        )}
      </div>
    </AdminPage>
  )
}
