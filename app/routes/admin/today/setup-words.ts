import type { SetupStep } from '#app/domain/checks/setup.ts'
import { systemChecks } from '#content/system-checks.ts'

const noun = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The checklist of a new clinic on Today. */
export const setup = {
  heading: 'Set up your clinic',
  steps: 'Steps',
  lead: 'Every step saves itself. Stop whenever you like.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'done',
  change: 'Change',
  putAway: { button: 'Put away', done: 'Put away. The System page still shows what needs attention.' },
  broughtBack: 'The setup checklist is back.',
  ready: { heading: 'Your clinic can open', lead: 'Every step of the setup is done.' },
  titles: {
    address: 'Address',
    hours: 'Opening hours',
    holidays: 'Holidays',
    team: 'Your team',
    email: 'Email',
    'second-factor': systemChecks['second-factor'].title,
    backup: 'Backup elsewhere',
    placeholders: systemChecks['stand-ins'].title,
    texts: 'Texts to write',
  } satisfies Record<SetupStep, string>,
  address: {
    none: (place: string) => `Visitors see no street yet, only ${place}.`,
    hidden: 'The website shows no address.',
    add: 'Add the address',
  },
  hours: { ask: (week: string) => `${week}. Is this right?`, confirm: 'These hours are right' },
  holidays: {
    closed: (holidays: number, name: string, day: string) =>
      `Closed on ${noun(holidays, 'holiday', 'holidays')}. Next: ${name}, ${day}.`,
    none: 'Open on every holiday.',
    confirm: 'These holidays are right',
  },
  team: {
    none: 'Patients can’t choose whom they see yet. Introduce your people. Each of them offers every service until you say otherwise.',
    add: 'Introduce your people',
  },
  email: {
    ask: 'Send yourself a test email, so that confirmations arrive.',
    test: 'Send a test email',
    tested: 'Emails leave the website.',
    details: 'Open Connections',
  },
  secondFactor: { add: 'Set it up' },
  backup: { none: 'No backup has been made and tested yet.', details: 'Open System' },
  placeholders: { add: 'Correct them', fewMore: 'For the rest, contact your website administrator.' },
  texts: {
    none: 'No text of the website has a placeholder in it.',
    some: (placeholder: string) => `${placeholder} is still a placeholder, and visitors see it.`,
    of: (step: string, page: string) => `${step}: ${page}`,
    add: 'Write it',
  },
  confirmed: { hours: 'Opening hours confirmed.', holidays: 'Holidays confirmed.' },
}

/** On Today once the checklist is put away, until it is done or postponed. */
export const secondFactorCard = {
  heading: 'Set up two-factor authentication',
  text: 'Anyone with your password can get in. Add a code from your phone; it takes two minutes.',
  start: 'Set up',
  later: 'Not now, remind me in a week',
}
