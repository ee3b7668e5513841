import { data, Link, redirect } from 'react-router'
import { z } from 'zod'
import { type CollectionName, getSource, isCollectionName } from '#app/domain/content/content-record.ts'
import { createEntry, listEntries, moveEntry } from '#app/domain/content/entries.server.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { formError, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { recordPath } from '#content/record-path.ts'
import { entriesWords as words } from './words.ts'
import type { Route } from './+types/entries.ts'

/** The collection of the address: '/admin/services'. */
function toCollection(request: Request): CollectionName {
  const [, , collection] = new URL(request.url).pathname.replace(/\.data$/, '').split('/')
  if (collection === undefined || !isCollectionName(collection)) throw data(null, { status: 404 })
  return collection
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const collection = toCollection(request)
  const { content, database } = context.get(servicesContext)
  // Another process may just have published.
  await loadOr503(context, () => content.reload())
  const entries = await loadOr503(context, () => listEntries({ content, database }, collection))
  return {
    collection,
    path: getSource(`${collection}/x`).schema.path,
    entries,
    version: content.versionOf(`order/${collection}`),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const collection = toCollection(request)
  const typed = await typedFields(request)
  return submitIntent(context, typed, {
    add: () => add(context, collection, typed),
    up: () => move(context, collection, typed, -1),
    down: () => move(context, collection, typed, 1),
  })
}

function add(context: RequestContext, collection: CollectionName, typed: Typed) {
  const { most } = words[collection]
  const schema = z.object({ title: singleLine({ blank: words.blank, most, tooLong: words.tooLong(most) }) })
  return submitForm(context, typed, { schema, failure: words.failure }, async ({ title }) => {
    const services = context.get(servicesContext)
    const { who } = getActor(context)
    const name = await createEntry(services, { collection, title, who, now: Date.now() })
    return redirectDone(context, typed, { record: recordPath(name), flash: 'content-added', about: name })
  })
}

async function move(context: RequestContext, collection: CollectionName, typed: Typed, by: -1 | 1) {
  const services = context.get(servicesContext)
  const { id = '', version = '' } = typed
  await services.content.reload()
  if (!services.content.list(collection).some((entry) => entry.id === id)) return formError(404, words.gone)
  const over = /^\d{1,9}$/.test(version) ? Number(version) : -1
  const moved = await moveEntry(services, getActor(context), { collection, id, by, over, now: Date.now() })
  return moved.ok ? redirect(`/admin/${collection}#${id}`, 303) : formError(409, words.movedMeanwhile)
}

export default function Entries({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { collection, path, entries, version } = loaderData
  const { title, lead, add, about } = words[collection]
  const form = posted?.form ?? {}
  return (
    <AdminPage title={title} aside={<a href={path}>{words.view}</a>}>
      <div className="panel stack">
        <p>{lead}</p>
        <Table columns={words.columns(about)}>
          {entries.map(({ id, title, about, state, isDraft }, index) => (
            <tr key={id} id={id} tabIndex={-1}>
              <td>
                <Link className="leads" to={`/admin/${collection}/${id}`}>
                  {title}
                </Link>
              </td>
              <td>{about}</td>
              <td className="hint">{[words.states[state], isDraft && words.draft].filter(Boolean).join(', ')}</td>
              <td className="row-acts">
                {state !== 'new' && (
                  <ActionForm className="row">
                    <input type="hidden" name="id" value={id} />
                    <input type="hidden" name="version" value={version} />
                    {index > 0 && <Move intent="up" text={words.up} title={title} />}
                    {entries[index + 1] && entries[index + 1]?.state !== 'new' && (
                      <Move intent="down" text={words.down} title={title} />
                    )}
                  </ActionForm>
                )}
              </td>
            </tr>
          ))}
        </Table>
        <FormOutcome form={form} />
        <ActionForm className="adm-bar" noValidate>
          <Field label={words.name} {...namedField(form, 'title')} autoComplete="off" />
          <IntentButton intent="add" kind="line" text={add} />
        </ActionForm>
      </div>
    </AdminPage>
  )
}

const Move = ({ intent, text, title }: { intent: 'up' | 'down'; text: string; title: string }) => (
  <IntentButton intent={intent} kind="text" text={text} aria-label={`${text}: ${title}`} />
)
