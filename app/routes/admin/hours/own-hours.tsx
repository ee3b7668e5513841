import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import type { AppointmentRow } from '#app/ui/admin/appointment-rows.ts'
import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import { ownHoursPage as words } from '#content/pages/own-hours.ts'
import type { OwnHoursView } from './own-hours.server.ts'
import { WeekFields } from './week-fields.tsx'

export type Answer = { form?: FormState; overlapping?: AppointmentRow[] }

/** One person's hours, with forms to change them. */
export function OwnHours({ page, answer }: { page: OwnHoursView; answer: Answer | undefined }) {
  const { form = {}, overlapping } = answer ?? {}
  const intent = form.values?.intent ?? ''
  /** What was posted belongs to one of the forms. */
  const formOf = (...intents: string[]) => (intents.includes(intent) ? form : {})
  const question = overlapping && <AppointmentTable appointments={overlapping} />
  const anyway = overlapping && <IntentButton intent={`${intent}-anyway`} text={words.anyway} kind="line" small />
  return (
    <AdminPage
      title={words.of(page.name)}
      above={page.isManager && <Link to="/admin/hours">{words.all}</Link>}
      documentTitle={words.title}
    >
      <div className="stack adm-read">
        <FormOutcome form={form} />
        {!page.mayChange && <p>{words.locked}</p>}
        <Week page={page} form={formOf('week', 'as-clinic')} {...{ question, anyway }} />
        <Days
          page={page}
          form={formOf('days')}
          removing={intent === 'remove-days' ? form.values?.days : undefined}
          {...{ question, anyway }}
        />
        <Services services={page.services} form={formOf('services')} />
        {page.isManager && <Allowed page={page} />}
      </div>
    </AdminPage>
  )
}

type Page = OwnHoursView

/** The appointments that the posted hours would leave outside, and the button that saves them nonetheless. */
type Question = { question: ReactNode; anyway: ReactNode }

const Week = ({ page, form, question, anyway }: { page: Page; form: FormState } & Question) => (
  <section className="panel stack" aria-labelledby="week">
    <h2 id="week">{words.week.heading}</h2>
    {page.asClinic && <p>{words.week.asClinic}</p>}
    {page.teamDays && <p className="hint">{words.week.days(page.teamDays)}</p>}
    {page.mayChange ? (
      <ActionForm className="stack" noValidate offline={admin.offline}>
        <p className="hint">{words.week.hint}</p>
        <input type="hidden" name="revision" value={page.revision} />
        <WeekFields week={page.week} form={form} />
        {form.values && question}
        <div className="row">
          <IntentButton intent="week" text={words.week.save} small />
          {form.values && anyway}
          {!page.asClinic && <IntentButton intent="as-clinic" text={words.week.reset} kind="text" />}
        </div>
      </ActionForm>
    ) : (
      <ul className="adm-items">
        {page.week.map(({ day, name, text }) => (
          <li key={day}>
            {name}: {text}
          </li>
        ))}
      </ul>
    )}
  </section>
)

type DaysProps = { page: Page; form: FormState; removing: string | undefined } & Question

const Days = ({ page, form, removing, question, anyway }: DaysProps) => (
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
                {removing === id && (
                  <>
                    {question}
                    {anyway}
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
        <div className="adm-times">
          <Field label={words.days.from} type="time" optional {...namedField(form, 'from')} />
          <Field label={words.days.until} type="time" optional {...namedField(form, 'until')} />
        </div>
        {form.values && question}
        <div className="row">
          <IntentButton intent="days" text={words.days.add} small />
          {form.values && anyway}
        </div>
      </ActionForm>
    )}
  </section>
)

/** Only what the clinic lets the person choose can be changed. */
function Services({ services, form }: { services: Page['services']; form: FormState }) {
  const fixed = services.filter(({ isGiven, isAllowed }) => isGiven && !isAllowed).map(({ title }) => title)
  const allowed = services.filter(({ isAllowed }) => isAllowed)
  return (
    <section className="panel stack" aria-labelledby="services">
      <h2 id="services">{words.services.heading}</h2>
      {fixed.length > 0 && <p>{words.services.fixed(fixed.join(', '))}</p>}
      {allowed.length > 0 && (
        <ActionForm className="stack" offline={admin.offline}>
          <p className="hint">{words.services.hint}</p>
          {allowed.map(({ id, title, isGiven }) => {
            const name = `gives.${id}`
            return (
              <Checkbox
                key={id}
                label={title}
                name={name}
                defaultChecked={form.values ? form.values[name] !== undefined : isGiven}
              />
            )
          })}
          <IntentButton intent="services" text={words.services.save} small />
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
