export const auditPage = {
  title: 'Audit trail',
  state: {
    whole: (when: string) => `Verified ${when}: no tampering found.`,
    /** Followed by the fault. */
    broken: (when: string) => `Verified ${when}.`,
    advice: 'Contact your website administrator. The operations guide explains what to do, under Audit trail.',
    never: 'Not verified yet.',
  },
  filter: {
    label: 'Filter',
    day: 'Day',
    who: 'Who',
    anyone: 'Anyone',
    actors: { person: 'People who sign in', patient: 'Patients', operator: 'Operator', program: 'Program' },
    area: 'What',
    everything: 'Everything',
    record: 'Record',
    button: 'Show',
  },
  search: {
    form: 'Find a patient’s entries',
    label: 'Patient',
    button: 'Find',
    found: 'Choose a patient to see the entries.',
    none: 'No patient has this name, phone or email.',
    tooShort: 'Type at least two letters of a name, or three digits of a phone number.',
  },
  ofPatient: (name: string) => `Entries about ${name}`,
  badDay: 'Enter a day such as 2026-05-05.',
  columns: { act: 'Act', record: 'Record', when: 'When', who: 'Who and from where' },
  whoFrom: (who: string, from: string) => `${who}, ${from}`,
  /** Actors without an account. */
  operator: 'Operator',
  program: 'Program',
  patient: 'The patient',
  online: 'the website',
  /** An account that was deleted. */
  gone: 'Deleted account',
  /** Whose account an act was done to. */
  adminsAccount: 'The admin’s account',
  otherAccount: 'Someone else’s account',
  here: 'this server',
  open: 'Open',
  sameRecord: (record: string) => `Everything about ${record}`,
  empty: {
    text: 'No entries yet',
    hint: 'Every change in this dashboard is recorded here, with who made it and when.',
    step: { text: 'Back to Today', href: '/admin' },
  },
  noneFound: { text: 'No entries match this filter', hint: 'Try another day, or everything that one person did.' },
}
