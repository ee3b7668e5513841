import { sampleAppointment, sampleOrder } from '#app/mail/samples.ts'

/** What a preview of the patient's page shows, as far as every clinic has it. */
export const sampleView = {
  path: '/appointments/sample',
  url: 'https://clinic.example/appointments/sample',
  state: 'confirmed' as const,
  contact: { name: sampleAppointment.name, email: sampleOrder.email, phone: sampleAppointment.phone },
  mayReplace: true,
  health: 'sealed' as const,
  forms: [],
  reminders: undefined,
  preparation: undefined,
  near: 'later' as const,
  with: undefined,
  video: undefined,
  directionsUrl: undefined,
  bookPath: '/booking',
  nextFree: [],
  justNow: undefined,
  was: undefined,
  isClosed: false,
  unheld: undefined,
  canCancel: true,
  isQuiet: false,
}
