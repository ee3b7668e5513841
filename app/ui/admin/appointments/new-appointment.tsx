import type { CalendarView } from '#app/domain/booking/calendar-view.ts'
import type { WidgetStep } from '#app/domain/booking/choice.ts'
import type { KnownPatient } from '#app/domain/booking/known-patient.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ChoiceStep } from '#app/ui/booking/choice-step.tsx'
import { Nearest, TimeSteps } from '#app/ui/booking/time-steps.tsx'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { adminNewAppointment as words } from '#content/pages/admin-appointments.ts'
import { widget } from '#content/pages/booking.ts'
import { services } from '#content/services.ts'
import { PatientFields } from './patient-fields.tsx'
import { KnownPeople } from './known-people.tsx'

type NewAppointmentProps = {
  path: string
  clinic: ClinicFacts
  serviceId: string
  view: CalendarView
  known: { searched: string | undefined; people: KnownPatient[]; message?: string }
  form: FormState
  /** The part that gets the focus after a press that does not book. */
  landing: WidgetStep | 'known' | undefined
}

/**
 * One form: every button, also of a day, a time or an earlier patient, posts everything typed, and the response shows it
 * again. So no URL says anything about a patient, and the page works without scripts.
 */
export function NewAppointment({ path, clinic, serviceId, view, known, form, landing }: NewAppointmentProps) {
  const time = view.chosen ?? view.lost
  const outcome = view.lost && !form.error ? { ...form, error: words.lost } : form
  const lands = outcome.error || outcome.fieldErrors ? undefined : landing
  return (
    <form
      id="new-appointment"
      className="stack"
      method="post"
      action={`${path}#${outcomeId}`}
      noValidate
      data-swap
      data-enhance
      data-offline={widget.offline(clinic)}
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
        <Button kind="line" name="intent" value="show">
          {words.show}
        </Button>
      </div>
      <KnownPeople {...known} hasFocus={lands === 'known'} />
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
          <Button name="intent" value="book" data-pending={widget.pending}>
            {words.button}
          </Button>
          <SqueezeIn form={form} />
          {view.step === 'confirm' && (
            <ChoiceStep className="btn-text only-narrow" query={view.chosen?.query ?? view.fresh}>
              {widget.otherTime}
            </ChoiceStep>
          )}
        </div>
      </div>
    </form>
  )
}

function SqueezeIn({ form }: { form: FormState }) {
  const { heading, hint, day, time, button } = words.anyway
  return (
    <fieldset className="caller">
      <legend>{heading}</legend>
      <p className="hint">{hint}</p>
      <div className="adm-times">
        <Field label={day} name="anyDay" type="date" optional {...fieldState(form, 'anyDay')} />
        <Field label={time} name="anyTime" type="time" optional {...fieldState(form, 'anyTime')} />
      </div>
      <Button kind="line" name="intent" value="anyway">
        {button}
      </Button>
    </fieldset>
  )
}
