import { signAppointmentLink } from '#app/domain/booking/appointment-link.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { findDataCode, toDataCode } from '#app/domain/booking/data-code.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { dataCode as words } from '#content/emails.ts'

/** To the address of an appointment, whose link alone does not open what the patient told the clinic. */
export const dataCode = defineEmail({
  kind: 'data-code',
  async load({ database, signer, config }, { appointmentId, codeId }) {
    const code = await findDataCode(database.db, codeId, Date.now())
    const appointment = await findAppointment(database.db, appointmentId)
    // The address may have been corrected since.
    if (!code || appointment?.linkVersion !== code.linkVersion) return undefined
    return {
      code: toDataCode(signer, codeId),
      url: `${config.publicOrigin}${signAppointmentLink(signer, appointment)}/data`,
    }
  },
  head: () => words,
  body: ({ code, url }) => [
    { paragraph: words.text },
    { paragraph: code, bold: true },
    buttonPart(words.link, url),
    { paragraph: words.lasts },
    { paragraph: words.notYou },
  ],
  why: words.why,
  sample: { code: '402917', url: sampleLink('/appointments') },
})
