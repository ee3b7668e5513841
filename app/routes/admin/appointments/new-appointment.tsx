import type { FormState } from '#app/domain/shared/form-state.ts'
import { useSite } from '#app/http/site.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { TimePanel } from '#app/ui/booking/time-panel.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState, namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { adminNewAppointment as words } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import { widget } from '#content/pages/booking.ts'
import type { NewAppointmentView } from './new.tsx'
import { KnownPeople } from './known-people.tsx'
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
export function NewAppointment({ serviceId, services, times, pressed, known, form, message }: NewAppointmentProps) {
  const { clinic } = useSite()
  const time = times.chosen ?? times.lost
  const outcome = times.lost && !form.error ? { ...form, error: words.lost } : form
  // The part that gets the focus after a press that does not book.
  const landing = pressed === 'find' || pressed === 'use' ? 'known' : pressed && times.step
  const lands = outcome.error || outcome.fieldErrors ? undefined : landing
  return (
    <ActionForm
      id="new-appointment"
      className="stack"
      action={`/admin/appointments/new#${outcomeId}`}
      noValidate
      offline={admin.offline}
    >
      {/* Enter in a field presses the first button of its form. */}
      <button type="submit" className="vh" name="intent" value="enter" tabIndex={-1} aria-hidden="true" />
      <div className="adm-bar">
        <SelectField
          label={words.service}
          name="service"
          options={services}
          {...fieldState(form, 'service')}
          defaultValue={serviceId}
        />
        <IntentButton intent="show" text={words.show} kind="line" />
      </div>
      <KnownPeople known={known} message={message} hasFocus={lands === 'known'} />
      <div className="panel sched" data-step={times.step}>
        <TimePanel
          clinic={clinic}
          view={times}
          isPublic={false}
          landing={lands === 'known' ? undefined : lands}
          nearest={times.lost?.nearest}
        />
        <div className="confirm">
          <FormOutcome form={outcome} />
          {/* The choices so far, as query parameters. */}
          {[...new URLSearchParams(times.query)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {time && (
            <p id={lands === 'confirm' ? outcomeId : 'confirm'} tabIndex={-1}>
              <span className="hint">{words.yours}</span>{' '}
              <strong>
                <NoBreak text={time.text} />
                {times.ways && `, ${times.ways.video.chosen ? widget.ways.byVideo : widget.ways.atClinic}`}
              </strong>
            </p>
          )}
          <input type="hidden" name="patient" value={form.values?.patient ?? ''} />
          {form.values?.plan && <PlanFields {...form.values} plan={form.values.plan} />}
          <PatientFields form={form} />
          <IntentButton intent="book" text={words.button} pending={widget.pending} />
          <SqueezeIn form={form} />
        </div>
      </div>
    </ActionForm>
  )
}

/** It becomes a day of a plan. */
const PlanFields = ({ plan, instead = '' }: { plan: string; instead?: string }) => (
  <p className="hint">
    {words.dayOfPlan}
    <input type="hidden" name="plan" value={plan} />
    <input type="hidden" name="instead" value={instead} />
  </p>
)

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
