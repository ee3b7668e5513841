import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import type { PersonResource } from '#app/domain/shared/scope.ts'
import { changeAppointment, type NotFound } from './appointment-change.server.ts'
import type { BookingDeps } from './deps.ts'
import { toConfirmed } from './sealed-access.ts'

type Confirmed = { ok: true } | NotFound | { ok: false; reason: 'address-changed' }

/**
 * Somebody who may read what it opens says that an address is the patient's, or takes that back: for all appointments of
 * the record with it, a practitioner for hers. `email`: what the page showed.
 */
export const confirmAddress = (
  { database, vault }: Pick<BookingDeps, 'database' | 'vault'>,
  actor: ScopedActor,
  { id, email, isTheirs }: { id: string; email: string; isTheirs: boolean },
): Promise<Confirmed> =>
  changeAppointment({ database }, actor, id, async (tx, appointment): Promise<Confirmed> => {
    const { scope } = actor
    const confirmed = toConfirmed(actor)
    if (!email || appointment.email !== email || !confirmed) return { ok: false, reason: 'address-changed' }
    const { patientId = '' } = appointment
    await tx
      .updateTable('appointments')
      .set({ emailConfirmed: isTheirs ? confirmed : null })
      .where('email', '=', email)
      .where((row) => row.or([row('id', '=', id), row('patientId', '=', patientId)]))
      .$if(scope !== 'everything', (own) => own.where('person', '=', (scope as { person: PersonResource }).person))
      .execute()
    const act = isTheirs ? 'appointment.address-confirmed' : 'appointment.address-unconfirmed'
    await recordAct({ tx, vault }, actor, { act, record: `appointment:${id}`, detail: email })
    return { ok: true }
  })
