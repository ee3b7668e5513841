import { Link } from 'react-router'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { listHeldBack, listOfFlood } from '#app/domain/booking/appointments.server.ts'
import { releaseTimes, undoRelease } from '#app/domain/booking/held-back/release.server.ts'
import { chosenField } from '#app/domain/shared/list-names.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { chosenRows } from '#app/http/chosen-rows.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { formError, submitIntent } from '#app/http/submit.server.ts'
import { toDatedRow } from '#app/ui/admin/appointment-rows.ts'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import { heldBackPage as words } from '#content/pages/held-back.ts'
import type { Route } from './+types/held-back.ts'

const path = '/admin/appointments/held-back'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { database, clinic, emailsLeave } = services
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  const { scope } = getActor(context)
  const { requests, times } = await loadOr503(context, async () => ({
    requests: await listHeldBack(database.db, scope, now),
    times: await listOfFlood(database.db, scope, now),
  }))
  const toRow = (appointment: Appointment) => toDatedRow(services, appointment, timeZone, now)
  return {
    requests: requests.map((request) => ({
      ...toRow(request),
      why: request.isAddressProved ? words.requests.confirmed : words.requests.why[request.heldBack ?? 'network'],
    })),
    times: times.map(toRow),
    tells: words.times.tells[emailsLeave ? 'mailed' : 'kept'],
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const chosen = await chosenRows(request)
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const now = Date.now()
  return submitIntent(context, typed, {
    async release() {
      if (chosen.length === 0) return formError(400, words.times.choose)
      const { released, until } = await releaseTimes(services, actor, { ids: chosen, now })
      const undo = released > 0 ? { intent: 'undo-release', until } : undefined
      return redirectDone(context, typed, { record: path, text: words.released(released), undo })
    },
    async 'undo-release'() {
      const until = /^\d{1,16}$/.test(typed.until ?? '') ? Number(typed.until) : 0
      const { restored } = await undoRelease(services, actor, { until, now })
      return redirectDone(context, typed, { record: path, text: words.restored(restored) })
    },
  })
}

export default function HeldBack({ loaderData: { requests, times, tells }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        {actionData && <FormOutcome form={actionData.form} />}
        <section className="stack" aria-labelledby="requests">
          <h2 id="requests">{words.requests.heading}</h2>
          <p className="hint">{words.requests.hint}</p>
          {requests.length === 0 ? (
            <p className="empty">{words.requests.none}</p>
          ) : (
            <Table columns={words.requests.columns}>
              {requests.map(({ id, time, name, phone, service, why }) => (
                <tr key={id}>
                  <td className="num">{time}</td>
                  <td>
                    <Link className="leads" to={`/admin/appointments/${id}`}>
                      <bdi>{name}</bdi>
                    </Link>{' '}
                    <span className="hint cell-line">
                      <PhoneLink phone={phone} />
                    </span>
                  </td>
                  <td className="muted">{service}</td>
                  <td className="muted">{why}</td>
                </tr>
              ))}
            </Table>
          )}
        </section>
        <section className="stack" aria-labelledby="times">
          <h2 id="times">{words.times.heading}</h2>
          {times.length === 0 ? (
            <p className="empty">{words.times.none}</p>
          ) : (
            <ActionForm className="stack" offline={admin.offline}>
              <p className="hint">
                {words.times.hint} {tells}
              </p>
              {times.map(({ id, time, name, service }) => (
                <Checkbox
                  key={id}
                  name={chosenField}
                  id={`release-${id}`}
                  value={id}
                  defaultChecked
                  label={`${time}, ${name}, ${service}`}
                />
              ))}
              <IntentButton intent="release" text={words.times.button} kind="danger" />
            </ActionForm>
          )}
        </section>
      </div>
    </AdminPage>
  )
}
