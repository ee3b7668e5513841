/** Appointments with people whose access ended. */
export const handOverPage = {
  title: 'Appointments to hand over',
  lead: 'With people who can’t open the dashboard anymore. Patients get an email about their new practitioner.',
  none: 'Nothing to hand over.',
  columns: { time: 'Time', patient: 'Patient', service: 'Service', to: 'Who is free' },
  /** The person is still booked by patients. */
  offered: (name: string) => `${name} is still on the team, and patients can still book them.`,
  takeOff: (name: string) => `Take ${name} off the team`,
  to: (name: string) => `Hand over to ${name}`,
  toOf: (patient: string, when: string) => `: ${patient}, ${when}`,
  nobody: 'Nobody else is free.',
  move: 'Choose another time',
  more: (shown: number, all: number) => `These are the first ${shown} of ${all}.`,
}
