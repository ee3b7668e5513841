import { Link } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { OptionalDetails } from '#app/ui/admin/optional-details.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { useSite } from '#app/http/site.ts'
import { adminAppointment, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import { BookingMoney } from '#app/ui/admin/booking-money.tsx'
import { PlanDays } from '#app/ui/admin/plan-days.tsx'
import type { PlanDayView } from '#app/ui/admin/plan-view.ts'
import type { PlanPageView } from './plan.tsx'
import { PayBack, Prepaid } from './plan-money.tsx'
import { plansPage, planWords as words } from '#content/pages/admin-plans.ts'

export type PlanPageProps = PlanPageView & { form: FormState }

export const PlanPage = (view: PlanPageProps) => (
  <div className="stack">
    <p>
      <strong>{view.title}</strong>
      <br />
      <span className="muted num">{view.text}</span>{' '}
      {view.isPrepaid && <span className="tag">{plansPage.prepaid}</span>}
    </p>
    {view.online && <BookingMoney {...view.online} />}
    <FormOutcome form={view.form} />
    {view.needsAttention && <Note kind="warn">{words.missed(view.progress.missed)}</Note>}
    <PlanDays days={view.days} />
    <section className="panel stack" aria-labelledby="days">
      <h2 id="days">{words.days}</h2>
      <Days {...view} />
      <p className="row screen">
        <ButtonLink kind="line" small to={toNewDay(view)}>
          {words.add}
        </ButtonLink>
        {view.mayMoveAll && view.ahead > 1 && (
          <ButtonLink kind="line" small to={`/admin/plans/${view.id}/move`}>
            {words.moveAll.link(view.ahead)}
          </ButtonLink>
        )}
      </p>
    </section>
    <div className="cols two">
      <Details {...view} />
      <div className="stack">
        {view.mayMark && <Prepaid {...view} />}
        {view.mayPayBack && view.money?.back && <PayBack {...view} back={view.money.back} />}
        {view.ahead > 0 && <CancelLeft {...view} />}
      </div>
    </div>
  </div>
)

/** New appointment for the same patient and service; `instead`: of a day that is canceled or missed. */
function toNewDay({ id, days, patientId }: PlanPageProps, instead?: PlanDayView) {
  const query = new URLSearchParams({ plan: id, service: (instead ?? days.at(-1)!).serviceId })
  if (patientId) query.set('patient', patientId)
  if (instead) query.set('instead', instead.id)
  return `/admin/appointments/new?${query}`
}

const Days = (view: PlanPageProps) => (
  <Table columns={words.columns}>
    {view.days.map((day) => (
      <tr key={day.id}>
        <td>
          <Link className="num" to={`/admin/appointments/${day.id}`}>
            {words.day(day.number)}
          </Link>
        </td>
        <td className="num">{day.time}</td>
        <td className="muted">{[day.service, day.place].filter(Boolean).join(', ')}</td>
        <td>
          <span className={day.late || day.status === 'missed' ? 'tag tag-late' : 'tag'}>
            {day.late ?? formatAppointmentState(day)}
          </span>
        </td>
        <td className="screen">
          {day.canChange && (
            <div className="row">
              <ButtonLink
                kind="line"
                small
                to={`/admin/appointments/${day.id}/move`}
                aria-label={words.moveName(day.number)}
              >
                {words.move}
              </ButtonLink>
              <ActionForm action={`/admin/appointments/${day.id}#${outcomeId}`} offline={admin.offline}>
                <ReturnHere />
                {view.contact.email !== '' && view.mailed && <input type="hidden" name="tell" value="on" />}
                <IntentButton
                  intent="cancel"
                  text={words.cancel}
                  kind="danger"
                  aria-label={words.cancelName(day.number)}
                />
              </ActionForm>
            </div>
          )}
          {day.status === 'missed' && (
            <ButtonLink kind="line" small to={toNewDay(view, day)} aria-label={words.elsewhereName(day.number)}>
              {words.elsewhere}
            </ButtonLink>
          )}
        </td>
      </tr>
    ))}
  </Table>
)

const Details = ({ contact, patientId, booked }: PlanPageProps) => (
  <dl className="dl">
    <Detail name={words.phone}>
      <PhoneLink phone={contact.phone} />
    </Detail>
    <Detail name={words.email}>
      {contact.email ? (
        <MailLink email={contact.email} subject={adminAppointment.replySubject(useSite().clinic.name)} />
      ) : (
        words.noEmail
      )}
    </Detail>
    <OptionalDetails contact={contact} />
    <Detail name={words.booked}>{booked}</Detail>
    <Detail name={words.patient}>{patientId && <Link to={`/admin/patients/${patientId}`}>{words.record}</Link>}</Detail>
  </dl>
)

const CancelLeft = ({ ahead, contact, mailed }: PlanPageProps) => (
  <section className="panel stack screen" aria-labelledby="cancel">
    <h2 id="cancel">{words.cancelAll.heading}</h2>
    <p className="hint">{words.cancelAll.hint(ahead)}</p>
    <ActionForm offline={admin.offline}>
      {contact.email !== '' && mailed && <Checkbox label={adminAppointment.state.tell} name="tell" defaultChecked />}
      <IntentButton intent="cancel-plan" text={words.cancelAll.button} kind="danger" />
    </ActionForm>
  </section>
)
