import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { adminForms as words } from '#content/pages/admin-appointments.ts'
import { AppointmentForm } from './appointment-form.tsx'
import type { AppointmentPageProps } from './appointment-page.tsx'

/** What the patient fills in before the appointment. Answers are shown only after a press, and never printed with the page. */
export function AppointmentForms(view: AppointmentPageProps) {
  const { appointment, forms, filledIn, mayReadHealth, mailed } = view
  const isDue = forms.some(({ status }) => status === 'due')
  return (
    <section className="screen stack" id="forms" aria-labelledby="forms-heading">
      <h2 id="forms-heading">{words.heading}</h2>
      <ul className="adm-rows form-rows">
        {forms.map((form) => (
          <li key={form.formId}>
            <p>
              <b>{form.name}</b>
              <br />
              <span className={form.status === 'due' ? 'tag tag-late' : 'hint'}>{form.says}</span>
            </p>
            <Acts {...view} form={form} />
          </li>
        ))}
      </ul>
      {isDue && <p className="hint">{words.fillInHint}</p>}
      {isDue && appointment.email !== '' && mailed && (
        <AppointmentForm id={appointment.id}>
          <IntentButton intent="send-forms" text={words.send} kind="line" small />
        </AppointmentForm>
      )}
      {mayReadHealth && forms.some(({ signedId }) => signedId) && <p className="hint">{words.hint}</p>}
      {filledIn && <Opened {...filledIn} />}
    </section>
  )
}

type FormRow = AppointmentPageProps['forms'][number]

function Acts({ appointment: { id }, mayReadHealth, form }: AppointmentPageProps & { form: FormRow }) {
  const { formId, name, status, signedId } = form
  if (status === 'due')
    return (
      <AppointmentForm id={id} className="row">
        <input type="hidden" name="form" value={formId} />
        <IntentButton intent="tablet" text={words.fillIn} aria-label={words.fillInNamed(name)} kind="line" small />
        <IntentButton intent="form-on-paper" kind="text" text={words.onPaper} aria-label={words.onPaperNamed(name)} />
      </AppointmentForm>
    )
  if (status === 'paper')
    return (
      <AppointmentForm id={id}>
        <input type="hidden" name="form" value={formId} />
        <IntentButton
          intent="form-not-on-paper"
          kind="text"
          text={words.notOnPaper}
          aria-label={words.notOnPaperNamed(name)}
        />
      </AppointmentForm>
    )
  if (!signedId || !mayReadHealth) return null
  return (
    <div className="row">
      <AppointmentForm id={id}>
        <input type="hidden" name="form" value={signedId} />
        <IntentButton intent="form" kind="line" small text={words.open} aria-label={words.openNamed(name)} />
      </AppointmentForm>
      <form method="post" action={`/admin/appointments/${id}/forms/${signedId}`}>
        <Button kind="line" small aria-label={words.fileNamed(name)}>
          {words.file}
        </Button>
      </form>
    </div>
  )
}

function Opened({
  name,
  introduction,
  rows,
  when,
  version,
  fingerprint,
  fault,
}: NonNullable<AppointmentPageProps['filledIn']>) {
  return (
    <article className="panel stack" id="outcome" tabIndex={-1} aria-labelledby="filled-in">
      <h3 id="filled-in">{name}</h3>
      <Note kind={fault ? 'error' : 'info'}>{fault ? words.faults[fault] : words.whole(fingerprint)}</Note>
      <p className="hint">{words.status.signed(when, version)}</p>
      {introduction && <p className="typed">{introduction}</p>}
      <dl className="dl">
        {rows.map(({ label, answer, drawn }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="typed">
              <bdi>{answer}</bdi>
              {drawn && (
                <svg viewBox="0 0 400 120" width="200" height="60" role="img" aria-label={words.drawn(drawn.name)}>
                  <path d={drawn.drawn} fill="none" stroke="currentColor" strokeWidth="2.5" />
                </svg>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
