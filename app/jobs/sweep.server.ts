import { deleteExpiredAccounts } from '#app/domain/accounts/delete-expired.server.ts'
import { eraseExpiredHealth } from '#app/domain/booking/retention.server.ts'
import { deleteOldMessages } from '#app/domain/contact/message-retention.server.ts'
import { deleteOldLimits } from '#app/domain/limits/limits.server.ts'
import { deleteOldOrderNotes } from '#app/domain/orders/note-retention.server.ts'
import { deleteOldEmailBodies } from '#app/domain/outbox/email-retention.server.ts'
import { forgetDeleted } from '#app/domain/newsletter/deleted-subscribers.server.ts'
import { forgetLedgers } from '#app/domain/newsletter/forget-ledgers.server.ts'
import { forgetImports } from '#app/domain/newsletter/imports/forget-imports.server.ts'
import { forgetUnconfirmed } from '#app/domain/newsletter/unconfirmed.server.ts'
import type { Services } from '#app/services.server.ts'

/** Deletes data whose time is over. */
export async function sweep(services: Services) {
  const now = Date.now()
  await deleteOldLimits(services, now)
  await deleteExpiredAccounts(services, now)
  await deleteOldEmailBodies(services, now)
  await deleteOldMessages(services, now)
  await deleteOldOrderNotes(services, now)
  await forgetDeleted(services, now)
  await forgetUnconfirmed(services, now)
  await forgetImports(services, now)
  await forgetLedgers(services, now)
  await eraseExpiredHealth(services, now)
}
