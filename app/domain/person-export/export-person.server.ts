import type { Db } from '#app/database/tables.ts'
import { exportAccounts } from '#app/domain/accounts/export-person.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { exportAppointments } from '#app/domain/booking/export-person.server.ts'
import { exportEntries } from '#app/domain/booking/waitlist/person-data.server.ts'
import { exportMessages } from '#app/domain/contact/export-person.server.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { exportCards } from '#app/domain/gift-cards/person-data.server.ts'
import { exportSubscriptions } from '#app/domain/newsletter/export-person.server.ts'
import { exportOrdersOf } from '#app/domain/orders/export-person.server.ts'
import { exportEmails } from '#app/domain/outbox/export-person.server.ts'
import { exportRequests } from '#app/domain/patients/data-requests.server.ts'
import { exportRecords } from '#app/domain/patients/export-person.server.ts'
import type { DataSubject, Exported } from '#app/domain/shared/data-subject.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { ExportSection, SectionName } from './export-section.ts'

export type ExportDeps = { db: Db; vault: Pick<Vault, 'tryOpen'>; content: Lists; booking: BookingContent }

/** Each domain exports what its own tables hold; a further one is a line here. In the order of the page. */
const exporters: Record<
  SectionName,
  (deps: ExportDeps, subject: DataSubject, recordIds: readonly string[]) => Promise<Exported>
> = {
  records: exportRecords,
  appointments: exportAppointments,
  waitlist: exportEntries,
  messages: exportMessages,
  orders: exportOrdersOf,
  giftCards: exportCards,
  newsletter: exportSubscriptions,
  account: exportAccounts,
  requests: exportRequests,
  // Last: emails are found by the ids of all that comes before.
  emails: exportEmails,
}

/** All that is held about one person, opened. The caller records in the same transaction that it is opened, first. */
export async function exportPerson(deps: ExportDeps, subject: DataSubject): Promise<ExportSection[]> {
  const sections: ExportSection[] = []
  const recordIds: string[] = []
  for (const [name, exportFrom] of Object.entries(exporters)) {
    const { items, ids = [] } = await exportFrom(deps, subject, recordIds)
    recordIds.push(...ids)
    sections.push({ name: name as SectionName, items })
  }
  return sections
}
