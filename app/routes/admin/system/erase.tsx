import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { erasePerson, findPerson } from '#app/domain/erasure/erase-person.server.ts'
import { personForm } from '#app/domain/erasure/person-form.server.ts'
import { isNothing, type PersonFound } from '#app/domain/erasure/person-found.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { actOn } from '#app/http/submit.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { erasePage as words } from '#content/pages/admin-erase.ts'
import type { Route } from './+types/erase.ts'

type Answer = { form: FormState; found?: PersonFound; keptAppointment?: string }

/** The search is a post, since URLs end up in logs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email = '', phone = '', intent, account } = await typedFields(request.clone())
  const typed: Typed = { email, phone }
  const answer = (status: number, { form, ...more }: Answer) =>
    data<Answer>({ form: { values: typed, ...form }, ...more }, { status })
  if (intent === 'erase') await requireFreshStepUp(context, request)
  const checked = checkFields(typed, personForm)
  if (!checked.ok) return answer(400, { form: { fieldErrors: checked.errors } })
  const search = checked.values
  if (!search.email && !search.phone) return answer(400, { form: { fieldErrors: { email: words.needed } } })
  const services = context.get(servicesContext)
  const now = Date.now()
  return actOn(
    context,
    async () => {
      if (intent !== 'erase') return answer(200, { form: {}, found: await findPerson(services, search, now) })
      const erasure = { sought: search, withAccount: account === 'on', now }
      const done = await erasePerson(services, getActor(context), erasure)
      if (done.ok) return data<Answer>({ form: { notice: words.done(done.erased) } })
      if (done.reason === 'nothing') return data<Answer>({ form: { notice: words.nothingDone } })
      if (done.reason === 'own-address') return answer(409, { form: { error: words.ownAddress } })
      return answer(409, { form: { error: words.kept }, keptAppointment: done.appointmentId })
    },
    typed,
  )
}

export default function Erase({ actionData }: Route.ComponentProps) {
  const { form, found, keptAppointment }: Answer = actionData ?? { form: {} }
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        <ActionForm noValidate className="stack">
          <Field
            label={words.fields.email}
            type="email"
            autoComplete="off"
            required={false}
            {...namedField(form, 'email')}
          />
          <Field
            label={words.fields.phone}
            type="tel"
            autoComplete="off"
            required={false}
            hint={words.phoneHint}
            {...namedField(form, 'phone')}
          />
          <IntentButton intent="find" text={words.find} kind="line" />
        </ActionForm>
        <FormOutcome form={form} />
        {keptAppointment && (
          <p>
            <Link to={`/admin/appointments/${keptAppointment}`}>{words.keptLink}</Link>
          </p>
        )}
        {found && <Found found={found} typed={form.values} />}
      </div>
    </AdminPage>
  )
}

function Found({ found, typed = {} }: { found: PersonFound; typed?: Typed }) {
  if (isNothing(found))
    return (
      <p id={outcomeId} tabIndex={-1}>
        {words.found.nothing}
      </p>
    )
  return (
    <section id={outcomeId} tabIndex={-1} aria-labelledby="found" className="stack">
      <h2 id="found">{words.found.heading}</h2>
      <FoundRecords found={found} />
      <ActionForm className="stack">
        <input type="hidden" name="email" value={typed.email ?? ''} />
        <input type="hidden" name="phone" value={typed.phone ?? ''} />
        {found.hasAccount && (
          <>
            <p className="hint">{words.accountStays}</p>
            <Checkbox label={words.account} name="account" />
          </>
        )}
        <p>{words.final}</p>
        <IntentButton intent="erase" text={words.button} />
      </ActionForm>
    </section>
  )
}

function FoundRecords({ found }: { found: PersonFound }) {
  const { timeZone } = useSite().clinic
  const { appointments, orders, messages, emails, drafts, waitlist, giftCards, subscription } = found
  const more = [
    ...(messages > 0 ? [words.found.messages(messages)] : []),
    ...(emails > 0 ? [words.found.emails(emails)] : []),
    ...(drafts > 0 ? [words.found.drafts(drafts)] : []),
    ...(waitlist > 0 ? [words.found.waitlist(waitlist)] : []),
    ...(giftCards > 0 ? [words.found.giftCards(giftCards)] : []),
    ...(subscription?.id ? [words.found.subscription] : []),
    ...(subscription && subscription.importLines > 0 ? [words.found.importLines(subscription.importLines)] : []),
    ...(subscription && subscription.newsletters > 0 ? [words.found.newsletters(subscription.newsletters)] : []),
  ]
  return (
    <>
      <List heading={words.found.appointments}>
        {appointments.map(({ id, name, email, phone, startsAt, isUpcoming }) => (
          <li key={id}>
            <Link to={`/admin/appointments/${id}`}>
              {formatClinicMoment(startsAt, timeZone)}, {name}
            </Link>{' '}
            {[email, phone].filter(Boolean).join(', ')}
            <p className="hint">{isUpcoming ? words.found.upcoming : words.found.past}</p>
          </li>
        ))}
      </List>
      <List heading={words.found.orders} hint={words.found.order}>
        {orders.map(({ number, name, email, phone, placedAt }) => (
          <li key={number}>
            <Link to={`/admin/orders/${number}`}>
              {number}, {formatClinicMoment(placedAt, timeZone)}, {name}
            </Link>{' '}
            {[email, phone].filter(Boolean).join(', ')}
          </li>
        ))}
      </List>
      <List heading={words.found.more}>
        {more.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </List>
    </>
  )
}

const List = ({ heading, hint, children }: { heading: string; hint?: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <>
      <h3>{heading}</h3>
      <ul>{children}</ul>
      {hint && <p className="hint">{hint}</p>}
    </>
  )
