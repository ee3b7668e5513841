import '#app/ui/styles/pictures.css'
import { data, Link, redirect } from 'react-router'
import { findContentUses } from '#app/domain/content/picture-uses.server.ts'
import { findNewslettersWith } from '#app/domain/newsletter-blocks/sent-blocks.server.ts'
import { fileAddress, jpegOf, picturePath, picturesPath, webpOf } from '#app/domain/pictures/picture.ts'
import { pictureForm } from '#app/domain/pictures/picture-form.server.ts'
import { describePicture, removePicture } from '#app/domain/pictures/pictures.server.ts'
import type { StoredPicture } from '#app/domain/pictures/pictures-now.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { FromAddress, PictureDescription } from '#app/ui/admin/picture-fields.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { recordPath } from '#content/record-path.ts'
import { CropFields } from './crop-fields.tsx'
import type { Route } from './+types/picture.ts'

const words = picturesWords.picture

export async function loader({ params, context }: Route.LoaderArgs) {
  const { content, pictures } = context.get(servicesContext)
  const id = requireId(params.id)
  await loadOr503(context, () => Promise.all([pictures.reload(), content.reload()]))
  const picture = pictures.find(id)
  if (!picture) throw data(null, { status: 404 })
  return { picture: toView(picture), uses: await loadOr503(context, () => findUses(context, id)) }
}

type PictureUse = { path: string; title: string }

/** Where it is shown: on pages, and in newsletters that people still open. */
async function findUses(context: RequestContext, id: string): Promise<PictureUse[]> {
  const { content, database } = context.get(servicesContext)
  const newsletters = await findNewslettersWith(database, id)
  return [
    ...findContentUses(content, id).map(({ name, title }) => ({ path: recordPath(name), title })),
    ...newsletters.map(({ id, subject }) => ({
      path: `/admin/newsletter/${id}`,
      title: picturesWords.uses.newsletter(subject ?? ''),
    })),
  ]
}

function toView(picture: StoredPicture) {
  const { id, alt, width, height, focus, revision, createdAt } = picture
  const show = (shape: 'whole' | 'wide' | 'square' | 'tall') => {
    const file = webpOf(picture, shape)[0] ?? jpegOf(picture, shape)
    return file && { src: fileAddress(picture, file), width: file.width, height: file.height }
  }
  const crops = { wide: show('wide'), square: show('square'), tall: show('tall') }
  const about = words.size(width, height, formatClinicDate(createdAt, clinicTimeZone))
  return { id, alt, focus, revision, about, whole: show('whole'), crops }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const typed = await typedFields(request)
  return submitIntent(
    context,
    typed,
    { save: () => save(context, id, typed), remove: () => remove(context, id, typed) },
    { failure: picturesWords.failed },
  )
}

async function save(context: RequestContext, id: string, typed: Typed) {
  const services = context.get(servicesContext)
  const checked = checkFields(typed, pictureForm)
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
  const described = await describePicture(services, getActor(context), { id, ...checked.values, now: Date.now() })
  if (described.ok) return redirectDone(context, typed, { record: picturePath(id), text: picturesWords.saved })
  switch (described.reason) {
    case 'unknown':
      return formError(404, words.gone)
    case 'changed-meanwhile':
      return (await isSaved(context, id, checked.values))
        ? redirect(picturePath(id), 303)
        : formError(409, words.meanwhile, typed)
    case 'busy':
      return formError(503, picturesWords.problems.busy, typed)
    default:
      return formError(400, picturesWords.problems.damaged, typed)
  }
}

/** By an earlier press of the same button. */
async function isSaved(context: RequestContext, id: string, wanted: { alt: string; focus: { x: number; y: number } }) {
  const { pictures } = context.get(servicesContext)
  await pictures.reload()
  const now = pictures.find(id)
  return now?.alt === wanted.alt && now.focus.x === wanted.focus.x && now.focus.y === wanted.focus.y
}

async function remove(context: RequestContext, id: string, typed: Typed) {
  const services = context.get(servicesContext)
  await services.content.reload()
  const uses = await findUses(context, id)
  if (uses.length > 0) return formError(409, stillUsed(uses))
  await removePicture(services, getActor(context), id)
  return redirectDone(context, typed, { record: picturesPath, text: picturesWords.removed })
}

const stillUsed = (uses: PictureUse[]) => picturesWords.remove.used(uses.map(({ title }) => title).join(', '))

export default function Picture({ loaderData: { picture, uses }, actionData }: Route.ComponentProps) {
  const form: FormState = actionData?.form ?? {}
  const { id, alt, revision, about } = picture
  return (
    <AdminPage title={words.title} aside={<Link to={picturesPath}>{words.back}</Link>}>
      <div className="stack">
        <FormOutcome form={form} />
        <ProblemSummary form={form} heading="h2" />
        <ActionForm key={revision} className="panel pic-form" noValidate>
          <p className="hint">{about}</p>
          <FromAddress name={returnField} form={form} />
          <input type="hidden" name="revision" value={revision} />
          <CropFields picture={picture} form={form} />
          <PictureDescription form={form} saved={alt} />
          <div className="row">
            <IntentButton intent="save" text={words.save} pending={words.saving} />
          </div>
        </ActionForm>
        <Uses id={id} uses={uses} />
      </div>
    </AdminPage>
  )
}

type UsesProps = Pick<Route.ComponentProps['loaderData'], 'uses'> & { id: string }

/** A picture that a page shows can't be removed: the page would have none. */
const Uses = ({ id, uses }: UsesProps) => (
  <section className="panel" aria-labelledby="uses">
    <h2 id="uses">{picturesWords.uses.heading}</h2>
    {uses.length === 0 && <p className="muted">{picturesWords.uses.none}</p>}
    <ul className="list">
      {uses.map(({ path, title }) => (
        <li key={path}>
          <Link to={path}>{title}</Link>
        </li>
      ))}
    </ul>
    <Fold summary={picturesWords.remove.summary}>
      {uses.length > 0 ? (
        <p>{stillUsed(uses)}</p>
      ) : (
        <ActionForm className="stack" action={picturePath(id)}>
          <p>{picturesWords.remove.hint}</p>
          <IntentButton intent="remove" text={picturesWords.remove.button} kind="danger" />
        </ActionForm>
      )}
    </Fold>
  </section>
)
