import { data, Link } from 'react-router'
import { z } from 'zod'
import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import type { Entry } from '#app/domain/audit/chain.server.ts'
import { listEntries } from '#app/domain/audit/entries.server.ts'
import { findLastVerification } from '#app/domain/audit/verifications.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDayBounds, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { acts, auditTrail } from '#content/audit.ts'
import { auditPage as words } from '#content/pages/admin-audit.ts'
import { type Accounts, namedRecord } from './record-name.ts'
import type { Route } from './+types/audit.ts'

const querySchema = z.object({
  day: z.union([z.literal(''), z.iso.date()]).catch(''),
  record: z.string().trim().max(150).catch(''),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, config } = context.get(servicesContext)
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { day, record, before } = querySchema.parse({ day: '', record: '', ...query })
  const last = await findLastVerification(database)
  const verified = last && {
    when: formatMoment(last.at),
    fault: last.state.ok ? undefined : auditTrail.broken(last.state.entry, last.state.fault),
  }
  const filter = { day, record }
  if (day !== (query.day ?? ''))
    return data(
      { verified, filter, error: words.badDay, entries: [], older: undefined, newest: undefined },
      { status: 400 },
    )

  const { entries, older } = await listEntries(database, {
    record: record || undefined,
    day: day ? clinicDayBounds(day, clinicTimeZone) : undefined,
    before,
  })
  const byId = await findAccounts(
    database,
    entries.flatMap(({ who, record }) => [who, ...(record?.startsWith('account:') ? [record.slice(8)] : [])]),
  )
  const accounts = { byId, adminEmail: config.admin.email }
  return data({
    verified,
    filter,
    error: undefined,
    entries: entries.map((entry) => entryView(entry, accounts)),
    older: older ? trailAddress({ ...filter, before: older }) : undefined,
    newest: before ? trailAddress(filter) : undefined,
  })
}

function entryView({ sequence, at, who, fromWhere, act, record, detail }: Entry, accounts: Accounts) {
  return {
    sequence,
    when: formatMoment(at),
    who: others[who] ?? accounts.byId.get(who)?.name ?? words.gone,
    act: ownValue(actNames, act) ?? act,
    detail,
    record: record === null ? undefined : { ...namedRecord(record, accounts), sameRecord: trailAddress({ record }) },
    from: fromWhere === 'here' ? words.here : fromWhere,
  }
}

const trailAddress = (filter: { day?: string; record?: string; before?: number }) => withQuery('/admin/audit', filter)

/** An older release may have recorded an act that no longer exists; its stored name is shown. */
const actNames: Record<string, string | undefined> = acts

const others: Record<string, string> = { operator: words.operator, program: words.program }

const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { verified, filter, error, entries, older, newest } = loaderData
  const isFiltered = filter.day !== '' || filter.record !== ''
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <TrailState verified={verified} />
        <Filter {...filter} isFiltered={isFiltered} />
        {error ? (
          <Note kind="error">{error}</Note>
        ) : entries.length > 0 ? (
          <Entries entries={entries} />
        ) : (
          <p className="muted">{isFiltered ? words.noneFound : words.empty}</p>
        )}
        <ListPager newest={newest} older={older} />
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

function Filter({ day, record, isFiltered }: View['filter'] & { isFiltered: boolean }) {
  const { filter } = words
  return (
    <FilterForm aria-label={filter.label}>
      <Field label={filter.day} name="day" type="date" required={false} defaultValue={day} />
      <Field
        label={filter.record}
        name="record"
        required={false}
        defaultValue={record}
        autoComplete="off"
        maxLength={150}
      />
      <Button kind="line">{filter.button}</Button>
      {isFiltered && <Link to="/admin/audit">{filter.all}</Link>}
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
