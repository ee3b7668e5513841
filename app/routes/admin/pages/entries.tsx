import { data, Link } from 'react-router'
import { z } from 'zod'
import { type CollectionName, type ContentName, getSource } from '#app/domain/content/content-record.ts'
import { createEntry, listEntries } from '#app/domain/content/entries.server.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submitForm } from '#app/http/submit.server.ts'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { entriesWords as words } from './words.ts'
import type { Route } from './+types/entries.ts'

/** The collection of the address: '/admin/services'. */
function toCollection(request: Request): CollectionName {
  const [, , collection] = new URL(request.url).pathname.replace(/\.data$/, '').split('/')
  if (collection !== 'services' && collection !== 'products') throw data(null, { status: 404 })
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
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const collection = toCollection(request)
  const typed = await typedFields(request)
  const { most } = words[collection]
  const blank = words.blank
  const schema = z.object({ title: singleLine({ blank, most, tooLong: words.tooLong(most) }) })
  return submitForm(context, typed, { schema, failure: words.failure }, async ({ title }) => {
    const services = context.get(servicesContext)
    const { who } = getActor(context)
    const name: ContentName = await createEntry(services, { collection, title, who, now: Date.now() })
    return redirectDone(context, typed, { record: `/admin/${name}`, flash: 'content-added', about: name })
  })
}

export default function Entries({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { collection, path, entries } = loaderData
  const { title, lead, add } = words[collection]
  const form = posted?.form ?? {}
  return (
    <AdminPage title={title} aside={<a href={path}>{words.view}</a>}>
      <div className="panel stack">
        <p>{lead}</p>
        <Table columns={words.columns}>
          {entries.map(({ id, title, about, state, isDraft }) => (
            <tr key={id}>
              <td>
                <Link className="leads" to={`/admin/${collection}/${id}`}>
                  {title}
                </Link>
              </td>
              <td>{about}</td>
              <td className="hint">{[words.states[state], isDraft && words.draft].filter(Boolean).join(', ')}</td>
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
