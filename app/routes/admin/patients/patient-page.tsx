import { Link } from 'react-router'
import { optionalFields } from '#app/domain/patients/patient-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { PhoneLink, toDialed } from '#app/ui/admin/phone-link.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { adminAppointment, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import { appointmentTexts as texts } from '#content/pages/admin-texts.ts'
import { orderStates } from '#content/pages/admin-orders.ts'
import { PlanCard } from '#app/ui/admin/plan-card.tsx'
import { Part } from './part.tsx'
import type { PatientView } from './patient.tsx'
import { PatientNotes } from './patient-notes.tsx'
import { PatientRequests } from './patient-requests.tsx'
import { PatientTags } from './patient-tags.tsx'
import type { PatientAnswer } from './receive-patient.server.ts'
import { SamePerson, SplitVisits } from './same-person.tsx'
import { patientPage as words } from './words.ts'

export type PatientPageProps = PatientView & Omit<PatientAnswer, 'form'> & { form: FormState; clinicName: string }

export const PatientPage = (view: PatientPageProps) => (
  <div className="stack">
    <Contact {...view} />
    <FormOutcome form={view.form} />
    {view.givenPhones.map((given) => (
      <GivenPhone key={given.appointmentId} {...given} />
    ))}
    {view.isOverlapping && <Note kind="warn">{words.overlapping}</Note>}
    <div className="cols two">
      <div className="stack">
        {view.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
        <Part id="visits" heading={words.visits} hint={words.visitCounts(view.held, view.noShows)}>
          <Visits appointments={view.appointments} />
          {view.mayMerge && <SplitVisits appointments={view.appointments} />}
        </Part>
        {view.orders.length > 0 && <Orders {...view} />}
        {view.mayEnter && <PatientRequests {...view} />}
      </div>
      <div className="stack">
        <PatientTags {...view} />
        {view.getsTexts && <Texts />}
        <PatientNotes {...view} />
        {view.healthAnswers.length > 0 && <Health {...view} />}
        {view.messages.length > 0 && <Messages {...view} />}
        {view.mayMerge && <SamePerson {...view} />}
      </div>
    </div>
    <p className="screen">
      <Link to="/admin/patients">{words.back}</Link>
    </p>
  </div>
)

const Contact = ({ id, contact, since, mayBookPlan, clinicName }: PatientPageProps) => (
  <div className="stack">
    <p className="muted">
      {since && `${words.since(since)}. `}
      <PhoneLink phone={contact.phone} />
      {contact.phone && contact.email && ', '}
      {contact.email && <MailLink email={contact.email} subject={words.subject(clinicName)} />}
    </p>
    {optionalFields.map(
      ({ name, label }) =>
        contact[name] && (
          <p key={name} className="muted">
            {label}: <bdi>{contact[name]}</bdi>
          </p>
        ),
    )}
    <div className="row screen">
      <ButtonLink small to={`/admin/appointments/new?patient=${id}`}>
        {words.bookAgain}
      </ButtonLink>
      {mayBookPlan && (
        <ButtonLink kind="line" small to={`/admin/plans/new?patient=${id}`}>
          {words.bookPlan}
        </ButtonLink>
      )}
      {contact.email && (
        <MailLink email={contact.email} subject={words.subject(clinicName)} className="btn btn-line btn-s">
          {words.write}
        </MailLink>
      )}
      {contact.phone && (
        <ButtonLink kind="line" small href={toDialed(contact.phone)}>
          {words.call}
        </ButtonLink>
      )}
    </div>
  </div>
)

const GivenPhone = ({ appointmentId, phone }: PatientView['givenPhones'][number]) => (
  <Note kind="info">
    <p>
      {words.phones.given(phone)} <Link to={`/admin/appointments/${appointmentId}`}>{words.phones.seeIt}</Link>
    </p>
    <ActionForm className="screen" offline={admin.offline}>
      <input type="hidden" name="appointment" value={appointmentId} />
      <IntentButton intent="accept-phone" text={words.phones.accept} kind="line" small />
      <IntentButton intent="decline-phone" text={words.phones.decline} kind="line" small />
    </ActionForm>
  </Note>
)

const Visits = ({ appointments }: Pick<PatientView, 'appointments'>) => (
  <Table columns={words.columns}>
    {appointments.map(({ id, time, service, place, state, cancelledLate, payBy, heldBack, late }) => (
      <tr key={id}>
        <td>
          <Link className="leads num" to={`/admin/appointments/${id}`}>
            {time}
          </Link>
        </td>
        <td className="muted">{[service, place].filter(Boolean).join(', ')}</td>
        <td>
          <span className={late ? 'tag tag-late' : 'tag'}>
            {late ?? formatAppointmentState({ state, cancelledLate, payBy, heldBack })}
          </span>
        </td>
      </tr>
    ))}
  </Table>
)

const Orders = ({ orders, spent }: PatientView) => (
  <Part id="orders" heading={words.orders} hint={`${words.orderTotal(orders.length, spent)}. ${words.byAddress}`}>
    <Table columns={words.orderColumns} amount="total">
      {orders.map(({ number, status, lines, totalCents }) => (
        <tr key={number}>
          <td>
            <Link className="leads num" to={`/admin/orders/${number}`}>
              {number}
            </Link>
          </td>
          <td className="muted">{lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')}</td>
          <td>{orderStates[status]}</td>
          <td className="amount num">{formatCents(totalCents)}</td>
        </tr>
      ))}
    </Table>
  </Part>
)

const Texts = () => (
  <Part id="texts" heading={texts.heading}>
    <p>{texts.patient}</p>
    <ActionForm className="screen" offline={admin.offline}>
      <IntentButton intent="end-texts" text={texts.end} kind="line" small />
    </ActionForm>
  </Part>
)

const Health = ({ healthAnswers, mayReadHealth }: PatientView) => (
  <Part id="health" heading={words.health} hint={mayReadHealth ? words.healthOpen : words.healthSealed}>
    <ul>
      {healthAnswers.map(({ id, when, isUnproved }) => (
        <li key={id}>
          <Link className="num" to={`/admin/appointments/${id}`}>
            {when}
          </Link>
          {isUnproved && <span className="hint"> {adminAppointment.health.unproved}</span>}
        </li>
      ))}
    </ul>
  </Part>
)

const Messages = ({ messages }: PatientView) => (
  <Part id="messages" heading={words.messages} hint={words.byAddress}>
    <ul>
      {messages.map(({ id, name, when }) => (
        <li key={id}>
          <Link to={`/admin/messages/${id}`}>
            <bdi>{name}</bdi>
          </Link>{' '}
          <span className="hint num">{when}</span>
        </li>
      ))}
    </ul>
  </Part>
)
