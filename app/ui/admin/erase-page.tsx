import type { ReactNode } from 'react'
import type { PersonFound } from '#app/domain/erasure/person-found.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { erasePage as words } from '#content/pages/admin-erase.ts'

export type FoundView = Omit<PersonFound, 'appointments' | 'orders'> & {
  isNothing: boolean
  appointments: { id: string; name: string; reach: string; when: string; isUpcoming: boolean }[]
  orders: { number: string; name: string; reach: string; when: string }[]
}

type ErasePageProps = { form: FormState; found?: FoundView; keptAppointment?: string }

export function ErasePage({ form, found, keptAppointment }: ErasePageProps) {
  return (
    <div className="stack">
      <p className="muted">{words.lead}</p>
      <form method="post" action={`#${outcomeId}`} noValidate className="stack">
        <Field
          label={words.fields.email}
          name="email"
          type="email"
          autoComplete="off"
          required={false}
          {...fieldState(form, 'email')}
        />
        <Field
          label={words.fields.phone}
          name="phone"
          type="tel"
          autoComplete="off"
          required={false}
          hint={words.phoneHint}
          {...fieldState(form, 'phone')}
        />
        <Button kind="line" name="intent" value="find">
          {words.find}
        </Button>
      </form>
      <FormOutcome form={form} />
      {keptAppointment && (
        <p>
          <a href={`/admin/appointments/${keptAppointment}`}>{words.keptLink}</a>
        </p>
      )}
      {found && <Found found={found} typed={form.values} />}
    </div>
  )
}

function Found({ found, typed = {} }: { found: FoundView; typed?: Record<string, string> }) {
  if (found.isNothing)
    return (
      <p id={outcomeId} tabIndex={-1}>
        {words.found.nothing}
      </p>
    )
  return (
    <section id={outcomeId} tabIndex={-1} aria-labelledby="found" className="stack">
      <h2 id="found">{words.found.heading}</h2>
      <FoundRecords found={found} />
      <form method="post" action={`#${outcomeId}`} className="stack">
        <input type="hidden" name="email" value={typed.email ?? ''} />
        <input type="hidden" name="phone" value={typed.phone ?? ''} />
        {found.hasAccount && (
          <>
            <p className="hint">{words.accountStays}</p>
            <Checkbox label={words.account} name="account" />
          </>
        )}
        <p>{words.final}</p>
        <Button name="intent" value="erase">
          {words.button}
        </Button>
      </form>
    </section>
  )
}

function FoundRecords({ found }: { found: FoundView }) {
  const { appointments, orders, messages, emails, drafts, subscription } = found
  const more = [
    ...(messages > 0 ? [words.found.messages(messages)] : []),
    ...(emails > 0 ? [words.found.emails(emails)] : []),
    ...(drafts > 0 ? [words.found.drafts(drafts)] : []),
    ...(subscription?.id ? [words.found.subscription] : []),
    ...(subscription && subscription.importLines > 0 ? [words.found.importLines(subscription.importLines)] : []),
    ...(subscription && subscription.newsletters > 0 ? [words.found.newsletters(subscription.newsletters)] : []),
  ]
  return (
    <>
      <List heading={words.found.appointments}>
        {appointments.map(({ id, name, reach, when, isUpcoming }) => (
          <li key={id}>
            <a href={`/admin/appointments/${id}`}>
              {when}, {name}
            </a>{' '}
            {reach}
            <p className="hint">{isUpcoming ? words.found.upcoming : words.found.past}</p>
          </li>
        ))}
      </List>
      <List heading={words.found.orders} hint={words.found.order}>
        {orders.map(({ number, name, reach, when }) => (
          <li key={number}>
            <a href={`/admin/orders/${number}`}>
              {number}, {when}, {name}
            </a>{' '}
            {reach}
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

type ListProps = { heading: string; hint?: string; children: ReactNode[] }

const List = ({ heading, hint, children }: ListProps) =>
  children.length > 0 && (
    <>
      <h3>{heading}</h3>
      <ul>{children}</ul>
      {hint && <p className="hint">{hint}</p>}
    </>
  )
