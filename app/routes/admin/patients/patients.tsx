import { data, Link } from 'react-router'
import { recordsWithin } from '#app/domain/booking/known-patients.server.ts'
import { summarizeVisits } from '#app/domain/booking/visits.server.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { ListedPatient } from '#app/domain/patients/patient.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { searchPatients } from '#app/domain/patients/patient-search.server.ts'
import { countPatients, listPatients } from '#app/domain/patients/patients.server.ts'
import { countTags, tagText } from '#app/domain/patients/tags.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import { searchText } from '#app/domain/shared/search-text.server.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { listLinks, type ListPlace, listPlace } from '#app/http/list-place.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { PatientTable } from './patient-table.tsx'
import { patientsPage as words } from './words.ts'
import type { Route } from './+types/patients.ts'

/** More than a person reads. */
const mostFound = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext)
  const within = recordsWithin(database.db, getActor(context).scope)
  const query = new URL(request.url).searchParams
  const place = listPlace(query)
  const typed = tagText.safeParse(query.get('tag'))
  const tag = typed.success ? typed.data : undefined
  return loadOr503(context, async () => {
    const list = await listPatients(database, { ...place, tag, within })
    const { previous, next } = listLinks(list, place, (at) => patientsAddress({ tag, ...at }), formatCursor)
    const [count, tags] = await Promise.all([countPatients(database, within), countTags(database.db, within)])
    return { tag, tags, count, patients: await toRows(context, list.rows), previous, next }
  })
}

const patientsAddress = (place: ListPlace & { tag?: string | undefined }) => withQuery('/admin/patients', place)

/** The search is a post, because no URL names a patient; the answer shows what was found. */
export async function action({ request, context }: Route.ActionArgs) {
  const { q = '' } = await typedFields(request)
  const typed = searchText.parse(q)
  const { database } = context.get(servicesContext)
  const found = await loadOr503(context, async () => {
    const people = await searchPatients(database, typed, mostFound, recordsWithin(database.db, getActor(context).scope))
    return people && (await toRows(context, people))
  })
  return data({ typed, found })
}

export type PatientRow = Awaited<ReturnType<typeof toRows>>[number]

async function toRows(context: RequestContext, people: ListedPatient[]) {
  const { database, booking, content } = context.get(servicesContext)
  const now = Date.now()
  const ids = people.map(({ id }) => id)
  const { scope } = getActor(context)
  const summaries = await summarizeVisits(database.db, scope, ids, now)
  return people.map(({ id, ...person }) => {
    const { next, last, visits = 0, mostly } = summaries.get(id) ?? {}
    return {
      id,
      contact: toContact(person),
      visits,
      next: next && formatShortAppointmentTime(next, clinicTimeZone),
      nextService: next && nameService(content, next.serviceId),
      last: last && clinicMoment(last.startsAt, clinicTimeZone, now),
      // A practitioner knows whom her patients see.
      mostly: scope !== 'everything' || !mostly ? undefined : toResourceNames(booking, [mostly]).join(', '),
    }
  })
}

export default function Patients({ loaderData, actionData: search }: Route.ComponentProps) {
  const { tag, tags, count, patients, previous, next } = loaderData
  const filters = [
    { text: words.all, href: patientsAddress({}), current: tag === undefined, count },
    ...tags.map((each) => ({
      text: each.tag,
      href: patientsAddress({ tag: each.tag }),
      current: each.tag === tag,
      count: each.count,
    })),
  ]
  return (
    <AdminPage title={words.title} aside={<span className="muted num">{words.people(count)}</span>}>
      <div className="stack">
        <ActionForm role="search" aria-label={words.search.form} className="adm-bar">
          <div className="field">
            <label htmlFor="q">{words.search.label}</label>
            <input
              className="in"
              id="q"
              name="q"
              type="search"
              maxLength={100}
              autoComplete="off"
              key={search?.typed}
              defaultValue={search?.typed}
            />
          </div>
          <Button kind="line">{words.search.button}</Button>
        </ActionForm>
        {search ? (
          <Found {...search} />
        ) : (
          <>
            {tags.length > 0 && <FilterLinks label={words.tags} filters={filters} />}
            <div id={listId}>
              {patients.length > 0 ? <PatientTable patients={patients} /> : <EmptyList empty={words.none} />}
            </div>
            <ListPager previous={previous} next={next} />
          </>
        )}
      </div>
    </AdminPage>
  )
}

type Search = NonNullable<Route.ComponentProps['actionData']>

const Found = ({ found }: Search) => (
  <>
    <p id={outcomeId} tabIndex={-1} role="status">
      {describe(found)}
    </p>
    {found && found.length > 0 && <PatientTable patients={found} />}
    {found?.length === 0 && <EmptyList empty={words.noneFound} isFiltered />}
    <p>
      <Link to="/admin/patients">{words.search.clear}</Link>
    </p>
  </>
)

function describe(found: Search['found']) {
  if (!found) return words.tooShort
  return found.length < mostFound ? words.found(found.length) : words.foundMany(mostFound)
}
