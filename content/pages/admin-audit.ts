import type { Page } from './page.ts'

/** The page of the audit trail: who did what. */
export const auditPage = {
  title: 'Audit trail',
  seo: { title: 'Audit trail', description: 'What was done in the dashboard: who, when, what and from where.' },
  state: {
    whole: (when: string) => `Verified ${when}: nothing was changed by hand.`,
    /** Before what the trail's own words say. */
    broken: (when: string) => `Verified ${when}.`,
    advice: 'Tell whoever runs this website. The operations guide says what to do, under Audit trail.',
    never: 'It has not been verified yet.',
  },
  filter: { label: 'Filter', day: 'Day', record: 'Record', button: 'Show', all: 'Show everything' },
  badDay: 'This is no day. Enter one like 2026-05-05.',
  columns: { act: 'What', record: 'Record', when: 'When', who: 'Who and from where' },
  whoFrom: (who: string, from: string) => `${who}, ${from}`,
  /** Who is no account. */
  operator: 'Operator',
  program: 'Program',
  /** An account that was deleted. */
  gone: 'Deleted account',
  here: 'this machine',
  open: 'Open',
  sameRecord: (record: string) => `Everything about ${record}`,
  empty: 'Nothing was done yet.',
  noneFound: 'Nothing was done that fits this filter.',
} satisfies Page & Record<string, unknown>
