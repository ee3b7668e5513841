import { Link, redirect } from 'react-router'
import { findHoursOf } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { listPeople, toResourceId } from '#app/domain/booking/service-needs.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { Table } from '#app/ui/admin/table.tsx'
import { ownHoursPage as words } from '#content/pages/own-hours.ts'
import { describeDays } from './describe-days.ts'
import { type Answer, OwnHours } from './own-hours.tsx'
import { getOwnHours, requirePerson } from './own-hours.server.ts'
import { receiveHours } from './receive-hours.server.ts'
import type { Route } from './+types/hours.ts'

/** Both addresses are one file, so that its words are no other file in the list that every page loads. */
export const loader = async ({ params: { id }, context }: Route.LoaderArgs) =>
  id === undefined ? { people: await listHours(context) } : { page: await getOwnHours(context, id) }

/** Of everyone; a practitioner has a page of her own. */
async function listHours(context: RequestContext) {
  const { scope } = getActor(context)
  if (scope !== 'everything') throw redirect(`/admin/hours/${toResourceId(scope.person)}`)
  const { database, booking, clinic } = context.get(servicesContext)
  const now = Date.now()
  const today = clinicDate(now, clinic.facts(now).timeZone)
  const named = listPeople(booking).filter(({ name }) => name !== undefined)
  return loadOr503(context, () =>
    Promise.all(
      named.map(async ({ id, name, resource }) => {
        const { week, days } = await findHoursOf(database.db, resource, today)
        return {
          ...{ id, name },
          hours: week ? words.own : words.asClinic,
          next: days[0] ? describeDays(days[0], today) : words.noDays,
        }
      }),
    ),
  )
}

export async function action({ params: { id = '' }, request, context }: Route.ActionArgs) {
  requirePerson(context, id)
  return receiveHours(request, context, id)
}

export default function Hours({ loaderData: { people, page }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  return page ? <OwnHours page={page} answer={answer} /> : <EveryonesHours people={people} />
}

type People = Awaited<ReturnType<typeof listHours>>

function EveryonesHours({ people }: { people: People }) {
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        {people.length === 0 ? (
          <p className="empty">{words.nobody}</p>
        ) : (
          <Table columns={words.columns}>
            {people.map(({ id, name, hours, next }) => (
              <tr key={id}>
                <td>
                  <Link className="leads" to={`/admin/hours/${id}`}>
                    {name}
                  </Link>
                </td>
                <td>{hours}</td>
                <td className="muted">{next}</td>
              </tr>
            ))}
          </Table>
        )}
      </div>
    </AdminPage>
  )
}
