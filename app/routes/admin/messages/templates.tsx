import { Link } from 'react-router'
import { truncate } from '#app/domain/blog/blog-post.ts'
import type { ReplyTemplate } from '#app/domain/contact/reply-template.ts'
import { listTemplates } from '#app/domain/contact/reply-templates.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { replyTemplates as words } from '#content/pages/admin-messages.ts'
import { admin } from '#content/pages/admin.ts'
import { templatesPath } from './inbox-filters.tsx'
import { receiveTemplate } from './receive-template.server.ts'
import type { Route } from './+types/templates.ts'

/** How many characters of a template the list shows. */
const beginning = 120

export async function loader({ request, context }: Route.LoaderArgs) {
  const templates = await loadOr503(context, () => listTemplates(context.get(servicesContext).database))
  const id = new URL(request.url).searchParams.get('edit')
  return {
    edited: templates.find((template) => template.id === id),
    templates: templates.map((template) => ({ ...template, text: truncate(template.text, beginning) })),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => receiveTemplate(request, context)

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { templates, edited } = loaderData
  const { form = {} }: { form?: FormState } = actionData ?? {}
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        <FormOutcome form={form} />
        {templates.length === 0 ? <EmptyList empty={words.none} /> : <TemplateTable templates={templates} />}
        <TemplateForm key={edited?.id} edited={edited} form={form} />
        <p>
          <Link to="/admin/messages">{words.back}</Link>
        </p>
      </div>
    </AdminPage>
  )
}

const TemplateTable = ({ templates }: { templates: ReplyTemplate[] }) => (
  <Table columns={words.columns} amount="act">
    {templates.map(({ id, title, text }) => (
      <tr key={id}>
        <td>
          <Link className="leads" to={`${templatesPath}?edit=${id}#edit`}>
            {title}
          </Link>
        </td>
        <td className="muted">{text}</td>
        <td className="row-acts">
          <ActionForm action={templatesPath} offline={admin.offline}>
            <input type="hidden" name="template" value={id} />
            <IntentButton
              intent="delete"
              text={words.remove.button}
              kind="danger"
              aria-label={words.remove.of(title)}
            />
          </ActionForm>
        </td>
      </tr>
    ))}
  </Table>
)

/** Adds one, or changes the one in the URL. */
function TemplateForm({ edited, form }: { edited: ReplyTemplate | undefined; form: FormState }) {
  const { values = {} } = form
  const id = values.template ?? edited?.id ?? ''
  return (
    <section id="edit" className="panel stack adm-read" aria-labelledby="edit-heading">
      <h2 id="edit-heading">{id ? words.change : words.add}</h2>
      <ActionForm className="stack" noValidate offline={admin.offline}>
        <input type="hidden" name="template" value={id} />
        <input type="hidden" name="revision" value={values.revision ?? edited?.revision ?? ''} />
        <Field label={words.fields.title} autoComplete="off" {...namedField(form, 'title', edited?.title)} />
        <Field
          label={words.fields.text}
          hint={words.hint}
          multiline
          rows={8}
          dir="auto"
          {...namedField(form, 'text', edited?.text)}
        />
        <div className="row">
          <IntentButton intent="save" text={words.save} />
          {edited && (
            <>
              <Link to={templatesPath}>{words.cancel}</Link>
              <IntentButton
                intent="delete"
                text={words.remove.button}
                kind="danger"
                aria-label={words.remove.of(edited.title)}
              />
            </>
          )}
        </div>
      </ActionForm>
    </section>
  )
}
