import { deleteExpiredAccounts } from '#app/domain/accounts/delete-expired.server.ts'
import { forgetNetworks } from '#app/domain/booking/appointments.server.ts'
import { extendSeries } from '#app/domain/booking/blocks/block-series.server.ts'
import { eraseExpiredHealth } from '#app/domain/booking/retention.server.ts'
import { deleteOldTablets } from '#app/domain/booking/forms/tablet.server.ts'
import { deleteOldDataCodes } from '#app/domain/booking/data-code.server.ts'
import { endOldEntries } from '#app/domain/booking/waitlist/person-data.server.ts'
import { joinUnjoined } from '#app/domain/booking/patient-records.server.ts'
import { deleteOldMessages } from '#app/domain/contact/message-retention.server.ts'
import { deleteOldFormDrafts } from '#app/domain/forms/form-drafts.server.ts'
import { deleteOldCounts } from '#app/domain/insights/daily-counts.server.ts'
import { deleteOldLimits } from '#app/domain/limits/limits.server.ts'
import { deleteOldOrderNotes } from '#app/domain/orders/note-retention.server.ts'
import { deleteOldEmailBodies, deleteSentNotices } from '#app/domain/outbox/email-retention.server.ts'
import { expireDeleted } from '#app/domain/newsletter/deleted-subscribers.server.ts'
import { deleteOldImports } from '#app/domain/newsletter/imports/import-retention.server.ts'
import { deleteOldRecipients, deleteUnconfirmed } from '#app/domain/newsletter/retention.server.ts'
import { deleteOldEvents } from '#app/domain/payments/watch.server.ts'
import { deleteUnusedFiles } from '#app/domain/pictures/picture-files.server.ts'
import { deleteOldRequests } from '#app/domain/patients/data-requests.server.ts'
import { deleteOldNotes } from '#app/domain/patients/notes.server.ts'
import { joinConfirmed } from '#app/domain/patients/join-verified.server.ts'
import { deleteOldTexts } from '#app/domain/text-messages/texts.server.ts'
import type { Services } from '#app/services.server.ts'

/** Deletes data whose time is over, joins the records of patients, and repeats blocks on days that can be booked now. */
export async function sweep(services: Services) {
  const now = Date.now()
  await deleteOldLimits(services, now)
  await deleteExpiredAccounts(services, now)
  await deleteOldEmailBodies(services, now)
  await deleteOldTexts(services, now)
  await deleteOldEvents(services, now)
  await deleteOldMessages(services, now)
  await deleteOldOrderNotes(services, now)
  await expireDeleted(services, now)
  await deleteUnconfirmed(services, now)
  await deleteOldImports(services, now)
  await deleteOldRecipients(services, now)
  await deleteOldCounts(services, now)
  await deleteUnusedFiles(services, now)
  await services.scratchFolders.removeOld(now)
  await eraseExpiredHealth(services, now)
  await deleteOldFormDrafts(services, now)
  await deleteOldTablets(services, now)
  await deleteOldNotes(services, now)
  await deleteOldRequests(services, now)
  await deleteOldDataCodes(services, now)
  await endOldEntries(services, now)
  await deleteSentNotices(services)
  await forgetNetworks(services, now)
  await extendSeries(services, now)
  await joinUnjoined(services.database)
  await joinConfirmed(services.database)
}
