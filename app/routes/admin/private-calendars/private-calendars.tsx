import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { listPeople } from '#app/domain/booking/service-needs.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { findCollisions } from '#app/domain/booking/collisions.server.ts'
import { findOfferedCalendars } from '#app/domain/private-calendars/choose-calendars.server.ts'
import { listCalendars, type PrivateCalendar } from '#app/domain/private-calendars/private-calendars.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState, namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { privateCalendars as words } from '#content/pages/private-calendars.ts'
import { Link } from 'react-router'
import { ChooseCalendars } from './choose-calendars.tsx'
import { receiveCalendar } from './receive-calendar.server.ts'
import type { Route } from './+types/private-calendars.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { database, vault, booking } = context.get(servicesContext)
  const { scope } = getActor(context)
  const now = Date.now()
  const [calendars, offered, collisions] = await loadOr503(context, () =>
    Promise.all([
      listCalendars(database, scope),
      findOfferedCalendars({ database, vault }, scope),
      findCollisions(database, scope, now),
    ]),
  )
  const names = new Map<string, string>(
    [...booking.practitioners, ...(booking.formerPractitioners ?? [])].map(({ id, name }) => [`person:${id}`, name]),
  )
  const nameOf = (person: string) => names.get(person) ?? words.unnamed
  return {
    calendars: calendars.map(({ id, host, person, oddities, ...calendar }) => ({
      ...{ id, host },
      person: nameOf(person),
      state: describeState(calendar, now),
      isFailing: calendar.failure !== undefined,
      otherServer: calendar.otherServer,
      oddities: oddities.map((oddity) => words.oddities[oddity]),
    })),
    accounts: calendars.flatMap(({ id, host, person }) => {
      const account = offered.get(id)
      return account ? [{ id, host, person: nameOf(person), ...account }] : []
    }),
    collisions: collisions.map(({ id, name, startsAt, person }) => ({
      ...{ id, name },
      person: nameOf(person),
      time: formatShortAppointmentTime({ startsAt }, clinicTimeZone),
    })),
    people: listPeople(booking).map(({ resource }) => [resource, nameOf(resource)] as const),
  }
}

function describeState(
  { failure, readAt, checkedAt }: Pick<PrivateCalendar, 'failure' | 'readAt' | 'checkedAt'>,
  now: number,
) {
  const when = readAt === undefined ? undefined : clinicMoment(readAt, clinicTimeZone, now)
  if (failure === undefined)
    return when === undefined || checkedAt === undefined ? words.state.new : words.state.read(when)
  const reason = words.failures[failure]
  return when === undefined ? words.state.neverRead(reason) : words.state.failed(reason, when)
}

export const action = ({ request, context }: Route.ActionArgs) => receiveCalendar(request, context)

export default function Calendars({ loaderData, actionData }: Route.ComponentProps) {
  const { calendars, accounts, collisions, people } = loaderData
  const { form = {} }: { form?: FormState } = actionData ?? {}
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        <FormOutcome form={form} />
        {collisions.length > 0 && <Collisions collisions={collisions} />}
        {calendars.length === 0 ? (
          <p className="empty">{words.none}</p>
        ) : (
          <Table columns={words.columns}>
            {calendars.map((calendar) => (
              <CalendarRow key={calendar.id} {...calendar} />
            ))}
          </Table>
        )}
        {accounts.length > 0 && <ChooseCalendars accounts={accounts} />}
        <AddCalendar people={people} form={form} />
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

const Collisions = ({ collisions }: Pick<View, 'collisions'>) => (
  <section className="panel stack" aria-labelledby="collisions">
    <h2 id="collisions">{words.collisions.heading}</h2>
    <p className="hint">{words.collisions.hint}</p>
    <ul className="adm-items">
      {collisions.map(({ id, name, person, time }) => (
        <li key={id}>
          <Link to={`/admin/appointments/${id}`}>
            {time}, <bdi>{name}</bdi>
          </Link>{' '}
          <span className="hint">{person}</span>
        </li>
      ))}
    </ul>
  </section>
)

function CalendarRow({ id, person, host, state, isFailing, otherServer, oddities }: View['calendars'][number]) {
  const calendar = `${person}, ${host}`
  return (
    <tr>
      <td>{person}</td>
      <td>
        <bdi>{host}</bdi>
      </td>
      <td className={isFailing ? undefined : 'muted'}>
        {state}
        {otherServer && (
          <ActionForm>
            <p className="hint">{words.otherServer.text(otherServer)}</p>
            <input type="hidden" name="calendar" value={id} />
            <input type="hidden" name="origin" value={otherServer} />
            <IntentButton
              intent="allow-server"
              text={words.otherServer.button}
              kind="line"
              small
              aria-label={words.otherServer.of(otherServer)}
            />
          </ActionForm>
        )}
        {oddities.map((oddity) => (
          <p key={oddity} className="hint">
            {oddity}
          </p>
        ))}
      </td>
      <td>
        <ActionForm className="row">
          <input type="hidden" name="calendar" value={id} />
          <IntentButton
            intent="check"
            text={words.check.button}
            kind="line"
            small
            aria-label={words.check.of(calendar)}
          />
          <IntentButton
            intent="remove"
            text={words.remove.button}
            kind="danger"
            aria-label={words.remove.of(calendar)}
          />
        </ActionForm>
      </td>
    </tr>
  )
}

const AddCalendar = ({ people, form }: Pick<View, 'people'> & { form: FormState }) => (
  <section className="panel stack adm-read" aria-labelledby="add">
    <h2 id="add">{words.add.heading}</h2>
    <ActionForm className="stack" noValidate>
      <SelectField label={words.add.person} name="person" options={people} {...fieldState(form, 'person')} />
      <SelectField
        label={words.add.kind}
        name="kind"
        options={Object.entries(words.add.kinds)}
        {...fieldState(form, 'kind')}
      />
      <Field
        label={words.add.address}
        hint={words.add.addressHint}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...namedField(form, 'address')}
      />
      <Field label={words.add.user} optional autoComplete="off" {...namedField(form, 'user')} />
      <Field
        label={words.add.password}
        hint={words.add.passwordHint}
        type="password"
        optional
        autoComplete="new-password"
        {...namedField(form, 'password')}
      />
      <IntentButton intent="add" text={words.add.button} />
    </ActionForm>
  </section>
)
