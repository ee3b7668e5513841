import { Table } from '#app/ui/admin/table.tsx'
import { type ListPlace, ListPager } from '#app/ui/admin/list-pager.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { auditPage } from '#content/pages/admin-audit.ts'

export type EntryView = {
  sequence: number
  when: string
  who: string
  act: string
  detail?: string
  record?: { text: string; sameRecord: string; href?: string }
  from: string
}

type AuditTrailProps = ListPlace & {
  /** `fault`: what is wrong with the trail, if anything. */
  verified?: { when: string; fault?: string }
  filter: { day: string; record: string; error?: string }
  entries: EntryView[]
}

export function AuditTrail({ verified, filter, entries, older, newest }: AuditTrailProps) {
  const isFiltered = filter.day !== '' || filter.record !== ''
  return (
    <div className="stack">
      <TrailState verified={verified} />
      <Filter {...filter} isFiltered={isFiltered} />
      {filter.error ? (
        <Note kind="error">{filter.error}</Note>
      ) : entries.length > 0 ? (
        <Entries entries={entries} />
      ) : (
        <p className="muted">{isFiltered ? auditPage.noneFound : auditPage.empty}</p>
      )}
      <ListPager newest={newest} older={older} />
    </div>
  )
}

function TrailState({ verified }: Pick<AuditTrailProps, 'verified'>) {
  const { state } = auditPage
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

function Filter({ day, record, isFiltered }: AuditTrailProps['filter'] & { isFiltered: boolean }) {
  const { filter } = auditPage
  return (
    <form className="adm-bar" role="search" aria-label={filter.label}>
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
      {isFiltered && <a href="/admin/audit">{filter.all}</a>}
    </form>
  )
}

function Entries({ entries }: { entries: EntryView[] }) {
  const { columns } = auditPage
  return (
    <Table columns={columns}>
      {entries.map(({ sequence, when, act, detail, record, who, from }) => (
        <tr key={sequence}>
          <td>
            <b>{act}</b>
            {detail && <span className="muted"> ({detail})</span>}
          </td>
          <td>{record && <RecordLinks {...record} />}</td>
          <td className="num">{when}</td>
          <td className="num">{auditPage.whoFrom(who, from)}</td>
        </tr>
      ))}
    </Table>
  )
}

/** The name links to the record's entries, "Open" to the record itself. */
function RecordLinks({ text, sameRecord, href }: NonNullable<EntryView['record']>) {
  return (
    <div className="row">
      <a href={sameRecord} aria-label={auditPage.sameRecord(text)}>
        {text}
      </a>
      {href && (
        <a href={href} aria-label={`${auditPage.open} ${text}`}>
          {auditPage.open}
        </a>
      )}
    </div>
  )
}
