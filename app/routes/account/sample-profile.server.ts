import { leastForVisitors } from '#app/domain/accounts/password-rules.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { ShownPasskey } from '#app/http/passkeys.server.ts'
import { sampleAppointment, sampleOrder } from '#app/mail/samples.ts'
import { profilePage as words } from '#content/pages/profile.ts'
import type { ShownAppointment } from './parts/my-appointments.tsx'
import type { ShownOrder } from './parts/my-orders.tsx'

const { name, email, placedAt } = sampleOrder
const day = formatClinicDate(placedAt, clinicTimeZone)
const past = { when: formatAppointmentTime(sampleAppointment, clinicTimeZone), state: undefined, path: undefined }

/** What a preview of the profile shows: nothing is coming, since the page says most then. */
export const sampleProfile = {
  name,
  email,
  isStaff: false,
  leastPassword: leastForVisitors,
  isVerified: true,
  appointments: { upcoming: [] as ShownAppointment[], rest: [past] as ShownAppointment[] },
  orders: [] as ShownOrder[],
  passkeys: [] as ShownPasskey[],
  signIns: [{ id: 'sample', device: words.signIns.unknown, isThis: true, since: day, lastUsed: day }],
}
