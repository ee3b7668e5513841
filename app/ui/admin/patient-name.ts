import { adminAppointment } from '#content/pages/admin-appointments.ts'

/** An erased patient has no name; a link needs one. */
export const patientName = ({ name }: { name: string }) => name || adminAppointment.erased
