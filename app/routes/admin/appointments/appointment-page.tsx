import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { isStepBack } from '#app/domain/booking/attendance.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { BouncedEmail } from '#app/ui/admin/bounced-email.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { OptionalDetails } from '#app/ui/admin/optional-details.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { adminAddresses as addressWords } from '#content/pages/admin-addresses.ts'
import { adminAppointment as words, appointmentFee as feeWords } from '#content/pages/admin-appointments.ts'
import type { AppointmentView } from './appointment.tsx'
import { AppointmentFee } from './appointment-fee.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import { AppointmentForms } from './appointment-forms.tsx'
import { AppointmentTexts } from './appointment-texts.tsx'
import type { FilledIn } from './filled-in.server.ts'
import { BookingMoney } from '#app/ui/admin/booking-money.tsx'
import { EditAppointment } from './edit-appointment.tsx'
import { withoutFeeField } from './without-fee.ts'

export type AppointmentPageProps = AppointmentView & {
  /** As posted with errors. */
  correction: FormState
  isTight: boolean
  health: string | undefined
  filledIn: FilledIn | undefined
  /** In the drawer beside the calendar. */
  isBeside?: boolean
  clinicName: string
}

/** What it is and what to do with it come first; what is only read now and then follows. */
export function AppointmentPage(view: AppointmentPageProps) {
  return (
    <div className="stack adm-read">
      {view.bouncedEmail && <BouncedEmail email={view.bouncedEmail} />}
      <Summary {...view} />
      {view.money && <BookingMoney {...view.money} />}
      <section className="screen" id="appointment-state" aria-labelledby="state">
        <h2 id="state" className="vh">
          {words.state.heading}
        </h2>
        <FormOutcome form={view.form} />
        <Acts {...view} />
      </section>
      <Details {...view} />
      <EditAppointment {...view} />
      {view.fee && <AppointmentFee id={view.appointment.id} fee={view.fee} />}
      {view.forms.length > 0 && <AppointmentForms {...view} />}
      {view.texts && <AppointmentTexts id={view.appointment.id} texts={view.texts} />}
      <Health {...view} />
      {!view.isBeside && (
        <p className="screen">
          <Link to={view.calendar}>{words.back}</Link>
        </p>
      )}
    </div>
  )
}

const Summary = ({ when, service, withWhom, room, plan }: AppointmentPageProps) => (
  <p>
    <strong className="num">{when}</strong>
    <br />
    <span className="muted">
      {service}, {words.with} {[withWhom, room].filter(Boolean).join(', ')}
    </span>
    {plan && (
      <>
        <br />
        <Link className="num" to={plan.href}>
          {plan.text}
        </Link>
      </>
    )}
  </p>
)

function Details(view: AppointmentPageProps) {
  const { appointment, addressSource, mayReadHealth, mayOpenRecord, booked, clinicName } = view
  const { details } = words
  const { phone, email, note, patientId } = appointment
  return (
    <dl className="dl">
      <Detail name={details.phone}>
        <PhoneLink phone={phone} />
      </Detail>
      <Detail name={details.email}>
        {email ? <MailLink email={email} subject={words.replySubject(clinicName)} /> : details.noEmail}
        <AddressState appointment={appointment} addressSource={addressSource} mayReadHealth={mayReadHealth} />
      </Detail>
      <OptionalDetails contact={appointment} />
      <Detail name={details.booked}>{booked}</Detail>
      <Detail name={details.patient}>
        {mayOpenRecord && patientId && <Link to={`/admin/patients/${patientId}`}>{details.record}</Link>}
      </Detail>
      <Detail name={details.note} className="typed">
        {note && <bdi>{note}</bdi>}
      </Detail>
    </dl>
  )
}

type AddressProps = Pick<AppointmentPageProps, 'appointment' | 'addressSource' | 'mayReadHealth'>

/** Whether it opens what was given, unless the patient gave it; who reads that can confirm it. */
function AddressState({ appointment: { id, email, emailProved }, addressSource: source, mayReadHealth }: AddressProps) {
  if (source === 'none' || source === 'given') return null
  const isConfirmed = source === 'confirmed'
  return (
    <div className="screen">
      <p className="hint">
        {addressWords[source]} {emailProved === 1 ? addressWords.proved : addressWords.unproved}
      </p>
      {mayReadHealth && (
        <AppointmentForm id={id}>
          <input type="hidden" name="email" value={email} />
          <IntentButton
            intent={isConfirmed ? 'unconfirm-address' : 'confirm-address'}
            text={isConfirmed ? addressWords.unconfirm : addressWords.confirm}
            kind={isConfirmed ? 'text' : 'line'}
            small={!isConfirmed}
          />
        </AppointmentForm>
      )}
    </div>
  )
}

/** Shown only after a press of its own, and never printed. */
function Health({ appointment, health, eraseOn, mayReadHealth }: AppointmentPageProps) {
  return (
    <section className="screen" id="health" aria-labelledby="health-heading">
      <h2 id="health-heading">{words.health.heading}</h2>
      {appointment.hasHealth && appointment.isAddressProved === false && (
        <p className="hint">{words.health.unproved}</p>
      )}
      {health !== undefined ? (
        <p className="typed" id="outcome" tabIndex={-1}>
          <bdi>{health}</bdi>
        </p>
      ) : appointment.hasHealth && !mayReadHealth ? (
        <p className="muted">{words.health.sealed}</p>
      ) : appointment.hasHealth ? (
        <AppointmentForm id={appointment.id}>
          <p className="hint">{words.health.hint}</p>
          <IntentButton intent="health" text={words.health.button} kind="line" small />
        </AppointmentForm>
      ) : (
        <p className="muted">{words.health.none}</p>
      )}
      {appointment.hasHealth && mayReadHealth && (
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

function Acts(view: AppointmentView) {
  const { state } = words
  const { appointment, canChange, steps, undo, mailed } = view
  const { id } = appointment
  const told = appointment.email === '' ? state.noEmail : mailed ? state.told : state.toldByPhone
  const isRequest = appointment.state === 'requested'
  const isBack = (to: AppointmentState) => isStepBack(appointment.state, to)
  // The first one is what usually comes next, unless the request is answered first.
  const forward = steps.filter((to) => !isBack(to))
  // With a question of its own, which would push its button out of the row.
  const isAsking = (to: AppointmentState) => to === 'no-show' && view.fee?.ifMissed !== undefined
  const isDone = appointment.state === 'completed' || appointment.state === 'no-show'
  return (
    <div className="stack">
      <div className="row">
        {isRequest && canChange && <Act id={id} intent="accepted" text={state.accept} kind="primary" />}
        {isRequest && <Act id={id} intent="declined" text={state.decline} />}
        {forward.map(
          (to, index) =>
            !isAsking(to) && (
              <Step key={to} {...view} to={to} kind={index === 0 && !isRequest && !isDone ? 'primary' : 'line'} />
            ),
        )}
        {canChange && (
          <ButtonLink kind="line" small to={`/admin/appointments/${id}/move`}>
            {state.move}
          </ButtonLink>
        )}
      </div>
      {isRequest && <p className="hint">{told}</p>}
      {forward.filter(isAsking).map((to) => (
        <Step key={to} {...view} to={to} kind="line" />
      ))}
      {canChange && (
        <Cancel id={id} tellable={appointment.email !== '' && mailed} told={isRequest ? undefined : told} />
      )}
      {undo && <Act id={id} intent="undo" text={state.undo} kind="primary" />}
      {undo && <p className="hint">{state.undoTells[undo]}</p>}
      {steps.some(isBack) && (
        <div className="row">
          {steps.filter(isBack).map((to) => (
            <Step key={to} {...view} to={to} kind="text" />
          ))}
        </div>
      )}
    </div>
  )
}

/** Cancels at once. The email is sent seconds later, so that a mistake can be undone without one. */
function Cancel({ id, tellable, told }: { id: string; tellable: boolean; told: string | undefined }) {
  const { state } = words
  return (
    <AppointmentForm id={id}>
      {tellable ? <Checkbox label={state.tell} name="tell" defaultChecked /> : told && <p className="hint">{told}</p>}
      <IntentButton intent="cancel" text={state.cancel} kind="danger" />
    </AppointmentForm>
  )
}

type StepProps = Pick<AppointmentView, 'appointment' | 'fee'> & { to: AppointmentState; kind: ActProps['kind'] }

/** What staff record on its day, or a way back. */
function Step({ appointment: { id, state: from }, fee, to, kind }: StepProps) {
  const { steps, back } = words.state
  const texts: Partial<Record<AppointmentState, string>> = isStepBack(from, to) ? back : steps
  const ifMissed = to === 'no-show' ? fee?.ifMissed : undefined
  return (
    <Act id={id} intent={to} from={from} text={texts[to] ?? ''} kind={kind}>
      {ifMissed && <Checkbox label={feeWords.without(ifMissed)} name={withoutFeeField} />}
    </Act>
  )
}

type ActProps = {
  id: string
  intent: string
  text: string
  from?: string
  kind?: 'primary' | 'line' | 'text'
  children?: ReactNode
}

/** `from` is the status that the page showed, so that no newer one is overwritten. */
const Act = ({ id, intent, text, from, kind = 'line', children }: ActProps) => (
  <AppointmentForm id={id}>
    {from && <input type="hidden" name="from" value={from} />}
    {children}
    <IntentButton intent={intent} text={text} kind={kind} small />
  </AppointmentForm>
)
