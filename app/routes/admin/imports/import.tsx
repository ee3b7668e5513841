import { redirect } from 'react-router'
import { sampleLines, countOutcomes } from '#app/domain/newsletter/imports/import-lines.server.ts'
import { withAnswers, answerField, isAsking, parseReading } from '#app/domain/newsletter/imports/import-reading.ts'
import { answerImport, discardImport, startImport } from '#app/domain/newsletter/imports/imports.server.ts'
import {
  importPath,
  importsPath,
  reportUrl,
  reportFilePath,
  lineOutcomes,
  type OutcomeCounts,
  type ReportLine,
} from '#app/domain/newsletter/imports/subscriber-import.ts'
import { clinicClock, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { importPage as words } from '#content/pages/admin-imports.ts'
import { ImportQuestions } from './import-questions.tsx'
import { requireImport } from './require-import.server.ts'
import type { Route } from './+types/import.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext)
  const row = await requireImport(context, params.id)
  const [counts, first] = await Promise.all([countOutcomes(database, row.id), sampleLines(database, row.id)])
  return { ...row, reading: parseReading(row), isAsking: isAsking(row), counts, first }
}

export type ShownImport = Route.ComponentProps['loaderData']

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const row = await requireImport(context, params.id)
  const { id } = row
  const typed = await typedFields(request)
  const late = () => formError(409, words.late)
  const intents = {
    async answer() {
      if (!isAsking(row)) return late()
      const questions = withAnswers(parseReading(row)?.questions ?? [], typed)
      const missing = questions.flatMap((one, index) => (one ? [] : [[answerField(index), words.asks.choose]]))
      if (missing.length > 0) return showForm(typed, 400, { fieldErrors: Object.fromEntries(missing) })
      const chosen = { id, questions: questions.filter((one) => !!one) }
      return (await answerImport(services, getActor(context), chosen)) ? redirect(importPath(id), 303) : late()
    },
    import: async () => ((await startImport(services, getActor(context), id)) ? redirect(importPath(id), 303) : late()),
    discard: async () =>
      (await discardImport(services, getActor(context), { id, now: Date.now() })) ? redirect(importsPath, 303) : late(),
  }
  return submitIntent(context, typed, intents, { failure: words.failed })
}

export default function Import({ loaderData: shown, actionData }: Route.ComponentProps) {
  const { form = {} } = actionData ?? {}
  const { id, createdAt, fileName } = shown
  const { timeZone } = useSite().clinic
  return (
    <AdminPage title={words.title} aside={<a href={importsPath}>{words.back}</a>}>
      <section className="list" id="import" aria-label={words.title} data-swap>
        <FormOutcome form={form} />
        <p className="hint">
          {words.uploaded(formatClinicDate(createdAt, timeZone), clinicClock(createdAt, timeZone))}
          {fileName && ` ${words.fileName(fileName)}`}
        </p>
        <State shown={shown} form={form} />
        {shown.first.length > 0 && (
          <div className="row">
            <ButtonLink kind="line" small href={reportUrl(id, {})}>
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

function State({ shown, form }: { shown: ShownImport; form: FormState }) {
  const { state, problem, counts, first } = shown
  if (shown.isAsking) return <ImportQuestions shown={shown} form={form} />
  switch (state) {
    case 'receiving':
    case 'checking':
    case 'importing':
      return <Progress shown={shown} />
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
          {shown.reading?.offByName && <Note kind="info">{words.offByName}</Note>}
          {shown.reading?.service && <p className="hint">{words.service(shown.reading.service)}</p>}
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
      {counts.added > 0 && <IntentButton intent="import" text={words.import(counts.added)} />}
      <IntentButton intent="discard" text={words.discard} kind="danger" />
    </form>
  )
}

const isProblem = (problem: string | null): problem is keyof typeof words.refused =>
  problem !== null && Object.hasOwn(words.refused, problem)

/** With scripts the page follows the import. */
function Progress({ shown: { id, state, throughLine, lastLine } }: { shown: ShownImport }) {
  const isImporting = state === 'importing'
  return (
    <div className="list" data-poll={importPath(id)}>
      <p>{isImporting ? words.importing : words.checking}</p>
      <p role="status" id="import-progress">
        {isImporting ? words.of(throughLine, lastLine) : words.read(throughLine)}
      </p>
      {isImporting && <progress max={lastLine} value={throughLine} aria-label={words.progress} />}
      <p>
        <a href={importPath(id)}>{words.look}</a>
      </p>
    </div>
  )
}

type OutcomeTableProps = { counts: OutcomeCounts; first: ReportLine[]; when: 'before' | 'after' }

function OutcomeTable({ counts, first, when }: OutcomeTableProps) {
  return (
    <dl className="outcomes">
      {lineOutcomes
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <div key={outcome}>
            <dt>
              <b className="num">{counts[outcome].toLocaleString('en-US')}</b> {words.outcomes[outcome][when]}{' '}
              <span className="hint">{words.outcomes[outcome].why}</span>
            </dt>
            <dd>
              <ul className="row hint">
                {first
                  .filter((line) => line.outcome === outcome)
                  .map(({ line, address }) => (
                    <li key={line}>
                      <span className="hint num">{words.line(line)}</span> <AddressText text={address || words.blank} />
                    </li>
                  ))}
              </ul>
            </dd>
          </div>
        ))}
    </dl>
  )
}
