import type { Facts, Page, Parts } from './page.ts'

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** Where a newsletter begins, and what became of the earlier ones. */
export const newslettersPage = {
  title: 'Newsletter',
  seo: { title: 'Newsletter', description: 'Write a newsletter, and see what became of the earlier ones.' },
  heading: 'New newsletter',
  url: { label: 'Newsletter URL', hint: 'The page that the letter leads to. The field offers the five latest posts.' },
  subject: { label: 'Subject', hint: (usual: string) => `Left empty, it is: ${usual}` },
  intro: { label: 'A few words above the link', hint: 'Plain text. Left empty, there is one sentence.' },
  button: 'Send Newsletter',
  buttonHint: 'Nothing goes out yet: the next page shows it first.',
  notKept: 'Failed to send newsletter. Please try again.',
  history: {
    heading: 'Earlier newsletters',
    empty: 'No newsletter yet.',
    columns: { what: 'Newsletter', when: 'When', state: 'State' },
  },
} satisfies Page & Parts

/** One newsletter, from the review to its result. */
export const newsletterPage = {
  title: 'Review and send',
  seo: { title: 'Review and send', description: 'A newsletter before it is sent, while it goes out, and afterwards.' },
  titles: { sent: 'Newsletter' },
  all: 'All newsletters',
  subject: 'Subject',
  link: 'Link',
  started: 'Started',
  ended: 'Ended',
  preview: { heading: 'Preview', frame: 'The letter as it will look', open: 'Open the preview by itself' },
  checks: {
    heading: 'Checks',
    lights: { green: 'Good', amber: 'Have a look', red: 'Stops it' },
    recipients: {
      green: (recipients: number) => `It goes to ${count(recipients, 'subscriber', 'subscribers')}.`,
      /** Exact text of the product decisions. */
      red: 'There are no subscribers yet.',
      fix: { text: 'Subscribers', href: '/admin/subscribers' },
    },
    link: {
      green: 'The link is an address, and its page answers.',
      amber: 'The page behind the link did not answer. Open it yourself before you send.',
      red: 'The link is no address of a page.',
    },
    encrypted: {
      green: 'The link is encrypted (https).',
      amber: 'The link is not encrypted (http). Browsers may warn your readers.',
    },
    claims: {
      green: 'No claim about a disease was found in your words.',
      amber: 'Some of your words read as a claim about a disease.',
    },
    repeated: { amber: 'A newsletter with this link went out before.' },
    mail: {
      green: 'Email is set up.',
      amber: 'Email is not set up, so the letters are kept here and reach nobody.',
    },
    address: {
      green: (address: string) => `Your postal address is in the letter: ${address}.`,
      amber: (address: string) =>
        `The postal address in the letter is a stand-in: ${address || 'none'}. The law asks for yours.`,
      red: 'The letter has no postal address, and the law asks for one.',
      fix: 'Enter your postal address',
    },
    unsubscribe: {
      green: 'The link to unsubscribe was tried out and works.',
      broken: (address: string) =>
        `The link to unsubscribe does not work. It was tried at ${address}, the address of the website (PUBLIC_URL).`,
    },
    edit: 'Edit',
    sendAnyway: 'Send as it is',
    addressForm: {
      street: 'Street',
      city: 'City',
      region: 'State',
      postalCode: 'ZIP code',
      button: 'Save address',
      saved: 'The address is saved, and every page shows it.',
      changed: 'The address was changed meanwhile. Look at it once more.',
    },
  },
  test: {
    button: (recipient: string) => `Send a test to ${recipient}`,
    sent: 'The test is on its way.',
    kept: 'The test is kept here, since email is not set up.',
  },
  send: {
    heading: 'Send',
    now: 'Send now',
    stopped: 'It cannot be sent yet. See what is marked above.',
    later: 'Send it at another time',
    at: 'Day and time, at the clinic',
    atButton: 'Send then',
    pressed: 'You can close this page; it goes on by itself.',
  },
  scheduled: {
    text: (when: string) => `It goes out on ${when}.`,
    now: 'Send now',
    takeBack: 'Do not send it then',
  },
  late: {
    text: (when: string) =>
      `It was to go out on ${when}, when the website was not running. That is long ago, so you decide.`,
    now: 'Send now',
    takeBack: 'Do not send it',
  },
  run: {
    heading: 'It is being sent',
    gathering: 'The list of recipients is being made.',
    progress: (done: number, all: number) => `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
    bar: 'Recipients who have their result',
    /** Read out now and then. */
    said: ['It has begun.', 'A quarter is done.', 'Half is done.', 'Three quarters are done.'],
    refresh: 'Refresh',
    leave: 'You can leave this page; it goes on by itself.',
    pause: 'Pause',
    resume: 'Go on',
    cancel: 'Cancel for good',
    cancelHint: 'Who has not got it then does not get it.',
    paused: {
      heading: 'It is paused',
      admin: 'Nobody is mailed until you let it go on.',
      'mail-server': 'The mail server does not take mail. It goes on by itself as soon as the server does.',
      address:
        'The clinic has no postal address any more, and the law asks for one. Enter it under Clinic, then go on.',
      fault: 'The website could not go on. The log of the website says why.',
    },
  },
  result: {
    heading: 'Result',
    /** Exact texts of the specification, section 8. */
    sent: (subscribers: number) => `Newsletter sent successfully to ${subscribers} subscriber(s)!`,
    failed: (subscribers: number) =>
      `Failed to send newsletter to ${subscribers} subscriber(s). Check console for details.`,
    listBelow: 'The list is below.',
    nothingLeft: 'Email is not set up: the letters were kept here, and none left the house.',
    cancelled: (left: number) => `You canceled it. ${count(left, 'subscriber', 'subscribers')} did not get it.`,
    leftOut: (left: number) =>
      `${count(left, 'subscriber', 'subscribers')} left the list meanwhile and ${left === 1 ? 'was' : 'were'} not mailed.`,
    uncertain: (uncertain: number) =>
      `${count(uncertain, 'subscriber', 'subscribers')} may have got it twice, since an answer of the mail server was lost.`,
    failures: 'Who did not get it',
    more: (more: number) => `and ${count(more, 'more', 'more')}`,
    retry: 'Retry failed only',
    retryHint: 'It goes to these and to nobody else.',
    correct: 'Correct an address under Subscribers first.',
  },
  reasons: {
    address: 'The mail server refused this address for good.',
    letter: 'The mail server refused the letter for good.',
    noAnswer: 'The mail server gave no answer, so it may have arrived.',
    interrupted: 'The website was stopped several times while it was being sent, so it may have arrived.',
    tries: 'The mail server did not take it in three tries.',
    relay: (status: string) => `The mail relay refused it (${status}).`,
  },
  states: {
    draft: 'Draft',
    scheduled: 'Scheduled',
    sending: 'Being sent',
    paused: 'Paused',
    done: 'Sent',
    cancelled: 'Canceled',
  },
  arrived: (sent: number) => `${sent.toLocaleString('en-US')} sent`,
  failed: (failed: number) => `${failed.toLocaleString('en-US')} failed`,
  uncertain: (uncertain: number) => `${uncertain.toLocaleString('en-US')} uncertain`,
  failedSoFar: (failed: number) => `${failed.toLocaleString('en-US')} failed so far.`,
  kept: (kept: number) => `${kept.toLocaleString('en-US')} kept`,
  relayHint: (clinic: Facts) =>
    `The mail relay fills in a template of its own: what it shows of this letter, and whether ${clinic.name}'s address is in it, is set there.`,
} satisfies Page & Parts
