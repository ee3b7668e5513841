import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { z } from 'zod'
import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { listEntries } from '#app/domain/audit/entries.server.ts'
import { findLastVerification } from '#app/domain/audit/verifications.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { servicesContext } from '#app/http/context.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { AuditTrail } from '#app/ui/admin/audit-trail.tsx'
import { auditPage } from '#content/pages/admin-audit.ts'
import { entryView, trailAddress, verifiedView } from './audit-view.ts'

const querySchema = z.object({
  day: z.union([z.literal(''), z.iso.date()]).catch(''),
  record: z.string().trim().max(150).catch(''),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { database, config } = context.get(servicesContext)
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { day, record, before } = querySchema.parse({ day: '', record: '', ...query })
  const verified = verifiedView(await findLastVerification(database))
  const filter = { day, record }
  if (day !== (query.day ?? ''))
    return data({ verified, filter: { ...filter, error: auditPage.badDay }, entries: [] }, { status: 400 })

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
    entries: entries.map((entry) => entryView(entry, accounts)),
    older: older ? trailAddress({ ...filter, before: older }) : undefined,
    newest: before ? trailAddress(filter) : undefined,
  })
}

export default function Audit() {
  return (
    <AdminPage title={auditPage.title} clinic={useSite().clinic}>
      <AuditTrail {...useLoaderData<typeof loader>()} />
    </AdminPage>
  )
}
