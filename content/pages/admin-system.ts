export const systemPage = {
  title: 'System',
  lights: { green: 'OK', amber: 'Review', red: 'Needs attention' },
  fine: 'Everything is fine. The website checks itself; you see here if it needs something.',
  toDo: 'What needs you',
  contact: 'Contact your website administrator.',
  forAdministrator: 'For your website administrator',
  /** Where the clinic itself can do something, by check. */
  places: {
    emails: { text: 'Open Mail', href: '/admin/mail' },
    'second-factor': { text: 'Open Security', href: '/admin/security' },
    'stand-ins': { text: 'Open Clinic', href: '/admin/clinic' },
  },
  ok: (checks: number) => `${checks} ${checks === 1 ? 'check is' : 'checks are'} OK`,
  backup: {
    heading: 'Backups',
    lead: 'Every night the website makes a backup, and tests it by restoring it into a temporary database.',
    button: 'Back up now',
    asked: 'The backup has started.',
    test: 'Test the newest backup',
    testAsked: 'The test has started.',
    running: {
      making: 'A backup is being made and then tested by restoring it.',
      testing: 'The newest backup is being tested by restoring it.',
    },
    rejected: {
      running: 'A backup is being made or tested right now. Please wait until it’s done.',
      none: 'There is no backup to test yet. Press Back up now first.',
    },
    drill:
      'Once or twice a year, practice a restore on another machine: docs/operations.md has the steps, under Restore drill.',
  },
  more: 'More',
}
