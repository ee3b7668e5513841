import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Limited } from '#app/domain/outbox/email-limits.server.ts'
import { eraseEmailsTo } from '#app/domain/outbox/emails.server.ts'
import { eraseEmailsAbout } from '#app/domain/outbox/erase-emails.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Appointment, cutOff, isActive } from './appointment.ts'
import { lockAppointment } from './appointment-change.server.ts'
import { findAppointment, toContactColumns, updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { healthRecord } from './health.server.ts'
import { releaseSlots } from './holds.server.ts'
import { askNewAddress, changeEmail, clearedNewAddress } from './new-address.server.ts'
import type { Contact } from './patient-fields.ts'

// What patients can change through the link to their appointment.

/**
 * Corrects name, address or phone. A new address is used once it is confirmed; while no emails leave the site, it could
 * not be confirmed and is used at once. Returns the changed appointment.
 */
export async function correctContact(
  deps: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain'> & { emailsLeave: boolean },
  id: string,
  contact: Contact,
  { now, limitedAs }: { now: number } & Limited,
): Promise<Appointment | undefined> {
  return deps.database.transaction(async (tx) => {
    const before = await lockAppointment({ ...deps, tx }, id)
    if (!before) return undefined
    const { email, ...others } = toContactColumns(contact)
    await updateAppointment(tx, id, others)
    if (deps.emailsLeave) await askNewAddress({ ...deps, tx }, before, { email, now, limitedAs })
    else if (email !== before.email) await changeEmail({ ...deps, tx }, before, email)
    return findAppointment(tx, id)
  })
}

type HealthDeps = Pick<BookingDeps, 'database' | 'vault'>

/** Seals the new answer under a new key. */
export async function replaceHealth({ database, vault }: HealthDeps, id: string, text: string) {
  await database.transaction(async (tx) => {
    const health = await vault.seal(tx, healthRecord(id), text)
    await updateAppointment(tx, id, { health })
  })
}

/** Destroys the key too, so that no backup can reveal the answer. */
export async function eraseHealth({ vault, tx }: { vault: Pick<Vault, 'destroy'>; tx: Tx }, id: string) {
  await vault.destroy(tx, healthRecord(id))
  await updateAppointment(tx, id, { health: null })
}

export type ErasureDeps = {
  database: Pick<Database, 'takeAdvisoryLock'>
  vault: Pick<Vault, 'destroy' | 'tryOpen'>
} & Pick<BookingDeps, 'pages' | 'booking'>

/**
 * Erases everything that identifies the patient and revokes the link. The clinic still sees that there was an
 * appointment. An upcoming one is canceled, and its slots are released.
 */
export async function eraseAppointment(
  { database, vault, pages, booking }: ErasureDeps,
  tx: Tx,
  id: string,
  now: number,
) {
  const appointment = await lockAppointment({ database, tx }, id)
  if (!appointment) return
  const isOpen = isActive(appointment) && appointment.endsAt > now
  await eraseHealth({ vault, tx }, id)
  await eraseEmailsAbout(tx, [id])
  await eraseEmailsTo(tx, [appointment.email], ['appointment-links'])
  await updateAppointment(tx, id, {
    ...toContactColumns({ name: '', email: '', phone: '' }),
    note: null,
    ...clearedNewAddress,
    undoUntil: null,
    linkVersion: appointment.linkVersion + 1,
    ...(isOpen && {
      state: 'cancelled',
      cancelledLate: appointment.startsAt > now && cutOff(appointment, booking) <= now ? 1 : null,
      revision: appointment.revision + 1,
    }),
  })
  if (isOpen || appointment.undoUntil) {
    await releaseSlots({ database, tx }, `appointment:${id}`)
    await pages.purge(tx, 'booking')
  }
}
