import type { Facts } from '#content/pages/page.ts'

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

export const newslettersPage = {
  title: 'Newsletter',
  heading: 'New newsletter',
  url: { label: 'Newsletter URL', hint: 'Link to include. Start typing to pick one of your five latest posts.' },
  subject: { label: 'Subject', hint: (usual: string) => `Optional. If left blank: ${usual}` },
  intro: {
    label: 'Introduction',
    hint: 'Optional plain text above the link. If left blank, we use a one-line introduction.',
  },
  button: 'Send Newsletter',
  buttonHint: 'You’ll review it before anything is sent.',
  notSaved: 'Failed to send newsletter. Please try again.',
  /** Above the list of those that still need someone. */
  open: { heading: 'To finish' },
  history: { heading: 'Past newsletters' },
  columns: { what: 'Newsletter', state: 'Status', when: 'When', counts: 'Recipients' },
  write: 'Write a newsletter',
  empty: {
    text: 'No newsletters yet',
    hint: 'Choose a link above and press Send Newsletter. You’ll review it before anything is sent.',
    step: { text: 'See your subscribers', href: '/admin/subscribers' },
  },
}

export const newsletterPage = {
  title: 'Review and send',
  titles: { sent: 'Newsletter' },
  all: 'All newsletters',
  subject: 'Subject',
  link: 'Link',
  started: 'Started',
  ended: 'Ended',
  preview: { heading: 'Preview', frame: 'Email preview', open: 'Open preview in its own page' },
  checks: {
    heading: 'Checks',
    lights: { green: 'OK', amber: 'Review', red: 'Must fix' },
    recipients: {
      green: (recipients: number) => `Goes to ${count(recipients, 'subscriber', 'subscribers')}.`,
      /** Exact text of the product decisions. */
      red: 'There are no subscribers yet.',
      fix: { text: 'Subscribers', href: '/admin/subscribers' },
    },
    link: {
      green: 'The link works.',
      amber: 'The link’s page didn’t respond. Open it yourself before you send.',
      red: 'The link isn’t a valid web address.',
    },
    text: {
      green: 'Its links and pictures are there.',
      red: 'The newsletter isn’t finished. Open it to see what’s missing.',
    },
    pictures: {
      green: 'Its pictures load as they do in an email.',
      amber: 'A picture doesn’t load from the website’s public address, so readers won’t see it.',
    },
    encrypted: {
      green: 'The link is secure (https).',
      amber: 'The link isn’t secure (http). Browsers may warn your readers.',
    },
    claims: {
      green: 'No disease claims found in your text.',
      amber: 'Part of your text reads like a claim about a disease.',
    },
    repeated: { amber: 'You’ve already sent a newsletter with this link.' },
    mail: {
      green: 'Email is set up.',
      amber: 'Email isn’t set up yet, so nothing will be delivered.',
    },
    address: {
      green: (address: string) => `Your postal address is in the email: ${address}.`,
      amber: (address: string) =>
        `The postal address in the email is a placeholder: ${address || 'none'}. The law requires yours.`,
      red: 'The email has no postal address, and the law requires one.',
      fix: 'Enter your postal address',
    },
    unsubscribe: {
      green: 'Unsubscribe link tested: it works.',
      broken: (address: string) =>
        `The unsubscribe link doesn’t work. We tested it at ${address}, the website’s address (PUBLIC_URL).`,
    },
    edit: 'Edit',
    sendAnyway: 'Send anyway',
    addressForm: {
      street: 'Street',
      city: 'City',
      region: 'State',
      postalCode: 'ZIP code',
      button: 'Save address',
      saved: 'Address saved. It now appears on every page.',
      changed: 'Someone else just changed the address. Please check it again.',
    },
  },
  /** If a button other than Send could not be stored; sending has a text of the specification. */
  notStored: {
    address: 'We couldn’t save the address just now. Please try again in a minute.',
    test: 'We couldn’t send the test just now. Please try again in a minute.',
    unschedule: 'We couldn’t unschedule it just now. Please try again in a minute.',
    pause: 'We couldn’t pause it just now. Please try again in a minute.',
    cancel: 'We couldn’t stop it just now. Please try again in a minute.',
  },
  test: {
    button: (recipient: string) => `Send a test to ${recipient}`,
    sent: 'Your test email is on its way.',
    kept: 'Your test email is stored here because email isn’t set up.',
  },
  send: {
    heading: 'Send',
    now: 'Send now',
    stopped: 'Can’t be sent yet. See the checks above.',
    changed: 'Someone changed this newsletter after you opened it, so it wasn’t sent. Look at it once more.',
    later: 'Schedule for later',
    at: 'Date and time (clinic time)',
    atButton: 'Schedule',
    pressed: 'You can close this page. Sending continues in the background.',
  },
  scheduled: {
    text: (when: string) => `Scheduled for ${when}.`,
    now: 'Send now',
    takeBack: 'Unschedule',
  },
  late: {
    text: (when: string) => `Missed its time: it was scheduled for ${when}, when the website wasn’t running. Send now?`,
    now: 'Send now',
    takeBack: 'Unschedule',
  },
  run: {
    heading: 'Sending',
    gathering: 'Preparing the list of recipients.',
    progress: (done: number, all: number) => `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
    bar: 'Sending progress',
    /** Read out by screen readers. */
    said: ['Sending started.', 'One quarter sent.', 'Half sent.', 'Three quarters sent.'],
    refresh: 'Refresh',
    leave: 'You can leave this page. Sending continues in the background.',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Stop sending',
    cancelHint: 'If you stop, remaining subscribers won’t receive it.',
    paused: {
      heading: 'Paused',
      admin: 'Nothing more is sent until you resume.',
      'mail-server': 'The mail server isn’t accepting email. Sending resumes automatically as soon as it does.',
      address:
        'The clinic no longer has a postal address, and the law requires one. Enter it under Clinic, then resume.',
      fault: 'Something went wrong while sending. The website’s log has the details.',
      refused:
        'The mail server refused several emails in a row. Sending stopped so that nobody is left out: these recipients are tried again when you resume.',
      said: (cause: string, detail: string) => `${cause} It said: “${detail}”`,
    },
  },
  result: {
    heading: 'Result',
    ended: (sent: number, failed: number) =>
      `Sending has ended: ${sent.toLocaleString('en-US')} sent, ${failed.toLocaleString('en-US')} failed.`,
    delivery: {
      of: (reached: number, all: number) => `${reached.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
      delivered: 'delivered',
      stored: 'stored',
      columns: { result: 'Result', subscribers: 'Subscribers' },
      results: {
        sent: 'Delivered',
        kept: 'Stored, not delivered',
        failed: 'Failed',
        leftOut: 'Left the list before it was sent',
        notSent: 'Not sent',
      },
      noOpens: 'Opens aren’t tracked: no hidden pictures and no personal links.',
    },
    /** Exact texts of the specification, section 8. */
    sent: (subscribers: number) => `Newsletter sent successfully to ${subscribers} subscriber(s)!`,
    failed: (subscribers: number) =>
      `Failed to send newsletter to ${subscribers} subscriber(s). Check console for details.`,
    listBelow: 'The list is below.',
    nothingLeft: 'Email isn’t set up, so the emails were stored here and none were delivered.',
    cancelled: (left: number) => `You stopped sending. ${count(left, 'subscriber', 'subscribers')} didn’t receive it.`,
    leftOut: (left: number) =>
      `${count(left, 'subscriber', 'subscribers')} left the list while it was being sent and didn’t receive it.`,
    uncertain: (uncertain: number) =>
      `${count(uncertain, 'subscriber', 'subscribers')} may have received it twice because a reply from the mail server was lost.`,
    failures: 'Not delivered',
    more: (more: number) => `and ${count(more, 'more', 'more')}`,
    retry: 'Retry failed only',
    retryHint: 'Sends only to the subscribers listed here.',
    correct: 'To fix an address, edit it under Subscribers first.',
  },
  reasons: {
    email: 'The mail server permanently rejected the email.',
    noAnswer: 'The mail server didn’t reply, so it may have arrived.',
    interrupted: 'The website was stopped several times while sending, so it may have arrived.',
    tries: 'The mail server didn’t accept it after three tries.',
    relay: (status: string) => `The mail relay rejected it (${status}).`,
  },
  states: {
    draft: 'Draft',
    scheduled: 'Scheduled',
    sending: 'Sending',
    paused: 'Paused',
    done: 'Sent',
    cancelled: 'Canceled',
  },
  arrived: (sent: number) => `${sent.toLocaleString('en-US')} sent`,
  failed: (failed: number) => `${failed.toLocaleString('en-US')} failed`,
  uncertain: (uncertain: number) => `${uncertain.toLocaleString('en-US')} uncertain`,
  failedSoFar: (failed: number) => `${failed.toLocaleString('en-US')} failed so far.`,
  kept: (kept: number) => `${kept.toLocaleString('en-US')} stored`,
  relayHint: (clinic: Facts) =>
    `The mail relay uses its own template, which controls what appears in this email and whether it includes ${clinic.name}’s postal address.`,
}

/** Of a draft that two people write, or one person on two pages, such as after going back. */
export const meanwhileWords = {
  error: 'This newsletter was saved again after this page was opened. Nothing of that was overwritten.',
  advice: 'Your text is still in the fields below. Compare it with what was saved, then save again.',
  theirs: (text: string) => `Saved meanwhile: ${text || 'nothing'}`,
}

/** The page on which a newsletter is written. */
export const writeWords = {
  title: 'Write a newsletter',
  all: 'All newsletters',
  introHint: 'Shown after the subject in most inboxes.',
  blocksHint:
    'In a paragraph of its own: {free times}, {opening hours}, a link to a post for its teaser, a bold link for a button, ![description](picture) for a picture.',
  save: 'Save draft',
  saving: 'Saving…',
  review: 'Review and send',
  kept: 'Draft saved.',
  autosave: {
    saving: 'Saving…',
    failed: 'Not saved. We’ll try again.',
    conflict: 'Press Save draft: both texts are then shown, and nothing you typed is lost.',
  },
  tooLong: 'That’s too long to keep. Shorten it, then save it.',
  preview: {
    heading: 'Preview',
    desktop: 'On a desktop, 600 pixels wide',
    phone: 'On a phone, 360 pixels wide',
    text: 'As plain text',
  },
  inserts: {
    label: 'Insert',
    blocks: 'Blocks',
    button: { label: 'Button', text: '**[Book a visit](/booking)**' },
    times: { label: 'Free times', text: '{free times}' },
    hours: { label: 'Opening hours', text: '{opening hours}' },
    posts: 'Posts',
  },
}
