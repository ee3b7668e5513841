import { handOverPage } from '#content/pages/hand-over.ts'
import { fromSunday } from '#app/domain/clinic/clinic.ts'
import { Link } from 'react-router'
import { daysField } from '#app/domain/booking/own-hours/own-hours.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { fieldState, namedField } from '#app/ui/forms/field-state.ts'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field, FieldError } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import { ownHoursPage as words } from '#content/pages/own-hours.ts'
import type { OwnHoursView } from './own-hours.server.ts'
import { AnywayButton, AskedQuestion, type Question } from './question.tsx'
import { SpanFields } from './span-fields.tsx'
import { WeekFields } from './week-fields.tsx'

export type Answer = { form?: FormState; question?: Question }

/** One person's hours, with forms to change them. */
export function OwnHours({ page, answer }: { page: OwnHoursView; answer: Answer | undefined }) {
  const { form = {}, question } = answer ?? {}
  const intent = form.values?.intent ?? ''
  /** What was posted belongs to one of the forms. */
  const formOf = (...intents: string[]) => (intents.includes(intent) ? form : {})
  const askedBy = (...intents: string[]) => (intents.includes(intent) ? question : undefined)
  return (
    <AdminPage
      title={words.of(page.name)}
      above={page.isManager && <Link to="/admin/hours">{words.all}</Link>}
      aside={page.isManager && <Link to={`/admin/appointments/hand-over?person=${page.id}`}>{handOverPage.title}</Link>}
      documentTitle={words.title}
    >
      <div className="stack adm-read">
        <FormOutcome form={form} />
        {!page.mayChange && <p>{words.locked}</p>}
        {intent === 'undo' && question && (
          <ActionForm className="stack" offline={admin.offline} aria-label={words.undo.heading}>
            <AskedQuestion {...question} />
            <input type="hidden" name="revision" value={form.values?.revision} />
            <div className="row">
              <AnywayButton intent="undo" />
            </div>
          </ActionForm>
        )}
        <Week page={page} form={formOf('week', 'as-clinic')} asked={askedBy('week', 'as-clinic')} />
        <Days
          page={page}
          form={formOf('days')}
          asked={askedBy('days')}
          removing={intent === 'remove-days' && question ? { id: form.values?.days, question } : undefined}
        />
        <Services services={page.services} form={formOf('services')} asked={askedBy('services')} />
        {page.isManager && <Allowed page={page} />}
      </div>
    </AdminPage>
  )
}

type Page = OwnHoursView

/** `asked`: the question that the form was answered with. */
type PartProps = { page: Page; form: FormState; asked: Question | undefined }

const Week = ({ page, form, asked }: PartProps) => (
  <section className="panel stack" aria-labelledby="week">
    <h2 id="week">{words.week.heading}</h2>
    {page.asClinic && <p>{words.week.asClinic}</p>}
    {page.teamDays && <p className="hint">{words.week.days(page.teamDays)}</p>}
    {page.mayChange ? (
      <ActionForm className="stack" noValidate offline={admin.offline}>
        <p className="hint">{words.week.hint}</p>
        <input type="hidden" name="revision" value={page.revision} />
        <WeekFields week={fromSunday(page.week)} form={form} />
        {asked && <AskedQuestion {...asked} />}
        <div className="row">
          <IntentButton intent="week" text={words.week.save} small />
          {asked && <AnywayButton intent={form.values?.intent ?? 'week'} />}
          {!page.asClinic && <IntentButton intent="as-clinic" text={words.week.reset} kind="text" />}
        </div>
      </ActionForm>
    ) : (
      <ul className="adm-items">
        {fromSunday(page.week).map(({ day, name, text }) => (
          <li key={day}>
            {name}: {text}
          </li>
        ))}
      </ul>
    )}
  </section>
)

type DaysProps = PartProps & { removing: { id: string | undefined; question: Question } | undefined }

const Days = ({ page, form, asked, removing }: DaysProps) => (
  <section className="panel stack" aria-labelledby="days">
    <h2 id="days">{words.days.heading}</h2>
    {page.days.length === 0 ? (
      <p>{words.days.none}</p>
    ) : (
      <ul className="adm-items">
        {page.days.map(({ id, text }) => (
          <li key={id}>
            {page.mayChange ? (
              <ActionForm offline={admin.offline}>
                <p>{text}</p>
                <input type="hidden" name="days" value={id} />
                <IntentButton
                  intent="remove-days"
                  text={words.days.remove}
                  kind="text"
                  aria-label={words.days.removeName(text)}
                />
                {removing?.id === id && (
                  <>
                    <AskedQuestion {...removing.question} />
                    <AnywayButton intent="remove-days" />
                  </>
                )}
              </ActionForm>
            ) : (
              <p>{text}</p>
            )}
          </li>
        ))}
      </ul>
    )}
    {page.mayChange && (
      <ActionForm className="stack" noValidate offline={admin.offline}>
        <p className="hint">{words.days.hint}</p>
        <div className="adm-times">
          <Field label={words.days.firstDay} type="date" min={page.today} {...namedField(form, 'firstDay')} />
          <Field label={words.days.lastDay} type="date" optional min={page.today} {...namedField(form, 'lastDay')} />
        </div>
        <SpanFields
          name={daysField}
          form={form}
          labels={{
            from: (nth) => (nth === 0 ? words.days.from : words.days.fromAgain(nth)),
            until: (nth) => (nth === 0 ? words.days.until : words.days.untilAgain(nth)),
            again: words.days.again,
          }}
        />
        {asked && <AskedQuestion {...asked} />}
        <div className="row">
          <IntentButton intent="days" text={words.days.add} small />
          {asked && <AnywayButton intent="days" />}
        </div>
      </ActionForm>
    )}
  </section>
)

/** Only what the clinic lets the person choose can be changed. */
function Services({ services, form, asked }: Omit<PartProps, 'page'> & { services: Page['services'] }) {
  const { error, id } = fieldState(form, 'services')
  const fixed = services.filter(({ isGiven, isAllowed }) => isGiven && !isAllowed).map(({ title }) => title)
  const allowed = services.filter(({ isAllowed }) => isAllowed)
  return (
    <section className="panel stack" aria-labelledby="services">
      <h2 id="services">{words.services.heading}</h2>
      {fixed.length > 0 && <p>{words.services.fixed(fixed.join(', '))}</p>}
      {allowed.length > 0 && (
        <ActionForm className="stack" offline={admin.offline}>
          <fieldset className="content-set" id={id} tabIndex={-1} aria-describedby={error && 'services-error'}>
            <legend>{words.services.legend}</legend>
            <p className="hint">{words.services.hint}</p>
            {allowed.map((service) => {
              const name = `gives.${service.id}`
              return (
                <Checkbox
                  key={service.id}
                  label={service.title}
                  name={name}
                  defaultChecked={form.values ? form.values[name] !== undefined : service.isGiven}
                />
              )
            })}
            {error && <FieldError id="services-error" text={error} />}
          </fieldset>
          {asked && <AskedQuestion {...asked} />}
          <div className="row">
            <IntentButton intent="services" text={words.services.save} small />
            {asked && <AnywayButton intent="services" />}
          </div>
        </ActionForm>
      )}
    </section>
  )
}

const Allowed = ({ page }: { page: Page }) => (
  <section className="panel stack" aria-labelledby="allow">
    <h2 id="allow">{words.allow.heading}</h2>
    <ActionForm className="stack" offline={admin.offline}>
      <p className="hint">{words.allow.hint}</p>
      <Checkbox label={words.allow.hours} name="hours" defaultChecked={page.isTheirs} />
      <fieldset className="content-set">
        <legend>{words.allow.services}</legend>
        {page.services.map(({ id, title, isAllowed }) => (
          <Checkbox key={id} label={title} name={`allowed.${id}`} defaultChecked={isAllowed} />
        ))}
      </fieldset>
      <IntentButton intent="allow" text={words.allow.save} small />
    </ActionForm>
  </section>
)
