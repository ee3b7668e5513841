import type { Lists } from '#app/domain/content/content-record.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { BookingContent } from './booking-content.ts'

export type BookingDeps = {
  database: Database
  vault: Vault
  queue: Queue
  mailDomain: string
  clinic: Pick<ClinicNow, 'facts'>
  /** The services. */
  content: Lists
  booking: BookingContent
  /** Purged because pages show the next free time. */
  pages: Pick<Purges, 'purge'>
  /** Undefined: the clinic sends no text messages. */
  textMessages?: object | undefined
  /** Undefined: nothing is paid online. */
  payments?: object | undefined
}

/** Patients act through the link to their appointment; acts of an `ScopedActor` are in the audit trail. */
export type ChangedBy = 'patient' | ScopedActor
