import { Link } from 'react-router'
import { listLeavers } from '#app/domain/accounts/handovers.server.ts'
import { listHandOvers, reassignAll } from '#app/domain/booking/hand-over.server.ts'
import { listPeople, toResourceId } from '#app/domain/booking/service-needs.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { listTeam } from '#app/domain/team/team.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { submitIntent } from '#app/http/submit.server.ts'
import type { Services } from '#app/services.server.ts'
import { toDatedRow } from '#app/ui/admin/appointment-rows.ts'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { admin } from '#content/pages/admin.ts'
import { handOverPage as words } from '#content/pages/hand-over.ts'
import { recordPath } from '#content/record-path.ts'
import type { Route } from './+types/hand-over.ts'

/** Somebody who can be booked; undefined: the people whose access ended. */
const findPerson = (booking: Services['booking'], person: string | null | undefined) =>
  listPeople(booking).find(({ id }) => id === person)

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { database, booking, clinic, content } = services
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  const chosen = findPerson(booking, new URL(request.url).searchParams.get('person'))
  const { leavers, handOvers } = await loadOr503(context, async () => {
    const leavers = chosen ? [chosen.resource] : await listLeavers(database)
    return { leavers, handOvers: await listHandOvers({ db: database.db, booking, clinic }, leavers, now) }
  })
  const { appointments, count } = handOvers
  const { role } = getStaff(context)
  return {
    count,
    chosen: chosen && { id: chosen.id, name: chosen.name },
    people: listPeople(booking).flatMap(({ id, name }) => (name ? [[id, name] as const] : [])),
    // Of people without appointments nothing is left to do here.
    offered: (chosen ? [] : listTeam(content))
      .filter(({ id }) => leavers.includes(`person:${id}`))
      .filter(
        ({ id, services: gives }) => gives.length > 0 && appointments.some(({ person }) => toResourceId(person) === id),
      )
      .map(({ id, name }) => {
        const path = recordPath(`team/${id}`)
        return { id, name, href: mayOpen(role, path) ? path : undefined }
      }),
    rows: appointments.map(({ free, ...appointment }) => ({
      ...toDatedRow(services, appointment, timeZone, now),
      at: appointment.startsAt,
      wasWith: toResourceId(appointment.person),
      free: free.flatMap(({ id, name }) => (name ? [{ id, name }] : [])),
    })),
  }
}

/** All at once. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const typed = await typedFields(request)
  const chosen = findPerson(services.booking, typed.person)
  return submitIntent(context, typed, {
    async all() {
      const people = chosen ? [chosen.resource] : await listLeavers(services.database)
      const to = typed.to || undefined
      const { moved, left } = await reassignAll(services, getActor(context), { people, to, now: Date.now() })
      const record = withQuery('/admin/appointments/hand-over', { person: chosen?.id })
      return redirectDone(context, typed, { record, text: words.done(moved, left) })
    },
  })
}

export default function HandOver({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, count, offered, chosen, people } = loaderData
  const others = people.filter(([id]) => id !== chosen?.id)
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{chosen?.name ? words.leadOf(chosen.name) : words.lead}</p>
        <FormOutcome form={actionData?.form ?? {}} />
        {people.length > 1 && (
          <FilterForm aria-label={words.choose.label}>
            <SelectField
              label={words.choose.label}
              name="person"
              options={[['', words.choose.leavers], ...people]}
              defaultValue={chosen?.id ?? ''}
            />
            <Button kind="line">{words.choose.button}</Button>
          </FilterForm>
        )}
        {rows.length > 0 && others.length > 0 && (
          <ActionForm offline={admin.offline} className="adm-bar">
            <input type="hidden" name="person" value={chosen?.id ?? ''} />
            <SelectField label={words.all.label} name="to" options={[['', words.all.anyone], ...others]} />
            <IntentButton intent="all" kind="line" text={words.all.button} />
          </ActionForm>
        )}
        {offered.map(({ id, name, href }) => (
          <p key={id}>
            {words.offered(name)} {href && <Link to={href}>{words.takeOff(name)}</Link>}
          </p>
        ))}
        {rows.length === 0 ? (
          <p className="empty">{words.none}</p>
        ) : (
          <Table columns={words.columns}>
            {rows.map((row) => (
              <HandOverRow key={row.id} {...row} />
            ))}
          </Table>
        )}
        {count > rows.length && <p className="hint">{words.more(rows.length, count)}</p>}
      </div>
    </AdminPage>
  )
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

/** Each button moves the appointment to another person at the same time. */
const HandOverRow = ({ id, time, name, service, place, phone, at, wasWith, free }: Row) => (
  <tr>
    <td className="num">{time}</td>
    <td>
      <Link className="leads" to={`/admin/appointments/${id}`}>
        <bdi>{name}</bdi>
      </Link>{' '}
      <span className="hint cell-line">
        <PhoneLink phone={phone} />
      </span>
    </td>
    <td className="muted">{[service, place].filter(Boolean).join(', ')}</td>
    <td>
      {free.length === 0 ? (
        <>
          {words.nobody} <Link to={`/admin/appointments/${id}/move`}>{words.move}</Link>
        </>
      ) : (
        <ActionForm action={`/admin/appointments/${id}/move`} offline={admin.offline} className="row">
          <ReturnHere />
          <input type="hidden" name="at" value={at} />
          <input type="hidden" name="wasAt" value={at} />
          <input type="hidden" name="wasWith" value={wasWith} />
          {free.map((person) => (
            <Button key={person.id} kind="line" small name="who" value={person.id}>
              {words.to(person.name)}
              <span className="vh">{words.toOf(name, time)}</span>
            </Button>
          ))}
        </ActionForm>
      )}
    </td>
  </tr>
)
