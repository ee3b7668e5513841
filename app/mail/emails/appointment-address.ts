import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import {
  getNewAddress,
  newAddressPath,
  newAddressPurpose,
  newAddressLinkPayload,
} from '#app/domain/booking/new-address.server.ts'
import { defineLinkEmail } from '#app/mail/define-email.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { appointmentAddress as words } from '#content/emails.ts'

/** To an address that is not confirmed, so it says nothing about the appointment. */
export const appointmentAddress = defineLinkEmail({
  kind: 'appointment-address',
  texts: (read) => read('appointment-emails').address,
  link: words.link,
  why: words.why,
  async load({ database, config, signer }, { appointmentId: id, email }) {
    const appointment = await findAppointment(database.db, id)
    // The patient may have entered another address since, or confirmed this one.
    if (!appointment || (await getNewAddress(database.db, appointment, Date.now()))?.email !== email) return undefined
    const token = signer.sign(newAddressPurpose, newAddressLinkPayload(signer, { id, email }))
    return { url: `${config.publicOrigin}${newAddressPath(token)}` }
  },
  sample: { url: sampleLink('/appointments/confirm') },
})
