import type { FormState } from '#app/domain/shared/form-state.ts'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState, namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminNewPlan as words, planWords } from '#content/pages/admin-plans.ts'
import { widget } from '#content/pages/booking.ts'
import { KnownPeople } from './known-people.tsx'
import type { NewPlanView } from './new-plan-view.server.ts'
import { PatientFields } from './patient-fields.tsx'
import { PlanBoard } from './plan-board.tsx'

type NewPlanProps = NewPlanView & {
  form: FormState
  /** Replaces the result of the search after a patient was selected. */
  message: string | undefined
}

/** One form: every button posts everything typed and chosen, and the answer shows it again. */
export function NewPlan(view: NewPlanProps) {
  const { found, days, known, form, message } = view
  return (
    <ActionForm
      id="new-plan"
      className="stack"
      action={`/admin/plans/new#${outcomeId}`}
      noValidate
      offline={admin.offline}
    >
      {/* Enter in a field presses the first button of its form. */}
      <button type="submit" className="vh" name="intent" value="enter" tabIndex={-1} aria-hidden="true" />
      <p className="muted">{words.lead}</p>
      <FormOutcome form={form} />
      <Wish {...view} />
      {found && <Proposals found={found} />}
      {(days.length > 0 || view.isOwn) && <Days {...view} />}
      <KnownPeople known={known} message={message} hasFocus={false} />
      <section className="panel stack" aria-labelledby="patient">
        <h2 id="patient">{words.patient}</h2>
        <input type="hidden" name="patient" value={form.values?.patient ?? ''} />
        <PatientFields form={form} />
        <IntentButton intent="book" text={words.button} pending={widget.pending} />
      </section>
    </ActionForm>
  )
}

/** What kind of plan, and when. */
const Wish = ({ templateId, templates, isOwn, people, today, form }: NewPlanProps) => (
  <section className="panel stack" aria-labelledby="wish">
    <h2 id="wish">{words.wish.heading}</h2>
    <div className="adm-bar">
      <SelectField
        label={words.template}
        name="template"
        options={templates}
        {...fieldState(form, 'template')}
        defaultValue={templateId}
      />
      {isOwn && <Field label={words.title} hint={words.titleHint} optional {...namedField(form, 'title')} />}
      <Field label={words.from} type="date" min={today} optional {...namedField(form, 'from')} />
      <SelectField
        label={words.part}
        name="part"
        options={Object.entries(words.parts)}
        {...fieldState(form, 'part', '')}
      />
      {people.length > 0 && (
        <SelectField label={words.with} name="with" options={people} {...fieldState(form, 'with', '')} />
      )}
      <IntentButton intent="propose" text={words.propose} kind="line" />
    </div>
  </section>
)

const Proposals = ({ found: { proposals, failing } }: { found: NonNullable<NewPlanView['found']> }) => (
  <section className="stack" aria-labelledby="proposals">
    <h2 id="proposals">{words.proposals.heading}</h2>
    {failing && (
      <p>
        {words.proposals.failing(failing.number)}{' '}
        {failing.near.length > 0 && words.proposals.near(failing.near.join('; '))}
      </p>
    )}
    {proposals.length === 0 && <p className="muted">{words.proposals.none}</p>}
    <div className="plan-proposals">
      {proposals.map(({ kind, value, days }) => (
        <section key={kind} className="panel stack" aria-labelledby={`proposal-${kind}`}>
          <h3 id={`proposal-${kind}`}>{words.proposals.kinds[kind]}</h3>
          <ol className="num">
            {days.map((day) => (
              <li key={day}>{day}</li>
            ))}
          </ol>
          <Button
            kind="line"
            small
            name="press"
            value={`take:${value}`}
            aria-label={words.proposals.takeName(words.proposals.kinds[kind])}
          >
            {words.proposals.take}
          </Button>
        </section>
      ))}
    </div>
  </section>
)

const Days = ({ templateId, days, week, services, form }: NewPlanProps) => (
  <section className="panel stack" aria-labelledby="days">
    <h2 id="days">{words.days.heading}</h2>
    <input type="hidden" name="of" value={templateId} />
    {days.length === 0 && <p className="muted">{words.days.none}</p>}
    {week && (
      <div className="cal-page plan-board">
        <div>
          <div className="row">
            <h3>{week.title}</h3>
            <input type="hidden" name="week" value={week.shown} />
            <Button kind="line" small name="press" value={`week:${week.previous}`}>
              {words.previous}
            </Button>
            <Button kind="line" small name="press" value={`week:${week.next}`}>
              {words.next}
            </Button>
          </div>
          <p className="hint">{words.days.hint}</p>
          <PlanBoard grid={week.grid} />
        </div>
      </div>
    )}
    {days.length > 0 && (
      <ol className="adm-items plan-chosen">
        {days.map((day) => (
          <ChosenDay key={day.number} day={day} form={form} />
        ))}
      </ol>
    )}
    <div className="adm-bar">
      <SelectField label={words.days.add} name="add" options={services} {...fieldState(form, 'add')} />
      <IntentButton intent="add" text={words.days.addButton} kind="line" />
    </div>
  </section>
)

type ChosenDayProps = { day: NewPlanView['days'][number]; form: FormState }

function ChosenDay({ day: { number, value, serviceId, turn, service, when, who, options }, form }: ChosenDayProps) {
  const { error } = fieldState(form, `other.${number}`)
  return (
    <li id={`day-${number}`}>
      <input type="hidden" name={`day.${number}`} value={value} />
      <input type="hidden" name={`service.${number}`} value={serviceId} />
      <input type="hidden" name={`turn.${number}`} value={turn ?? ''} />
      <div className="row">
        <p>
          <b>{planWords.day(number)}</b> <span className="num">{when}</span>{' '}
          <span className="muted">{[service, who].filter(Boolean).join(', ')}</span>
        </p>
        {!options && (
          <Button kind="line" small name="press" value={`change:${number}`} aria-label={words.days.changeName(number)}>
            {words.days.change}
          </Button>
        )}
        <Button kind="line" small name="press" value={`remove:${number}`} aria-label={words.days.removeName(number)}>
          {words.days.remove}
        </Button>
      </div>
      {options && options.length === 0 && <p className="hint">{words.days.nothing}</p>}
      {options && options.length > 0 && (
        <div className="adm-bar">
          <SelectField
            label={words.days.other(number)}
            {...fieldState({ ...form, values: {} }, `other.${number}`)}
            name={`other.${number}`}
            options={[['', error ? words.days.choose : words.days.keep], ...options]}
          />
          <IntentButton intent="show" text={words.days.use} kind="line" />
        </div>
      )}
    </li>
  )
}
