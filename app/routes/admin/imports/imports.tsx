import { data, Link, redirect } from 'react-router'
import { receiveImport, listImports } from '#app/domain/newsletter/imports/imports.server.ts'
import { importPath, importsPath, mostFileBytes, mostLines } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { clinicClock, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { uploadedFile } from '#app/http/uploaded-file.server.ts'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { importsPage as words } from '#content/pages/admin-imports.ts'
import type { Route } from './+types/imports.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const imports = await tryLoad(context, () => listImports(context.get(servicesContext).database))
  return { imports: imports?.map(({ id, state, createdAt }) => ({ id, state, createdAt })) }
}

/** Stores the file; a job reads it. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const answer = (status: number, form: FormState) => data({ form }, { status })
  const file = await uploadedFile(request, 'file')
  if (!file) return answer(400, { fieldErrors: { file: words.choose } })
  if (file.bytes.length === 0) return answer(400, { fieldErrors: { file: words.emptyFile } })
  try {
    const id = await receiveImport(services, getActor(context), {
      file: file.bytes,
      name: file.name,
      now: Date.now(),
    })
    return redirect(importPath(id), 303)
  } catch (err) {
    services.log.error({ err, requestId: context.get(pageContext).requestId }, 'a file could not be stored')
    return answer(503, { error: words.failed })
  }
}

export default function Imports({ loaderData: { imports }, actionData }: Route.ComponentProps) {
  const { form = {} } = actionData ?? {}
  const { timeZone } = useSite().clinic
  return (
    <AdminPage title={words.title} aside={<Link to={subscribersPath}>{words.back}</Link>}>
      <div className="list">
        <p className="adm-read">{words.intro}</p>
        <p className="adm-read">
          <b>{words.consent}</b>
        </p>
        <FormOutcome form={form} />
        <form
          className="stack"
          method="post"
          action={`${importsPath}#${outcomeId}`}
          encType="multipart/form-data"
          noValidate
        >
          <Field
            label={words.file}
            hint={words.fileHint(mostFileBytes / 1024 / 1024, mostLines)}
            {...namedField(form, 'file')}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
          />
          <Button>{words.check}</Button>
        </form>
        {imports ? <Earlier imports={imports} timeZone={timeZone} /> : <Note kind="error">{words.unreadable}</Note>}
      </div>
    </AdminPage>
  )
}

type Imports = NonNullable<Route.ComponentProps['loaderData']['imports']>

function Earlier({ imports, timeZone }: { imports: Imports; timeZone: string }) {
  if (imports.length === 0) return null
  return (
    <section className="list" aria-labelledby="earlier">
      <h2 id="earlier">{words.earlier}</h2>
      <ul className="results">
        {imports.map(({ id, state, createdAt }) => (
          <li key={id}>
            <Link to={importPath(id)}>
              {formatClinicDate(createdAt, timeZone)}, {clinicClock(createdAt, timeZone)}
            </Link>
            <span className="tag">{words.states[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
