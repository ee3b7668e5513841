import { type KnownPatient, isSearchable } from '#app/domain/booking/known-patient.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { useSite } from '#app/http/site.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { ChoiceStep } from '#app/ui/booking/choice-step.tsx'
import { Nearest, TimeSteps } from '#app/ui/booking/time-steps.tsx'
import { EnhancedForm } from '#app/ui/forms/enhanced-form.tsx'
import { fieldState, namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { adminNewAppointment as words } from '#content/pages/admin-appointments.ts'
import { widget } from '#content/pages/booking.ts'
import { services } from '#content/services.ts'
import type { NewAppointmentView } from './new.tsx'
import { PatientFields } from './patient-fields.tsx'

type NewAppointmentProps = NewAppointmentView & {
  form: FormState
  /** Replaces the result of the search after a patient was selected. */
  message: string | undefined
}

/**
 * One form: every button, also of a day, a time or an earlier patient, posts everything typed, and the response shows it
 * again. So no URL says anything about a patient, and the page works without scripts.
 */
export function NewAppointment({ serviceId, view, pressed, known, form, message }: NewAppointmentProps) {
  const { clinic } = useSite()
  const time = view.chosen ?? view.lost
  const outcome = view.lost && !form.error ? { ...form, error: words.lost } : form
  // The part that gets the focus after a press that does not book.
  const landing = pressed === 'find' || pressed === 'use' ? 'known' : pressed && view.step
  const lands = outcome.error || outcome.fieldErrors ? undefined : landing
  return (
    <EnhancedForm
      id="new-appointment"
      className="stack"
      action={`/admin/appointments/new#${outcomeId}`}
      noValidate
      data-swap
      offline={widget.offline(clinic)}
    >
      {/* Enter in a field presses the first button of its form. */}
      <button type="submit" className="vh" name="intent" value="enter" tabIndex={-1} aria-hidden="true" />
      <div className="adm-bar">
        <SelectField
          label={words.service}
          name="service"
          options={services.map(({ id, title }) => [id, title])}
          {...fieldState(form, 'service')}
          defaultValue={serviceId}
        />
        <IntentButton intent="show" text={words.show} kind="line" />
      </div>
      <KnownPeople {...known} message={message} hasFocus={lands === 'known'} />
      <div className="panel sched" data-step={view.step}>
        <TimeSteps clinic={clinic} view={view} isPublic={false} landing={lands === 'known' ? undefined : lands} />
        <div className="confirm">
          <FormOutcome form={outcome} />
          {view.lost && <Nearest times={view.lost.nearest} />}
          {/* The choices so far, as query parameters. */}
          {[...new URLSearchParams(view.query)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {time && (
            <p id={lands === 'confirm' ? outcomeId : 'confirm'} tabIndex={-1}>
              <span className="hint">{words.yours}</span>{' '}
              <strong>
                <NoBreak text={time.text} />
                {view.ways && `, ${view.ways.video.chosen ? widget.ways.byVideo : widget.ways.atClinic}`}
              </strong>
            </p>
          )}
          <PatientFields form={form} />
          <IntentButton intent="book" text={words.button} data-pending={widget.pending} />
          <SqueezeIn form={form} />
          {view.step === 'confirm' && (
            <ChoiceStep className="btn-text only-narrow" query={view.chosen?.query ?? view.fresh}>
              {widget.otherTime}
            </ChoiceStep>
          )}
        </div>
      </div>
    </EnhancedForm>
  )
}

function SqueezeIn({ form }: { form: FormState }) {
  const { heading, hint, day, time, button } = words.anyway
  return (
    <fieldset className="caller">
      <legend>{heading}</legend>
      <p className="hint">{hint}</p>
      <div className="adm-times">
        <Field label={day} type="date" optional {...namedField(form, 'anyDay')} />
        <Field label={time} type="time" optional {...namedField(form, 'anyTime')} />
      </div>
      <IntentButton intent="anyway" text={button} kind="line" />
    </fieldset>
  )
}

/** `hasFocus`: whether this part gets the focus after the post. */
type KnownPeopleProps = NewAppointmentView['known'] & { message: string | undefined; hasFocus: boolean }

/** Finds earlier patients by name or phone, while typing or with the button. */
function KnownPeople({ searched, people, message, hasFocus }: KnownPeopleProps) {
  const headingId = hasFocus ? outcomeId : 'known-heading'
  return (
    <section aria-labelledby={headingId} className="stack">
      <h2 id={headingId} tabIndex={-1}>
        {words.known.heading}
      </h2>
      <div className="adm-bar">
        <Field
          label={words.known.label}
          name="known"
          type="search"
          autoComplete="off"
          optional
          defaultValue={searched}
          data-press="find-known"
          data-press-typing
        />
        <IntentButton intent="find" text={words.known.find} kind="line" id="find-known" data-live-only />
      </div>
      <p role="status" id="known-said" data-live>
        {message ?? describeResult(searched, people)}
      </p>
      <div id="known-people" data-live>
        {/* Tells Enter in another field from Enter in the search field, also without scripts. */}
        <input type="hidden" name="searched" value={searched ?? ''} />
        {people.length > 0 && (
          <ul className="adm-items" aria-label={words.known.found}>
            {people.map(({ id, name, phone, email }) => (
              <li key={id}>
                <button type="submit" className="btn-text" name="use" value={id}>
                  <bdi>{name}</bdi>
                </button>{' '}
                <span className="hint">{[phone, email].filter(Boolean).join(', ')}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function describeResult(searched: string | undefined, people: KnownPatient[]) {
  if (searched === undefined || people.length > 0) return undefined
  return isSearchable(searched) ? words.known.none : words.known.tooShort
}
