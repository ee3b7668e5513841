import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { canChange, type Appointment } from '#app/domain/booking/appointment.ts'
import { findTextConsent } from '#app/domain/booking/text-reminders.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { toTextNumber } from '#app/domain/shared/phone-number.server.ts'
import { consentWording } from '#app/domain/text-messages/consents.server.ts'
import { listTextsAbout } from '#app/domain/text-messages/texts.server.ts'
import type { Services } from '#app/services.server.ts'
import { toTextRow } from '#app/ui/admin/text-row.ts'
import { appointmentTexts as words } from '#content/pages/admin-texts.ts'

export type TextsView = NonNullable<Awaited<ReturnType<typeof loadTexts>>>

/** Undefined while text messages are not set up. */
export async function loadTexts({ database, clinic, textMessages }: Services, appointment: Appointment, now: number) {
  if (!textMessages) return undefined
  const { db } = database
  const consent = await findTextConsent(db, appointment)
  const sent = await listTextsAbout(db, `appointment:${appointment.id}`)
  const facts = clinic.facts(now)
  const canAgree = !consent && canChange(appointment, now) && toTextNumber(appointment.phone) !== undefined
  return {
    isOn: consent !== undefined,
    says: consent ? await sayConsent(consent) : toTextNumber(appointment.phone) ? words.off : words.noNumber,
    readOut: canAgree ? consentWording('reminders', facts) : undefined,
    sent: sent.map((text) => toTextRow(text, facts.timeZone, now)),
  }

  async function sayConsent({ givenAt, givenBy }: { givenAt: number; givenBy: string }) {
    const when = formatClinicMoment(givenAt, facts.timeZone)
    if (givenBy === 'patient' || givenBy === 'start') return words.on[givenBy](when)
    const accounts = await findAccounts(database, [givenBy])
    return words.on.staff(when, accounts.get(givenBy)?.name ?? words.somebody)
  }
}
