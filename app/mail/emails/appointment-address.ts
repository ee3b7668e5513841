import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import {
  getNewAddress,
  newAddressPath,
  newAddressPurpose,
  newAddressLinkPayload,
} from '#app/domain/booking/new-address.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { appointmentAddress as words } from '#content/emails.ts'

/** To an address that is not confirmed, so it says nothing about the appointment. */
export const appointmentAddress = defineEmail({
  kind: 'appointment-address',
  async load({ database, config, signer }, { appointmentId: id, email }) {
    const appointment = await findAppointment(database.db, id)
    // The patient may have entered another address since, or confirmed this one.
    if (!appointment || (await getNewAddress(database.db, appointment, Date.now()))?.email !== email) return undefined
    const token = signer.sign(newAddressPurpose, newAddressLinkPayload(signer, { id, email }))
    return { confirmUrl: `${config.publicOrigin}${newAddressPath(token)}` }
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: ({ confirmUrl }) => [...paragraphs(words), linkPart(words.confirm, confirmUrl)],
  sample: { confirmUrl: sampleLink('/appointments/confirm') },
})
