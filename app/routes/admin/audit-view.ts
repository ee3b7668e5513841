import { ownValue } from '#app/domain/shared/own-value.ts'
import type { AuditEntry, Verification } from '#app/domain/audit/trail.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { EntryView } from '#app/ui/admin/audit-trail.tsx'
import { acts, auditTrail, records } from '#content/audit.ts'
import { auditPage } from '#content/pages/admin-audit.ts'

/** An entry in words; `names` of accounts by their ids. */
export function entryView(
  { sequence, at, who, from, act, record, detail }: AuditEntry,
  names: ReadonlyMap<string, string>,
): EntryView {
  return {
    sequence,
    when: momentOf(at),
    who: others[who] ?? names.get(who) ?? auditPage.gone,
    act: ownValue(wordsOf, act) ?? act,
    detail,
    record: record === undefined ? undefined : recordView(record),
    from: from === 'here' ? auditPage.here : from,
  }
}

export const verifiedView = (last: Verification | undefined) =>
  last && {
    when: momentOf(last.at),
    fault: last.state.ok ? undefined : auditTrail.broken(last.state.entry, last.state.fault),
  }

/** The page of the trail with its filter; what is not given stays out of the address. */
export function trailAddress({ day, record, before }: { day?: string; record?: string; before?: number }) {
  const query = new URLSearchParams()
  if (day) query.set('day', day)
  if (record) query.set('record', record)
  if (before) query.set('before', String(before))
  return query.size > 0 ? `/admin/audit?${query}` : '/admin/audit'
}

/** An entry of an older version may be of an act that is done no more; it shows as it is. */
const wordsOf: Record<string, string | undefined> = acts
const kinds: Record<string, { word: string; href?: (id: string) => string } | undefined> = records

const others: Record<string, string> = { operator: auditPage.operator, program: auditPage.program }

const momentOf = (at: number) => formatClinicMoment(at, clinicTimeZone)

/** Random ids are long and say nothing; their beginning tells two apart. */
function recordView(record: string) {
  const [kind = '', id = ''] = record.split(/:(.*)/s)
  const known = ownValue(kinds, kind)
  const short = /^[\da-f-]{20,}$/.test(id) ? `${id.slice(0, 8)}…` : id
  return {
    text: known ? `${known.word} ${short}` : `${kind} ${short}`,
    sameRecord: trailAddress({ record }),
    href: known?.href?.(id),
  }
}
