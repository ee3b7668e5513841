import { Link } from 'react-router'
import { requestKinds, requestWays } from '#app/domain/patients/data-request.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import { Part } from './part.tsx'
import type { PatientPageProps } from './patient-page.tsx'
import { patientPage } from './words.ts'

const words = patientPage.requests

type Request = PatientPageProps['requests'][number]

/** What the patient asked about their data, with the days that are left. What was written is shown after a press. */
export function PatientRequests(view: PatientPageProps) {
  const { id, requests, openedRequests, mayDecide, keptAppointment } = view
  const hasText = requests.some((request) => request.hasText)
  return (
    <Part id="requests" heading={words.heading}>
      {requests.length === 0 && <p className="muted">{words.none}</p>}
      {keptAppointment && (
        <p>
          <Link to={`/admin/appointments/${keptAppointment}`}>{patientPage.visits}</Link>
        </p>
      )}
      {requests.length > 0 && (
        <ul className="stack">
          {requests.map((request) => (
            <li key={request.id} className="stack">
              <RequestFacts request={request} opened={openedRequests?.find((one) => one.id === request.id)} />
              {request.isOpen && mayDecide && <Decide {...view} request={request} />}
            </li>
          ))}
        </ul>
      )}
      {hasText && !mayDecide && <p className="muted">{words.sealed}</p>}
      {hasText && mayDecide && !openedRequests && (
        <ActionForm className="screen" offline={admin.offline}>
          <p className="hint">{words.shownHint}</p>
          <IntentButton intent="show-requests" text={words.show} kind="line" small />
        </ActionForm>
      )}
      <Enter {...view} />
      {mayDecide && (
        <p className="screen">
          <ButtonLink kind="line" small to={`/admin/patients/${id}/copy`}>
            {words.copy}
          </ButtonLink>
        </p>
      )}
    </Part>
  )
}

type Opened = { request: string | undefined; answer: string | undefined }

const RequestFacts = ({ request, opened }: { request: Request; opened: Opened | undefined }) => (
  <div>
    <p>
      <b>{words.kinds[request.kind]}</b>{' '}
      <span className={request.isOverdue ? 'tag tag-late num' : 'tag num'}>{request.state}</span>
    </p>
    <p className="hint">{request.received}</p>
    {opened?.request && (
      <p className="typed" dir="auto">
        {opened.request}
      </p>
    )}
    {opened?.answer && (
      <p className="typed" dir="auto">
        <b>{words.answered}</b> {opened.answer}
      </p>
    )}
  </div>
)

const Decide = ({ request, form, emailsLeave }: PatientPageProps & { request: Request }) => {
  const { id, kind } = request
  const isPosted = form.values?.requestId === id
  const { id: outcome = `answer-${id}`, ...answer }: { id?: string; name: string } = namedField(
    isPosted ? form : {},
    'answer',
  )
  return (
    <Fold summary={words.answer.summary} open={isPosted} className="screen">
      <div className="stack">
        <p className="hint">{words.rules[kind]}</p>
        <ActionForm className="stack" noValidate offline={admin.offline}>
          <input type="hidden" name="requestId" value={id} />
          <Field
            label={words.answer.label}
            multiline
            rows={3}
            optional
            hint={words.answer.hint}
            id={outcome}
            {...answer}
          />
          <div className="row">
            {kind !== 'erasure' && <IntentButton intent="request-done" text={words.answer.done} small />}
            <IntentButton intent="request-partly" text={words.answer.partly} kind="line" small />
            <IntentButton intent="request-denied" text={words.answer.denied} kind="line" small />
          </div>
          {kind !== 'erasure' && (
            <p className="hint">{kind === 'access' ? words.answer.copyFirst : words.answer.correctFirst}</p>
          )}
        </ActionForm>
        {kind === 'erasure' && (
          <ActionForm className="stack" offline={admin.offline}>
            <p>{words.erase.text}</p>
            {!emailsLeave && <p className="hint">{words.erase.unreachable}</p>}
            <input type="hidden" name="requestId" value={id} />
            <Checkbox label={words.erase.account} name="account" />
            <IntentButton intent="erase-patient" text={words.erase.button} kind="danger" />
          </ActionForm>
        )}
      </div>
    </Fold>
  )
}

const Enter = ({ form, newRequest }: PatientPageProps) => {
  const isPosted = form.values?.requestId !== undefined && form.values.kind !== undefined
  const posted = isPosted ? form : {}
  return (
    <Fold summary={words.enter.summary} open={isPosted} className="screen">
      <ActionForm className="stack" noValidate offline={admin.offline}>
        <input type="hidden" name="requestId" value={newRequest.id} />
        <p className="hint">{words.enter.hint}</p>
        <SelectField
          label={words.enter.kind}
          name="kind"
          options={requestKinds.map((kind) => [kind, words.kinds[kind]] as const)}
          defaultValue={posted.values?.kind}
        />
        <SelectField
          label={words.enter.way}
          name="way"
          options={requestWays.map((way) => [way, words.ways[way]] as const)}
          defaultValue={posted.values?.way}
        />
        <Field
          label={words.enter.day}
          type="date"
          max={newRequest.today}
          {...namedField(posted, 'day', newRequest.today)}
        />
        <Field
          label={words.enter.text}
          multiline
          rows={3}
          optional
          hint={patientPage.notes.hint}
          {...namedField(posted, 'said')}
        />
        <IntentButton intent="enter-request" text={words.enter.button} kind="line" small />
      </ActionForm>
    </Fold>
  )
}
