import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { ClaimsQuestion } from '#app/domain/claims/claims-question.ts'
import { findClaims } from '#app/domain/claims/find-claims.ts'
import { readContentForm } from '#app/domain/content/content-form.server.ts'
import type { ContentName } from '#app/domain/content/content-record.ts'
import { type ContentSchema, listPlaces } from '#app/domain/content/content-schema.ts'
import { placeholders } from '#app/domain/content/placeholders.ts'
import { findVersion, publishContent, restoreContent } from '#app/domain/content/publish.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { askAboutClaims } from '#app/http/ask-about-claims.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { submitIntent } from '#app/http/submit.server.ts'
import { ClaimsNote } from '#app/ui/admin/claims-note.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { contentRecords } from '#content/schemas/all.ts'
import { ContentParts } from './content-fields.tsx'
import { PageHistory } from './page-history.tsx'
import { listPublished } from './published-by.server.ts'
import { pagesWords as words } from './words.ts'
import type { Route } from './+types/page.ts'

function requireName(name: string): ContentName {
  if (!Object.hasOwn(contentRecords, name)) throw data(null, { status: 404 })
  return name as ContentName
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const name = requireName(params.name)
  const services = context.get(servicesContext)
  const { content } = services
  const { title, path, fields }: ContentSchema = contentRecords[name].schema
  const history = await loadOr503(context, async () => {
    // Another process may just have published.
    await content.reload()
    return listPublished(services, name)
  })
  return {
    name,
    // Sent along, so that browsers load no schemas of other pages.
    ...{ title, path, fields },
    value: content.template(name) as Readonly<Record<string, unknown>>,
    version: content.versionOf(name),
    history,
  }
}

/** `claims`: with the field in which they are. */
type Answer = { form: FormState; claims?: ClaimsQuestion & { field: string } }

/** The page again, with what was typed. */
const answer = (typed: Typed, status: number, form: FormState, more: Omit<Answer, 'form'> = {}) =>
  data({ form: { values: typed, ...form }, ...more } satisfies Answer as Answer, { status })

export async function action({ params, request, context }: Route.ActionArgs) {
  const name = requireName(params.name)
  const typed = await typedFields(request)
  return submitIntent(
    context,
    typed,
    { publish: () => publish(context, name, typed), restore: () => restore(context, name, typed) },
    { failure: words.failure },
  )
}

async function publish(context: RequestContext, name: ContentName, typed: Typed) {
  const services = context.get(servicesContext)
  const { fields } = contentRecords[name].schema
  await services.content.reload()
  const shown = services.content.template(name)
  const read = readContentForm(fields, shown, typed)
  if (!read.ok) return answer(typed, 400, { fieldErrors: read.errors })
  const { value } = read
  const before = new Map(listPlaces(fields, shown).map((place) => [place.path, place.value]))
  const changed = listPlaces(fields, value).filter((place) => before.get(place.path) !== place.value)
  const over = versionShown(typed)
  if (changed.length === 0)
    return over === services.content.versionOf(name) ? answer(typed, 400, { error: words.nothing }) : showPage(name)
  const { asked, wereShown } = askAboutClaims(changed.map((place) => place.value).join('\n\n'), typed)
  if (asked) {
    const field = changed.find((place) => findClaims(place.value).length > 0)?.path ?? changed[0]!.path
    return answer(typed, 400, {}, { claims: { ...asked, field } })
  }

  const change = { name, value, over, claimsShown: wereShown, now: Date.now() }
  const published = await publishContent(services, getActor(context), change)
  if (!published.ok) return answerMeanwhile(context, name, { over, value })
  return done(context, typed, { name, flash: 'content-published', from: over, version: published.version })
}

const restoreForm = z.object({ from: z.coerce.number().int().min(0) })

async function restore(context: RequestContext, name: ContentName, typed: Typed) {
  const services = context.get(servicesContext)
  const checked = restoreForm.safeParse(typed)
  if (!checked.success) return answer({}, 400, { error: words.unknownVersion })
  const { from } = checked.data
  const over = versionShown(typed)
  const restored = await restoreContent(services, getActor(context), { name, from, over, now: Date.now() })
  if (restored.ok)
    return done(context, typed, { name, flash: 'content-restored', from: over, version: restored.version })
  if (restored.reason === 'changed-meanwhile') return answerMeanwhile(context, name)
  return answer({}, 404, { error: words.unknownVersion })
}

/**
 * Both versions in one form: what was typed here over what was published meanwhile, and beside a text that both changed,
 * theirs. The form then goes over the version that it shows. A second press of the button is no conflict.
 */
async function answerMeanwhile(context: RequestContext, name: ContentName, typed?: { over: number; value: unknown }) {
  const { content, database } = context.get(servicesContext)
  await content.reload()
  const { fields } = contentRecords[name].schema
  const read = (value: unknown) => new Map(listPlaces(fields, value).map((place) => [place.path, place.value]))
  const base = read(typed && (await findVersion(database, name, typed.over)))
  const theirs = read(content.template(name))
  const mine = [...read(typed?.value)].filter(([path, text]) => text !== base.get(path))
  if (mine.length > 0 && mine.every(([path, text]) => text === theirs.get(path))) return showPage(name)
  const both = mine.flatMap(([path, text]) => {
    const their = theirs.get(path) ?? ''
    return their === base.get(path) || their === text ? [] : [[path, words.theirs(their)] as const]
  })
  return answer(Object.fromEntries(mine), 409, {
    error: words.meanwhile,
    advice: words.meanwhileAdvice,
    fieldErrors: Object.fromEntries(both),
  })
}

/** Published already, by a press before this one. */
const showPage = (name: ContentName) => redirect(`/admin/pages/${name}`, 303)

/** An invalid number counts as an outdated version. */
const versionShown = ({ version = '' }: Typed) => (/^\d{1,9}$/.test(version) ? Number(version) : -1)

type Done = { name: ContentName; flash: 'content-published' | 'content-restored'; from: number; version: number }

const done = (context: RequestContext, typed: Typed, { name, flash, from, version }: Done) =>
  redirectDone(context, typed, { record: `/admin/pages/${name}`, flash, about: `${name}.${from}.${version}` })

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { name, title, path, fields, value, version, history } = loaderData
  const { form, claims }: Answer = actionData ?? { form: {} }
  return (
    <AdminPage title={title} aside={<a href={path}>{words.view}</a>}>
      <div className="stack">
        <FormOutcome form={form} />
        <ProblemSummary form={form} heading="h2" />
        {/* A new version begins with its own texts. */}
        <ActionForm key={version} className="stack" action={`/admin/pages/${name}#${outcomeId}`} noValidate>
          {/* Also 'Save anyway' publishes. */}
          <input type="hidden" name="intent" value="publish" />
          <input type="hidden" name="version" value={version} />
          <p className="hint">{words.placeholders(placeholders)}</p>
          <ContentParts fields={fields} value={value} form={form} />
          <div className="row">
            <IntentButton intent="publish" text={words.publish} pending={words.publishing} />
          </div>
          {claims && <ClaimsNote id={outcomeId} claims={claims} field={claims.field} />}
        </ActionForm>
        <PageHistory name={name} version={version} history={history} />
      </div>
    </AdminPage>
  )
}
