import { data, Link, redirect } from 'react-router'
import { z } from 'zod'
import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import type { Entry } from '#app/domain/audit/chain.server.ts'
import { recordsWithin } from '#app/domain/booking/known-patients.server.ts'
import { searchPatients } from '#app/domain/patients/patient-search.server.ts'
import { searchText } from '#app/domain/shared/search-text.server.ts'
import { listEntries } from '#app/domain/audit/entries.server.ts'
import { actorKinds } from '#app/domain/audit/actor-kinds.ts'
import { findLastVerification } from '#app/domain/audit/verifications.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDayBounds, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { listLinks } from '#app/http/list-place.server.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { actAreas, acts, auditTrail } from '#content/audit.ts'
import { admin } from '#content/pages/admin.ts'
import { auditPage as words } from './words.ts'
import { findPatientRecords, nameRecords } from './patients.server.ts'
import { type Accounts, namedRecord } from './record-name.ts'
import type { Services } from '#app/services.server.ts'
import type { Route } from './+types/audit.ts'

const isArea = (text: string): text is keyof typeof actAreas => Object.hasOwn(actAreas, text)
const sequence = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)

const querySchema = z.object({
  day: z.union([z.literal(''), z.iso.date()]).catch(''),
  record: z.string().trim().max(150).catch(''),
  patient: z.string().trim().max(150).catch(''),
  who: z.enum(['', ...actorKinds]).catch(''),
  area: z
    .string()
    .catch('')
    .transform((area) => (isArea(area) ? area : '')),
  sort: z.enum(['oldest']).optional().catch(undefined),
  after: sequence,
  before: sequence,
})

const noFilter = { day: '', record: '', patient: '', who: '', area: '' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, config, content } = context.get(servicesContext)
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { sort, after, before, ...filter } = querySchema.parse({ ...noFilter, ...query })
  const { day, record, patient, who, area } = filter
  const last = await findLastVerification(database)
  const verified = last && {
    when: formatMoment(last.at),
    fault: last.state.ok ? undefined : auditTrail.broken(last.state.entry, last.state.fault),
  }
  const toAddress = (place: Record<string, string | undefined>) => trailAddress({ ...filter, ...place })
  const place = { oldestFirst: sort === 'oldest', after, before }
  if (day !== (query.day ?? ''))
    return data(
      {
        verified,
        filter,
        patientName: undefined,
        error: words.badDay,
        entries: [],
        ...listLinks({}, place, toAddress, String),
      },
      { status: 400 },
    )

  const { role, scope } = getStaff(context)
  const seesPatients = mayOpen(role, '/admin/patients')
  const found = patient && seesPatients ? await findPatientRecords(database.db, scope, patient) : undefined
  if (patient && !found) throw data(null, { status: 404 })
  const theirs = found?.records.filter((one) => !record || one === record)
  const { entries, ...around } = await listEntries(
    database,
    {
      records: theirs ?? (record ? [record] : undefined),
      day: day ? clinicDayBounds(day, clinicTimeZone) : undefined,
      who: who || undefined,
      area: area || undefined,
    },
    place,
  )
  const byId = await findAccounts(
    database,
    entries.flatMap(({ who, record }) => [who, /^(?:account|staff):(.+)$/.exec(record ?? '')?.[1] ?? who]),
  )
  const accounts = { byId, adminEmail: config.admin.email }
  const people = seesPatients
    ? await nameRecords(
        database.db,
        scope,
        entries.flatMap((entry) => entry.record ?? []),
      )
    : undefined
  return data({
    verified,
    filter,
    patientName: found?.name,
    error: undefined,
    entries: entries.map((entry) => entryView(content, entry, accounts, people)),
    ...listLinks(around, place, toAddress, String),
  })
}

function entryView(
  content: Services['content'],
  { sequence, at, who, fromWhere, act, record, detail }: Entry,
  accounts: Accounts,
  people: ReadonlyMap<string, string> | undefined,
) {
  return {
    sequence,
    when: formatMoment(at),
    who: others[who] ?? accounts.byId.get(who)?.name ?? words.gone,
    act: ownValue(actNames, act) ?? act,
    detail: detail && inWords(detail),
    record:
      record === null
        ? undefined
        : { ...namedRecord(content, record, accounts, people), sameRecord: trailAddress({ record }) },
    from: ownValue(places, fromWhere) ?? fromWhere,
  }
}

/** Machines' times, as some acts have them. */
const inWords = (detail: string) =>
  detail.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g, (time) => formatMoment(Date.parse(time)))

const trailAddress = (query: Record<string, string | undefined>) => withQuery('/admin/audit', query)

/** An older release may have recorded an act that no longer exists; its stored name is shown. */
const actNames: Record<string, string | undefined> = acts

const others: Record<string, string> = { operator: words.operator, program: words.program, patient: words.patient }

const places: Record<string, string> = { here: words.here, online: words.online }

const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)

/** A post, because no URL names a patient. One match leads to the entries, several are listed. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = searchText.parse((await typedFields(request)).q ?? '')
  const { database } = context.get(servicesContext)
  const { role, scope } = getStaff(context)
  if (!mayOpen(role, '/admin/patients')) throw data(null, { status: 403 })
  const people = await loadOr503(context, () =>
    searchPatients(database, typed, mostFound, recordsWithin(database.db, scope)),
  )
  const [only, ...others] = people ?? []
  if (only && others.length === 0) return redirect(trailAddress({ patient: only.id }), 303)
  const found = people?.map(({ id, name, phone }) => ({ id, name, phone, href: trailAddress({ patient: id }) }))
  return data({ typed, found }, { status: found ? 200 : 400 })
}

/** More than a person reads. */
const mostFound = 20

export default function Audit({ loaderData, actionData: search }: Route.ComponentProps) {
  const { verified, filter, patientName, error, entries, sorts, previous, next } = loaderData
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const clear = { text: admin.clearFilters, href: '/admin/audit' }
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <TrailState verified={verified} />
        <PatientSearch search={search} />
        <Filter {...filter} />
        {patientName && (
          <h2>
            <bdi>{words.ofPatient(patientName)}</bdi>
          </h2>
        )}
        {isFiltered && entries.length > 0 && <Link to={clear.href}>{clear.text}</Link>}
        <div id={listId}>
          {error ? (
            <Note kind="error">{error}</Note>
          ) : entries.length > 0 ? (
            <>
              <SortLinks sorts={sorts} />
              <Entries entries={entries} />
            </>
          ) : (
            <EmptyList empty={isFiltered ? { ...words.noneFound, step: clear } : words.empty} isFiltered={isFiltered} />
          )}
        </div>
        <ListPager previous={previous} next={next} />
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

function TrailState({ verified }: Pick<View, 'verified'>) {
  const { state } = words
  if (!verified) return <p className="muted">{state.never}</p>
  if (!verified.fault) return <p className="muted">{state.whole(verified.when)}</p>
  return (
    <Note kind="error">
      <p>
        {state.broken(verified.when)} <b>{verified.fault}</b>
      </p>
      <p>{state.advice}</p>
    </Note>
  )
}

type Search = Route.ComponentProps['actionData']

const PatientSearch = ({ search }: { search: Search }) => (
  <>
    <ActionForm role="search" aria-label={words.search.form} className="adm-bar">
      <Field
        label={words.search.label}
        name="q"
        type="search"
        required={false}
        maxLength={100}
        autoComplete="off"
        key={search?.typed}
        defaultValue={search?.typed}
        error={search && !search.found ? words.search.tooShort : undefined}
      />
      <Button kind="line">{words.search.button}</Button>
    </ActionForm>
    {search?.found && (
      <div id={outcomeId} role="status">
        <p>{search.found.length > 0 ? words.search.found : words.search.none}</p>
        <ul>
          {search.found.map(({ id, name, phone, href }) => (
            <li key={id}>
              <Link to={href}>
                <bdi>{name}</bdi>
              </Link>{' '}
              <span className="hint">{phone}</span>
            </li>
          ))}
        </ul>
      </div>
    )}
  </>
)

function Filter({ day, record, patient, who, area }: View['filter']) {
  const { filter } = words
  return (
    <FilterForm aria-label={filter.label}>
      {patient && <input type="hidden" name="patient" value={patient} />}
      <Field label={filter.day} name="day" type="date" required={false} defaultValue={day} />
      <SelectField
        label={filter.who}
        name="who"
        options={[['', filter.anyone], ...actorKinds.map((kind) => [kind, filter.actors[kind]] as const)]}
        defaultValue={who}
      />
      <SelectField
        label={filter.area}
        name="area"
        options={[['', filter.everything], ...Object.entries(actAreas)]}
        defaultValue={area}
      />
      <Field
        label={filter.record}
        name="record"
        required={false}
        defaultValue={record}
        autoComplete="off"
        maxLength={150}
      />
      <Button kind="line">{filter.button}</Button>
    </FilterForm>
  )
}

function Entries({ entries }: Pick<View, 'entries'>) {
  return (
    <Table columns={words.columns}>
      {entries.map(({ sequence, when, act, detail, record, who, from }) => (
        <tr key={sequence}>
          <td>
            <b>{act}</b>
            {detail && <span className="muted"> ({detail})</span>}
          </td>
          <td>{record && <RecordLinks {...record} />}</td>
          <td className="num">{when}</td>
          <td className="num">{words.whoFrom(who, from)}</td>
        </tr>
      ))}
    </Table>
  )
}

/** The name links to the record's entries, "Open" to the record itself. */
function RecordLinks({ text, sameRecord, href }: NonNullable<View['entries'][number]['record']>) {
  return (
    <div className="row">
      <Link to={sameRecord} aria-label={words.sameRecord(text)}>
        {text}
      </Link>
      {href && (
        <Link to={href} aria-label={`${words.open} ${text}`}>
          {words.open}
        </Link>
      )}
    </div>
  )
}
