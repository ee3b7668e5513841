import { ownValue } from '#app/domain/shared/own-value.ts'
import type { Entry } from '#app/domain/audit/chain.server.ts'
import type { Verification } from '#app/domain/audit/trail.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { EntryView } from '#app/ui/admin/audit-trail.tsx'
import { acts, auditTrail } from '#content/audit.ts'
import { auditPage } from '#content/pages/admin-audit.ts'
import { type Accounts, namedRecord } from './record-name.ts'

export function entryView({ sequence, at, who, fromWhere, act, record, detail }: Entry, accounts: Accounts): EntryView {
  return {
    sequence,
    when: formatMoment(at),
    who: others[who] ?? accounts.byId.get(who)?.name ?? auditPage.gone,
    act: ownValue(actNames, act) ?? act,
    detail: detail ?? undefined,
    record: record === null ? undefined : { ...namedRecord(record, accounts), sameRecord: trailAddress({ record }) },
    from: fromWhere === 'here' ? auditPage.here : fromWhere,
  }
}

export const verifiedView = (last: Verification | undefined) =>
  last && {
    when: formatMoment(last.at),
    fault: last.state.ok ? undefined : auditTrail.broken(last.state.entry, last.state.fault),
  }

/** The trail's page with its filter; what is blank stays out of the URL. */
export function trailAddress({ day, record, before }: { day?: string; record?: string; before?: number }) {
  const query = new URLSearchParams()
  if (day) query.set('day', day)
  if (record) query.set('record', record)
  if (before) query.set('before', String(before))
  return query.size > 0 ? `/admin/audit?${query}` : '/admin/audit'
}

/** An older release may have recorded an act that no longer exists; its stored name is shown. */
const actNames: Record<string, string | undefined> = acts

const others: Record<string, string> = { operator: auditPage.operator, program: auditPage.program }

const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)
