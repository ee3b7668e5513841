import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { addressReplaced as words } from '#content/emails.ts'

/** To the former address of an appointment, which may be a stranger's: it says nothing else about it. */
export const addressReplaced = defineEmail({
  kind: 'address-replaced',
  async load({ database, config }, { appointmentId, email }) {
    const appointment = await findAppointment(database.db, appointmentId)
    // It may have been corrected back, or erased.
    return appointment && appointment.name !== '' && appointment.email !== email
      ? { url: `${config.publicOrigin}/contact` }
      : undefined
  },
  head: () => words,
  body: ({ clinic, url }) => [
    { paragraph: words.text },
    { paragraph: words.notYou(clinic) },
    buttonPart(words.link, url),
  ],
  why: words.why,
  sample: { url: `${sampleOrigin}/contact` },
})
