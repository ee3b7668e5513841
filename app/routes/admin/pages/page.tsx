import { data } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { type ContentName, getSource, isContentName, isRecordName } from '#app/domain/content/content-record.ts'
import { type ContentSchema, listChanged } from '#app/domain/content/content-schema.ts'
import { findDraftTitle } from '#app/domain/content/entries.server.ts'
import { findDraft, rebaseDraft } from '#app/domain/content/drafts.server.ts'
import { placeholders } from '#app/domain/content/placeholders.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { ClaimsNote } from '#app/ui/admin/claims-note.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { recordPath } from '#content/record-path.ts'
import type { Services } from '#app/services.server.ts'
import { actOnRecord } from './acts.server.ts'
import type { Answer } from './answers.server.ts'
import { ContentParts } from './content-fields.tsx'
import { DraftNote } from './draft-note.tsx'
import { PageHistory } from './page-history.tsx'
import { describeSaved, listPublished } from './published-by.server.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { pagesWords as words } from './words.ts'
import type { Route } from './+types/page.ts'

/** 'home' of /admin/pages/home, 'services/abhyangam' of /admin/services/abhyangam. */
function requireName(request: Request): ContentName {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').slice('/admin/'.length)
  const name = path.replace(/^pages\//, '')
  if (!isContentName(name)) throw data(null, { status: 404 })
  return name
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const name = requireName(request)
  const services = context.get(servicesContext)
  const { content } = services
  const { path, fields }: ContentSchema = getSource(name).schema
  // Another process may just have published.
  await loadOr503(context, () => content.reload())
  const version = content.versionOf(name)
  const published = content.template(name) as Readonly<Record<string, unknown>>
  const { revision, draft } = await loadOr503(context, () => findDraft(services.database, name))
  if (!content.has(name) && !draft) throw data(null, { status: 404 })
  const value = draft ? await rebaseDraft(services.database, name, draft, version) : published
  return {
    name,
    // Sent along, so that browsers load no schemas of other pages.
    ...{ title: await titleOf(services, name), path, fields, value, version, revision },
    /** Entries are also named where the clinic’s facts are not at hand. */
    takesFacts: isRecordName(name),
    draft: draft && {
      changes: listChanged(fields, published, value).length,
      saved: await describeSaved(services, draft),
      publishAt: draft.publishAt === null ? undefined : formatClinicMoment(draft.publishAt, clinicTimeZone),
      problem: draft.problem ?? undefined,
    },
    history: await listPublished(services, name),
  }
}

/** A new entry is called as its draft. */
const titleOf = async ({ content, database }: Services, name: ContentName) =>
  content.has(name) ? content.titleOf(name) : ((await findDraftTitle(database, name)) ?? content.titleOf(name))

export async function action({ request, context }: Route.ActionArgs) {
  return actOnRecord(context, requireName(request), await typedFields(request))
}

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { name, title, path, takesFacts, fields, value, version, revision, draft, history } = loaderData
  const { form, claims }: Answer = actionData ?? { form: {} }
  return (
    <AdminPage title={title} aside={<a href={path}>{words.view}</a>}>
      <div className="stack">
        <FormOutcome form={form} />
        <ProblemSummary form={form} heading="h2" />
        {draft && <DraftNote draft={draft} />}
        {/* A new version begins with its own texts. */}
        <ActionForm
          key={`${version}.${revision}`}
          className="stack"
          action={`${recordPath(name)}#${outcomeId}`}
          noValidate
        >
          <div className="row">
            {/* First in the form, so that Enter in a field keeps what was typed. */}
            <IntentButton intent="save" kind="line" text={words.save} pending={words.saving} />
            <IntentButton intent="publish" text={words.publish} pending={words.publishing} />
            {draft && <IntentButton intent="discard" kind="danger" text={words.discard} />}
          </div>
          {claims && <ClaimsNote id={outcomeId} claims={claims} field={claims.field} />}
          {takesFacts && <p className="hint">{words.placeholders(placeholders)}</p>}
          <ContentParts fields={fields} value={value} form={form} />
          <ScheduleFields form={form} scheduled={draft?.publishAt} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="revision" value={revision} />
          {/* After the buttons, whose intent comes first: what 'Save anyway' does. */}
          <input type="hidden" name="intent" value={claims?.intent ?? 'save'} />
        </ActionForm>
        <PageHistory name={name} version={version} history={history} />
      </div>
    </AdminPage>
  )
}
