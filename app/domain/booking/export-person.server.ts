import type { Selectable } from 'kysely'
import type { Db, Tables } from '#app/database/tables.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { exportConsents, exportTexts } from '#app/domain/text-messages/export-texts.server.ts'
import { exportForms } from '#app/domain/forms/export-forms.server.ts'
import { type DataSubject, type Exported, type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { BookingContent } from './booking-content.ts'
import { exportPayments } from '#app/domain/payments/export-payments.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { feeSubject } from './fees/fee.ts'
import { findFee } from './fees/fees.server.ts'
import { healthRecord } from './health.server.ts'
import { toBookingSubject } from './money/booking-ledger.server.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { toResourceNames } from './service-needs.ts'

type Deps = { db: Db; vault: Pick<Vault, 'tryOpen'>; content: Lists; booking: BookingContent }

/** A person's appointments with the health answers and filled-in forms. The caller has recorded that they are opened. */
export async function exportAppointments(
  { db, vault, content, booking }: Deps,
  { recordIds, appointmentIds }: DataSubject,
): Promise<Exported> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .$if(appointmentIds === 'all', (all) => all.where('patientId', 'in', recordIds))
    .$if(appointmentIds !== 'all', (all) => all.where('id', 'in', appointmentIds as readonly string[]))
    .orderBy('startsAt', 'desc')
    .orderBy('id')
    .execute()
  const onlinePlans = new Set(rows.flatMap(({ draftId, planId }) => (draftId && planId ? [planId] : [])))
  const plans = await db
    .selectFrom('plans')
    .selectAll()
    .where(
      'id',
      'in',
      rows.flatMap(({ planId }) => planId ?? []),
    )
    .execute()
  const titles = new Map(plans.map(({ id, title }) => [id, title]))
  const items: ExportItem[] = []
  for (const row of rows) {
    const opened = row.health && (await vault.tryOpen(db, healthRecord(row.id), row.health))
    const texts = await exportTexts(db, `appointment:${row.id}`)
    const consents = await exportConsents(db, `appointment:${row.id}`)
    const forms = await exportForms({ db, vault }, row.id)
    items.push({
      service: nameService(content, row.serviceId),
      status: row.state,
      startsAt: toInstant(row.startsAt),
      endsAt: toInstant(row.endsAt),
      practitioner: toResourceNames(booking, [row.person])[0],
      room: row.room ? toResourceNames(booking, [row.room])[0] : undefined,
      ...toContact(row),
      newEmail: row.newEmail ?? undefined,
      bookedAt: toInstant(row.bookedAt),
      // Of a plan booked online, the first day carries the draft.
      bookedBy: row.draftId !== null || (row.planId && onlinePlans.has(row.planId)) ? 'online' : 'the clinic',
      plan: row.planId ? titles.get(row.planId) : undefined,
      dayOfPlan: row.planDay ?? undefined,
      canceledLate: row.cancelledLate === 1 || undefined,
      ...(await exportMoney(db, row)),
      staffNote: row.note ?? undefined,
      healthAnswer: !opened || opened === 'unreadable' ? undefined : opened.toString(),
      healthAnswerKeptByClinic: row.healthKept === 1 || undefined,
      forms: forms.length > 0 ? forms : undefined,
      textMessageConsents: consents.length > 0 ? consents : undefined,
      textMessages: texts.length > 0 ? texts : undefined,
    })
  }
  return { items, ids: rows.map(({ id }) => id) }
}

type Day = Pick<Selectable<Tables['appointments']>, 'id' | 'planId' | 'planDay'>

/** What was paid for it, and its fee; what was paid for a plan is with the first day. */
async function exportMoney(db: Db, { id, planId, planDay }: Day): Promise<ExportItem> {
  const subject = toBookingSubject({ id, planId: planId ?? undefined })
  const { payments, refunds } = (planDay ?? 1) === 1 ? await exportPayments(db, subject) : { payments: [], refunds: [] }
  const fee = await findFee(db, id)
  const feeItem = fee && {
    amount: formatCents(fee.amountCents),
    status: fee.state,
    ...(await exportPayments(db, feeSubject(id))),
  }
  return {
    payments: payments.length > 0 ? payments : undefined,
    refunds: refunds.length > 0 ? refunds : undefined,
    cancellationFee: feeItem && [feeItem],
  }
}
