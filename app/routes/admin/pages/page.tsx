import '#app/ui/styles/page-editor.css'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import {
  type ContentName,
  getSource,
  isRecordName,
  savesAtOnce,
  toPagePath,
} from '#app/domain/content/content-record.ts'
import { type Fields, listChanged } from '#app/domain/content/content-schema.ts'
import { findDraftTitle } from '#app/domain/content/entries.server.ts'
import { offeredFields } from '#app/domain/content/offered-fields.ts'
import { listPictureInserts } from '#app/domain/pictures/picture-inserts.ts'
import { toAddedPicture } from '#app/domain/pictures/picture-option.ts'
import { listFacts } from '#app/domain/content/placeholders.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { addUploadedPicture } from '#app/http/add-picture.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { isUpload } from '#app/http/uploaded-file.server.ts'
import { ClaimsNote } from '#app/ui/admin/claims-note.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { useAutosave } from '#app/ui/editor/use-autosave.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { editorWords } from '#content/pages/admin-editor.ts'
import { recordPath } from '#content/record-path.ts'
import type { Services } from '#app/services.server.ts'
import { actOnRecord } from './acts.server.ts'
import { type Answer, answer } from './answers.server.ts'
import { listCollections } from './collections.server.ts'
import { compare } from './compare.server.ts'
import { useCanvas } from './use-canvas.ts'
import { toStamp, useDrawn } from './use-drawn.ts'
import { notMovedId, useEntryCards } from './use-entry-cards.ts'
import { ContentParts, Inserts } from './content-fields.tsx'
import { DraftNote } from './draft-note.tsx'
import { FieldsHeading } from './fields-heading.tsx'
import { loadEdited, requireName } from './edited.server.ts'
import { AutosaveStatus } from './autosave-status.tsx'
import { PageComparison } from './page-comparison.tsx'
import { PageHistory } from './page-history.tsx'
import { PagePreview } from './page-preview.tsx'
import { addPictureIntent, Pictures } from './picture-field.tsx'
import { listPictureOptions } from './picture-options.server.ts'
import { describeSaved, listPublished } from '#app/http/published-by.server.ts'
import { sayNobodyGives } from './nobody-gives.server.ts'
import { getRemoval } from './removal.server.ts'
import { Removal } from './removal.tsx'
import { ProductStock } from './product-stock.tsx'
import { getProductStock } from './stock.server.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { UnbookableNote, unbookableField } from './unbookable-note.tsx'
import { usePictureUpload } from './use-picture-upload.tsx'
import { pagesWords as words } from './words.ts'
import type { Route } from './+types/page.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const name = requireName(request, context)
  const services = context.get(servicesContext)
  const { isDelivered, schema } = getSource(name)
  const fields = offeredFields(services.content, name)
  const { version, published, revision, draft, value } = await loadEdited(context, name)
  const asked = new URL(request.url).searchParams.get('compare')
  const edited = { name, fields, published, draft: draft && value }
  const comparison = asked === null ? undefined : await loadOr503(context, () => compare(services, asked, edited))
  const view = {
    name,
    isCompared: asked !== null,
    comparison,
    // Sent along, so that browsers load no schemas of other pages.
    title: await titleOf(services, name),
    isAtOnce: savesAtOnce(name),
    hasPreview: (schema.sample ?? schema.path ?? schema.emails) !== undefined,
    path: toPagePath(name, services.content.has(name) ? published : { archived: true }),
    ...{ fields, value, version, revision },
    ...listCollections(services.content, name),
    pictures: listPictureOptions(fields, value, services.pictures),
    inserts: [{ label: editorWords.pictures, options: listPictureInserts(services.pictures.list()) }],
    // Sent along, so that browsers load nothing of what fills them in. Entries are also named where no facts are at hand.
    facts: isRecordName(name) && hasTexts(fields) ? listFacts(services.clinic.facts(Date.now())) : {},
    draft: draft && {
      changes: listChanged(fields, published, value).length,
      saved: await describeSaved(services, draft),
      publishAt: draft.publishAt === null ? undefined : formatClinicMoment(draft.publishAt, clinicTimeZone),
      problem: draft.problem ?? undefined,
    },
    history: { versions: await listPublished(services, name), isDelivered },
    removal: getRemoval(services, name),
    stock: await getProductStock(context, name),
    nobodyGives: sayNobodyGives(services.content, name),
  }
  return data(view, { status: view.isCompared && !comparison ? 404 : 200 })
}

/** In which facts may be named. */
const hasTexts = (fields: Fields): boolean =>
  Object.values(fields).some((field) =>
    'fields' in field ? hasTexts(field.fields) : 'max' in field && field.kind !== 'address' && !field.plain,
  )

/** A new entry is called as its draft. */
const titleOf = async ({ content, database }: Services, name: ContentName) =>
  content.has(name) ? content.titleOf(name) : ((await findDraftTitle(database, name)) ?? content.titleOf(name))

export async function action({ request, context }: Route.ActionArgs) {
  const name = requireName(request, context)
  if (isUpload(request))
    return addUploadedPicture(request, context, (picture) => answer({}, 200, {}, { added: toAddedPicture(picture) }))
  return actOnRecord(context, name, await typedFields(request))
}

/** Saving by itself leaves the page as it is, and so does a picture that is added. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !['autosave', addPictureIntent].includes(String(formData?.get('intent'))) && defaultShouldRevalidate

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { name, title, path, hasPreview, isAtOnce, version, revision, orders, history } = loaderData
  const { removal, stock, nobodyGives } = loaderData
  const address = recordPath(name)
  const drawn = useDrawn(loaderData)
  const cards = useEntryCards({ address, ...loaderData })
  const { editor, sheet, listeners, open, saved, chosen, step } = useCanvas(drawn, cards)
  const upload = usePictureUpload({ editor, address, ...drawn })
  const answered: Answer | undefined = actionData
  return (
    <AdminPage title={title} aside={path && <a href={path}>{words.view}</a>}>
      <div className="page-editor" ref={editor} {...listeners}>
        {hasPreview && (
          <PagePreview
            src={`${address}/preview`}
            page={title}
            stamp={`${version}.${revision}.${toStamp(orders)}`}
            onOpen={open}
          />
        )}
        <div className="page-fields" ref={sheet}>
          {hasPreview && (
            <FieldsHeading page={title} fields={drawn.fields} chosen={chosen} nameOfCard={cards.nameOf} onStep={step} />
          )}
          <div className="page-fields-body stack">
            {nobodyGives && <Note kind="warn">{nobodyGives}</Note>}
            {cards.error && <FormOutcome form={{ error: cards.error }} outcome={notMovedId} />}
            {/* A new version begins with its own texts. */}
            <Editor
              key={`${name}.${drawn.version}.${drawn.revision}`}
              {...drawn}
              pictures={upload.pictures}
              inserts={upload.inserts}
              onAddPicture={(field) => void upload.open(field)}
              address={address}
              answer={answered}
              onSaved={saved}
            />
            {loaderData.isCompared && <PageComparison comparison={loaderData.comparison} address={address} />}
            {stock && <ProductStock items={stock} />}
            <PageHistory {...{ name, version, isAtOnce, ...history }} />
            {removal && <Removal {...{ address, version, ...removal }} question={answered?.removal} />}
          </div>
        </div>
      </div>
      {upload.unreachable}
      {upload.dialog}
    </AdminPage>
  )
}

const bySelf = (when: string) => ({ when, who: words.you })

type EditorProps = Route.ComponentProps['loaderData'] & {
  address: string
  answer: Answer | undefined
  onSaved: () => void
  onAddPicture: (field: string) => void
}

function Editor({
  address,
  facts,
  pictures,
  inserts,
  fields,
  value,
  isAtOnce,
  version,
  revision,
  draft,
  answer = { form: {} },
  onSaved,
  onAddPicture,
}: EditorProps) {
  const { form, claims, unbookable } = answer
  const { props, saved, conflict, status } = useAutosave<Answer>({ action: address, onSaved })
  const { publish, publishing } = isAtOnce ? words.atOnce : words
  const hasDraft = saved ? saved.changes > 0 : draft !== undefined
  return (
    <>
      <FormOutcome form={form} />
      <ProblemSummary form={form} heading="h2" />
      {draft && (
        <DraftNote
          address={address}
          draft={saved ? { ...draft, changes: saved.changes, saved: bySelf(saved.at) } : draft}
        />
      )}
      {conflict && <FormOutcome form={{ error: conflict.error, advice: words.autosave.conflict }} outcome="conflict" />}
      <ActionForm className="stack" action={`${address}#${outcomeId}`} noValidate {...(!isAtOnce && props)}>
        <div className="row page-acts">
          {/* First in the form, so that Enter in a field keeps what was typed. */}
          {!isAtOnce && <IntentButton intent="save" kind="line" text={words.save} pending={words.saving} />}
          <IntentButton intent="publish" text={publish} pending={publishing} />
        </div>
        {/* High enough from the start, so that nothing moves below the pointer when something is saved. */}
        {!isAtOnce && (
          <div className="row autosave">
            <AutosaveStatus status={status} saved={saved} />
            {hasDraft && <IntentButton intent="discard" kind="danger" text={words.discard} />}
          </div>
        )}
        {unbookable && <UnbookableNote id={outcomeId} {...unbookable} />}
        {/* Answered before the question about claims. */}
        {claims && form.values?.[unbookableField] && (
          <input type="hidden" name={unbookableField} value={form.values[unbookableField]} />
        )}
        {claims && <ClaimsNote id={outcomeId} claims={claims} field={claims.field} />}
        {Object.keys(facts).length > 0 && <p className="hint">{words.placeholders(Object.keys(facts))}</p>}
        <Pictures value={{ options: pictures, onAdd: onAddPicture }}>
          <Inserts value={inserts}>
            <ContentParts fields={fields} value={value} form={form} />
          </Inserts>
        </Pictures>
        {!isAtOnce && <ScheduleFields form={form} scheduled={draft?.publishAt} />}
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="revision" value={saved?.revision ?? revision} />
        {/* After the buttons, whose intent comes first: what 'Save anyway' does. */}
        <input
          type="hidden"
          name="intent"
          value={claims?.intent ?? unbookable?.intent ?? (isAtOnce ? 'publish' : 'save')}
        />
      </ActionForm>
    </>
  )
}
