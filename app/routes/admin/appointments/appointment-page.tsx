import { Link } from 'react-router'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { isStepBack } from '#app/domain/booking/attendance.ts'
import { optionalFields } from '#app/domain/booking/patient-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { BouncedEmail } from '#app/ui/admin/bounced-email.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { adminAppointment as words } from '#content/pages/admin-appointments.ts'
import type { AppointmentView } from './appointment.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import { EditAppointment } from './edit-appointment.tsx'

export type AppointmentPageProps = AppointmentView & {
  /** As posted with errors. */
  correction: FormState
  isTight: boolean
  health: string | undefined
  /** In the drawer beside the calendar. */
  isBeside?: boolean
  clinicName: string
}

export function AppointmentPage(view: AppointmentPageProps) {
  return (
    <div className="stack">
      <div className="stack">
        {view.bouncedEmail && <BouncedEmail email={view.bouncedEmail} />}
        <Details {...view} />
        <EditAppointment {...view} />
        <Health {...view} />
      </div>
      <div className="screen stack">
        <div className="panel">
          <section id="appointment-state" aria-labelledby="state">
            <h2 id="state">{words.state.heading}</h2>
            <FormOutcome form={view.form} />
            <Acts {...view} />
          </section>
        </div>
        {!view.isBeside && (
          <p>
            <Link to={view.calendar}>{words.back}</Link>
          </p>
        )}
      </div>
    </div>
  )
}

function Details({ appointment, when, booked, service, withWhom, room, clinicName }: AppointmentPageProps) {
  const { details } = words
  const { name, phone, email, note } = appointment
  return (
    <dl className="dl">
      <Detail name={details.when} className="num">
        {when}
      </Detail>
      <Detail name={details.patient}>
        <bdi>{name}</bdi>
      </Detail>
      <Detail name={details.phone}>
        <PhoneLink phone={phone} />
      </Detail>
      <Detail name={details.email}>
        {email ? <MailLink email={email} subject={words.replySubject(clinicName)} /> : details.noEmail}
      </Detail>
      {optionalFields.map((field) => (
        <Detail key={field.name} name={field.label}>
          {appointment[field.name] && <bdi>{appointment[field.name]}</bdi>}
        </Detail>
      ))}
      <Detail name={details.service}>{service}</Detail>
      <Detail name={details.with}>{withWhom}</Detail>
      <Detail name={details.room}>{room}</Detail>
      <Detail name={details.booked}>{booked}</Detail>
      <Detail name={details.note} className="typed">
        {note && <bdi>{note}</bdi>}
      </Detail>
    </dl>
  )
}

/** Shown only after a press of its own, and never printed. */
function Health({ appointment, health, eraseOn }: AppointmentPageProps) {
  return (
    <section className="screen" id="health" aria-labelledby="health-heading">
      <h2 id="health-heading">{words.health.heading}</h2>
      {health !== undefined ? (
        <p className="typed" id="outcome" tabIndex={-1}>
          <bdi>{health}</bdi>
        </p>
      ) : appointment.hasHealth ? (
        <AppointmentForm id={appointment.id}>
          <p className="hint">{words.health.hint}</p>
          <IntentButton intent="health" text={words.health.button} kind="line" small />
        </AppointmentForm>
      ) : (
        <p className="muted">{words.health.none}</p>
      )}
      {appointment.hasHealth && (
        <AppointmentForm id={appointment.id}>
          <p className="hint">{appointment.healthKept ? words.health.kept : words.health.erased(eraseOn)}</p>
          <IntentButton
            intent={appointment.healthKept ? 'release-health' : 'keep-health'}
            text={appointment.healthKept ? words.health.release : words.health.keep}
            kind="text"
          />
        </AppointmentForm>
      )}
    </section>
  )
}

function Acts({ appointment, canChange, steps, undo, mailed }: AppointmentView) {
  const { state } = words
  const { id } = appointment
  const told = appointment.email === '' ? state.noEmail : mailed ? state.told : state.toldByPhone
  return (
    <div className="stack">
      {appointment.state === 'requested' && (
        <div className="row">
          {canChange && <Act id={id} intent="accepted" text={state.accept} kind="primary" />}
          <Act id={id} intent="declined" text={state.decline} />
        </div>
      )}
      {canChange && (
        <div className="row">
          <ButtonLink kind="line" small to={`/admin/appointments/${id}/move`}>
            {state.move}
          </ButtonLink>
        </div>
      )}
      {appointment.state === 'requested' && <p className="hint">{told}</p>}
      {canChange && <Cancel id={id} tellable={appointment.email !== '' && mailed} told={told} />}
      {undo && <Act id={id} intent="undo" text={state.undo} kind="primary" />}
      {undo && <p className="hint">{state.undoTells[undo]}</p>}
      <Steps id={id} from={appointment.state} steps={steps} />
    </div>
  )
}

/** Cancels at once. The email is sent seconds later, so that a mistake can be undone without one. */
function Cancel({ id, tellable, told }: { id: string; tellable: boolean; told: string }) {
  const { state } = words
  return (
    <AppointmentForm id={id}>
      {tellable ? <Checkbox label={state.tell} name="tell" defaultChecked /> : <p className="hint">{told}</p>}
      <IntentButton intent="cancel" text={state.cancel} kind="line" small />
    </AppointmentForm>
  )
}

/** What staff record on its day, and the ways back. */
function Steps({ id, from, steps }: Pick<StepRowProps, 'id' | 'from' | 'steps'>) {
  const { state } = words
  const isBack = (to: AppointmentState) => isStepBack(from, to)
  return (
    <>
      <StepRow id={id} from={from} steps={steps.filter((to) => !isBack(to))} texts={state.steps} kind="line" />
      <StepRow id={id} from={from} steps={steps.filter(isBack)} texts={state.back} kind="text" />
    </>
  )
}

type StepRowProps = {
  id: string
  from: AppointmentState
  steps: AppointmentState[]
  texts: Partial<Record<AppointmentState, string>>
  kind: 'line' | 'text'
}

const StepRow = ({ id, from, steps, texts, kind }: StepRowProps) =>
  steps.length > 0 && (
    <div className="row">
      {steps.map((to) => (
        <Act key={to} id={id} intent={to} from={from} text={texts[to] ?? ''} kind={kind} />
      ))}
    </div>
  )

type ActProps = { id: string; intent: string; text: string; from?: string; kind?: 'primary' | 'line' | 'text' }

/** `from` is the status that the page showed, so that no newer one is overwritten. */
const Act = ({ id, intent, text, from, kind = 'line' }: ActProps) => (
  <AppointmentForm id={id}>
    {from && <input type="hidden" name="from" value={from} />}
    <IntentButton intent={intent} text={text} kind={kind} small />
  </AppointmentForm>
)
