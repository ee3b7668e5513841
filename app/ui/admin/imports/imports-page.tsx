import {
  importPath,
  importsPath,
  type ImportState,
  mostFileBytes,
  mostLines,
} from '#app/domain/newsletter/imports/subscriber-import.ts'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { clinicClock, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { importsPage as words } from '#content/pages/admin-imports.ts'

type ListedImport = { id: string; state: ImportState; createdAt: number }

type ImportsPageProps = {
  clinic: { name: string; timeZone: string }
  /** Undefined while the database does not respond. */
  imports: ListedImport[] | undefined
  form: FormState
}

export function ImportsPage({ clinic, imports, form }: ImportsPageProps) {
  return (
    <AdminPage title={words.title} clinic={clinic} aside={<a href={subscribersPath}>{words.back}</a>}>
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
            {...fieldState(form, 'file')}
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
          />
          <Button>{words.check}</Button>
        </form>
        {imports ? (
          <Earlier imports={imports} timeZone={clinic.timeZone} />
        ) : (
          <Note kind="error">{words.unreadable}</Note>
        )}
      </div>
    </AdminPage>
  )
}

function Earlier({ imports, timeZone }: { imports: ListedImport[]; timeZone: string }) {
  if (imports.length === 0) return null
  return (
    <section className="list" aria-labelledby="earlier">
      <h2 id="earlier">{words.earlier}</h2>
      <ul className="results">
        {imports.map(({ id, state, createdAt }) => (
          <li key={id}>
            <a href={importPath(id)}>
              {formatClinicDate(createdAt, timeZone)}, {clinicClock(createdAt, timeZone)}
            </a>
            <span className="tag">{words.states[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
