/** Appointments with people whose access ended, or with somebody who is chosen, such as one who fell ill. */
export const handOverPage = {
  title: 'Appointments to reassign',
  lead: 'With people who can’t open the dashboard anymore. Patients get an email about their new practitioner.',
  none: 'Nothing to reassign.',
  leadOf: (name: string) => `Upcoming appointments with ${name}. Patients get an email about their new practitioner.`,
  choose: { label: 'Appointments with', leavers: 'People whose access ended', button: 'Show' },
  all: { label: 'Reassign all to', anyone: 'Whoever is free', button: 'Reassign all' },
  done: (moved: number, left: number) =>
    left === 0
      ? `${moved === 1 ? '1 appointment' : `${moved} appointments`} reassigned.`
      : `${moved} reassigned. ${left} ${left === 1 ? 'stays, since nobody is' : 'stay, since nobody is'} free then.`,
  columns: { time: 'Time', patient: 'Patient', service: 'Service', to: 'Who is free' },
  /** The person is still booked by patients. */
  offered: (name: string) => `${name} is still on the team, and patients can still book them.`,
  takeOff: (name: string) => `Take ${name} off the team`,
  to: (name: string) => `Reassign to ${name}`,
  toOf: (patient: string, when: string) => `: ${patient}, ${when}`,
  nobody: 'Nobody else is free.',
  move: 'Choose another time',
  more: (shown: number, all: number) => `These are the first ${shown} of ${all}.`,
}
