import { Link, redirect } from 'react-router'
import { sampleLines, countOutcomes } from '#app/domain/newsletter/imports/import-lines.server.ts'
import { answerField } from '#app/domain/newsletter/imports/import-reading.ts'
import { isAsking, parseReading, withAnswers } from '#app/domain/newsletter/imports/read-import.server.ts'
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
import { usePoll } from '#app/http/use-poll.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { FollowedStatus } from '#app/ui/admin/followed-status.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { importPage as words } from '#content/pages/admin-imports.ts'
import { AboutFile } from './about-file.tsx'
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
  const shownImport = `${importPath(id)}#import`
  const intents = {
    async answer() {
      if (!isAsking(row)) return late()
      const questions = withAnswers(parseReading(row)?.questions ?? [], typed)
      const missing = questions.flatMap((one, index) => (one ? [] : [[answerField(index), words.asks.choose]]))
      if (missing.length > 0) return showForm(typed, 400, { fieldErrors: Object.fromEntries(missing) })
      const chosen = { id, questions: questions.filter((one) => !!one) }
      return (await answerImport(services, getActor(context), chosen)) ? redirect(shownImport, 303) : late()
    },
    import: async () => ((await startImport(services, getActor(context), id)) ? redirect(shownImport, 303) : late()),
    discard: async () =>
      (await discardImport(services, getActor(context), { id, now: Date.now() })) ? redirect(importsPath, 303) : late(),
  }
  return submitIntent(context, typed, intents, { failure: words.failed })
}

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const shown = usePoll(loaderData, { isUnfinished: isWorking, everyMs: 1_500 })
  const { form = {} } = actionData ?? {}
  const { id, createdAt, fileName } = shown
  const { timeZone } = useSite().clinic
  return (
    <AdminPage title={words.title} aside={<Link to={importsPath}>{words.back}</Link>}>
      <section className="list" id="import" aria-label={words.title}>
        <FormOutcome form={form} />
        <p className="hint">
          {words.uploaded(formatClinicDate(createdAt, timeZone), clinicClock(createdAt, timeZone))}
          {fileName && ` ${words.fileName(fileName)}`}
        </p>
        <FollowedStatus isRunning={isWorking(shown)} text={summarize(shown)} />
        <State shown={shown} form={form} />
        {shown.first.length > 0 && (
          <div className="row">
            <ButtonLink kind="line" small to={reportUrl(id, {})}>
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
  if (isWorking(shown)) return <Progress shown={shown} />
  switch (state) {
    case 'refused':
      return <Note kind="error">{describeProblem(problem, shown.reading?.service)}</Note>
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
          <Note kind="info">{describeCheck(counts)}</Note>
          {shown.reading?.offByName && <Note kind="info">{words.offByName}</Note>}
          <AboutFile reading={shown.reading} />
          <Decision shown={shown} />
          <p className="hint">{words.waits}</p>
          <OutcomeTable counts={counts} first={first} when="before" />
        </>
      )
  }
}

function Decision({ shown: { id, counts } }: { shown: ShownImport }) {
  return (
    <ActionForm className="row" action={`${importPath(id)}#${outcomeId}`}>
      {counts.added > 0 && <IntentButton intent="import" text={words.import(counts.added)} />}
      <IntentButton intent="discard" text={words.discard} kind="danger" />
    </ActionForm>
  )
}

/** The page follows it; without scripts one reloads. */
const isWorking = ({ state }: ShownImport) => ['receiving', 'checking', 'importing'].includes(state)

const describeCheck = ({ added }: OutcomeCounts) => (added > 0 ? words.checked : words.nothing)

const describeProgress = ({ state, throughLine, lastLine }: ShownImport) =>
  state === 'importing' ? words.of(throughLine, lastLine) : words.read(throughLine)

/** Nothing at the end, since its note is read out. */
function summarize(shown: ShownImport) {
  if (isWorking(shown)) return describeProgress(shown)
  if (shown.isAsking) return words.asks.intro
  return shown.state === 'checked' ? describeCheck(shown.counts) : undefined
}

const describeProblem = (problem: string | null, service: string | undefined) =>
  problem === 'appointments' ? words.appointments(service) : words.refused[isProblem(problem) ? problem : 'failed']

const isProblem = (problem: string | null): problem is keyof typeof words.refused =>
  problem !== null && Object.hasOwn(words.refused, problem)

function Progress({ shown }: { shown: ShownImport }) {
  const { id, state, throughLine, lastLine } = shown
  const isImporting = state === 'importing'
  return (
    <div className="list">
      <p>{isImporting ? words.importing : words.checking}</p>
      <p>{describeProgress(shown)}</p>
      {isImporting && <progress max={lastLine} value={throughLine} aria-label={words.progress} />}
      <noscript>
        <a href={importPath(id)}>{words.look}</a>
      </noscript>
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
                  .map(({ line, position, address }) => (
                    <li key={position}>
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
