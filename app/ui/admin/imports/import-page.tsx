import {
  importPath,
  importsPath,
  reportAddress,
  reportFilePath,
} from '#app/domain/newsletter/imports/subscriber-import.ts'
import { clinicClock, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { importPage as words } from '#content/pages/admin-imports.ts'
import { ImportProgress } from './import-progress.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import type { ShownImport } from './shown-import.ts'

type ImportPageProps = {
  clinic: { name: string; timeZone: string }
  shown: ShownImport
  error: string | undefined
}

export function ImportPage({ clinic, shown, error }: ImportPageProps) {
  const { id, createdAt } = shown
  const { timeZone } = clinic
  return (
    <AdminPage page={words} clinic={clinic} aside={<a href={importsPath}>{words.back}</a>}>
      <section className="list" id="import" aria-label={words.title} data-swap>
        {error && (
          <Note kind="error" id={outcomeId}>
            {error}
          </Note>
        )}
        <p className="hint">
          {words.uploaded(formatClinicDate(createdAt, timeZone), clinicClock(createdAt, timeZone))}
        </p>
        <State shown={shown} />
        {shown.first.length > 0 && (
          <div className="row">
            <ButtonLink kind="line" small href={reportAddress(id, {})}>
              {words.report}
            </ButtonLink>
            <form method="post" action={reportFilePath(id)}>
              <Button kind="line" small>
                {words.save}
              </Button>
            </form>
          </div>
        )}
      </section>
    </AdminPage>
  )
}

function State({ shown }: { shown: ShownImport }) {
  const { state, problem, counts, first } = shown
  switch (state) {
    case 'receiving':
    case 'checking':
    case 'importing':
      return <ImportProgress shown={shown} />
    case 'refused':
      return <Note kind="error">{words.refused[isProblem(problem) ? problem : 'failed']}</Note>
    case 'done':
      return (
        <>
          <Note kind="success">{words.done(counts.added)}</Note>
          <OutcomeTable counts={counts} first={first} when="after" />
          <p className="hint">{words.kept}</p>
        </>
      )
    default:
      return (
        <>
          <Note kind="info">{counts.added > 0 ? words.checked : words.nothing}</Note>
          <Decision shown={shown} />
          <p className="hint">{words.waits}</p>
          <OutcomeTable counts={counts} first={first} when="before" />
        </>
      )
  }
}

function Decision({ shown: { id, counts } }: { shown: ShownImport }) {
  return (
    <form className="row" method="post" action={`${importPath(id)}#${outcomeId}`}>
      {counts.added > 0 && (
        <Button name="intent" value="import">
          {words.import(counts.added)}
        </Button>
      )}
      <button type="submit" className="btn-text danger" name="intent" value="discard">
        {words.discard}
      </button>
    </form>
  )
}

const isProblem = (problem: string | null): problem is keyof typeof words.refused =>
  problem !== null && Object.hasOwn(words.refused, problem)
