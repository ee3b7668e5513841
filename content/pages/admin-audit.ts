export const auditPage = {
  title: 'Audit trail',
  state: {
    whole: (when: string) => `Verified ${when}: no tampering found.`,
    /** Followed by the fault. */
    broken: (when: string) => `Verified ${when}.`,
    advice: 'Contact your website administrator. The operations guide explains what to do, under Audit trail.',
    never: 'Not verified yet.',
  },
  filter: { label: 'Filter', day: 'Day', record: 'Record', button: 'Show', all: 'Show all' },
  badDay: 'Enter a day such as 2026-05-05.',
  columns: { act: 'What', record: 'Record', when: 'When', who: 'Who and from where' },
  whoFrom: (who: string, from: string) => `${who}, ${from}`,
  /** Actors without an account. */
  operator: 'Operator',
  program: 'Program',
  /** An account that was deleted. */
  gone: 'Deleted account',
  /** Whose account an act was done to. */
  adminsAccount: 'The admin’s account',
  otherAccount: 'Someone else’s account',
  here: 'this server',
  open: 'Open',
  sameRecord: (record: string) => `Everything about ${record}`,
  empty: 'No entries yet.',
  noneFound: 'No entries match this filter.',
}
