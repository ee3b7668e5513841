import { recoverySheetName } from './recovery-sheet.ts'

/** What the checks of the System page, of `npm run doctor` and of alerts say: what is so, and what to do about it. */
export const systemChecks = {
  settings: {
    title: 'Names of the settings',
    good: 'No name looks misspelled.',
    misspelledAdvice: 'Correct the name where the settings of the service stand, and restart every process.',
  },
  'public-url': {
    title: 'Address of the website',
    good: (origin: string) => `Links in letters lead to ${origin}.`,
    local: (origin: string) =>
      `Visitors come from elsewhere, but PUBLIC_URL is ${origin}: links in letters lead nowhere for them.`,
    localAdvice: 'Set PUBLIC_URL to the address that visitors type, for instance https://www.clinic.example.',
    plain: (origin: string) => `PUBLIC_URL is ${origin}: what visitors write travels unprotected.`,
    plainAdvice: 'Put a reverse proxy with TLS in front and set PUBLIC_URL to its https address.',
  },
  proxy: {
    title: 'Reverse proxy',
    good: (proxies: number) => (proxies === 0 ? 'Visitors reach the program directly.' : `TRUST_PROXY is ${proxies}.`),
    untold:
      'Requests come with X-Forwarded-For, but TRUST_PROXY is 0: all visitors seem to be one, and share one limit.',
    untoldAdvice:
      'If a proxy of yours is in front, set TRUST_PROXY to the number of proxies. If not, somebody invents it.',
  },
  mail: {
    title: 'E-mail',
    good: 'Letters leave by the transport that is set.',
    kept: 'E-mail is not set up: letters are kept here and reach nobody.',
    keptAdvice: 'Set MAIL_TRANSPORT to smtp or relay, with what .env.example names beside it.',
    refused: (reason: string) => `Letters could not be handed over: ${reason}`,
    refusedAdvice:
      'Compare address, user and password in SMTP_URL with what the mail provider says. Emails are tried again by themselves.',
    /** By the status of the relay's answer, in the words of EmailJS. */
    relayAdvice: {
      400: 'The relay does not know a setting: compare RELAY_USER_ID (its public key), RELAY_SERVICE_ID, RELAY_TEMPLATE_ID and RELAY_NEWSLETTER_TEMPLATE_ID with its dashboard.',
      401: 'The relay does not accept the key: set RELAY_USER_ID to its public key and RELAY_ACCESS_TOKEN to its private key.',
      402: 'The relay’s plan does not cover this: look under Billing in its dashboard.',
      403: 'The relay refuses programs or the key: in EmailJS, under Account > Security, switch on “Allow EmailJS API for non-browser applications”, and set RELAY_ACCESS_TOKEN to the private key.',
      404: 'The relay does not know a setting: compare RELAY_URL, RELAY_SERVICE_ID, RELAY_TEMPLATE_ID and RELAY_NEWSLETTER_TEMPLATE_ID with its dashboard.',
      408: 'The relay was too slow. Emails are tried again by themselves.',
      412: 'The relay’s connection to your mailbox has ended: under Email Services in its dashboard, reconnect the service.',
      426: 'The relay’s quota for this month is used up: under Billing in its dashboard, choose a larger plan, or wait for the next month.',
      429: 'The relay gets too many emails at once: lower RELAY_PER_SECOND.',
      other:
        'The relay is in trouble or cannot be reached. Emails are tried again by themselves; look at its status page, and at RELAY_URL.',
    },
  },
  letters: {
    title: 'Letters on their way',
    good: 'No letter has waited for long.',
    late: (count: number, since: string) =>
      `${count === 1 ? 'A letter waits' : `${count} letters wait`} to go out, the first since ${since}.`,
    lateAdvice: 'Look at Mail for the reason. Does the worker run, and does the mail server answer?',
  },
  sender: {
    title: 'Sender of letters',
    good: (domain: string) => `${domain} has SPF and DMARC records.`,
    notNeeded: 'Nothing to look up: letters do not leave under a domain of yours.',
    example: (domain: string) => `Letters would come from ${domain}, which nobody owns.`,
    exampleAdvice: 'Set MAIL_FROM to an address of your own domain.',
    missing: (domain: string, records: string) => `${domain} has no ${records} record: letters may land in spam.`,
    missingAdvice: 'Whoever runs your domain adds the TXT records; your mail provider says which.',
    unknown: (domain: string) => `The records of ${domain} could not be looked up just now.`,
    unknownAdvice: 'Try again later. If it stays so, look at the name server of this machine.',
  },
  'second-factor': {
    title: 'Second factor of the admin',
    good: 'The admin signs in with a password and a code.',
    none: 'A password alone opens everything here, health answers included.',
    noneAdvice: 'Set it up under Security; it takes two minutes.',
    nobody: 'Nobody is the admin yet.',
    nobodyAdvice: 'Open the link that the start printed, or run: npm run admin:link',
  },
  keys: {
    title: 'Encryption key',
    good: 'ENCRYPTION_KEY comes from the settings.',
    beside: 'The encryption key lies beside the data: whoever copies the folder has both.',
    besideAdvice:
      'Set ENCRYPTION_KEY and SESSION_SECRET in the settings of the service, then remove them from DATA_DIR.',
    sheet: 'The recovery sheet with the encryption key still lies in DATA_DIR.',
    sheetAdvice: `Print ${recoverySheetName}, put it where you keep contracts, and remove the file.`,
  },
  backup: {
    title: 'Backup',
    good: (when: string) => `The last one was made at ${when}.`,
    first: 'The first one is made soon after the first start.',
    trouble: {
      never: 'There is none yet.',
      old: 'The last one is more than a night old.',
      failed: 'The last try failed.',
      'not-restorable': 'The newest one could not be restored when that was tried.',
    },
    troubleAdvice: (reason?: string) =>
      reason ? `The reason: ${reason}` : 'Does the worker run? Make one by hand with: npm run backup',
  },
  'backup-place': {
    title: 'Place of the backups',
    good: 'They lie on another disk than the data.',
    same: 'They lie on the same disk as the data: if it breaks, both are lost.',
    sameAdvice: 'Set BACKUP_DIR to a folder on another disk or machine.',
    closed: (folder: string) => `The program may not write to ${folder}.`,
    closedAdvice:
      'Make the folder and give it to the user of the program; under systemd name it in ReadWritePaths= too.',
  },
  disk: {
    title: 'Disk',
    good: (free: string) => `${free} are free.`,
    low: (free: string, folder: string) => `Only ${free} are free where ${folder} is.`,
    lowAdvice: 'Make room, or move DATA_DIR or BACKUP_DIR to a larger disk. When it is full, nothing can be accepted.',
  },
  clock: {
    title: 'Clock',
    good: 'The clock of this machine runs with the database.',
    off: (seconds: number) => `The clock of this machine and the newest entries are ${seconds} seconds apart.`,
    offAdvice: 'Let the machine set its clock by itself (systemd-timesyncd or chrony).',
  },
  feed: {
    title: 'Blog',
    good: 'The feed was read.',
    failing: 'The feed cannot be read at present; the posts that were read before are shown.',
    reasons: {
      status: (status: string) => `Its server answered with status ${status}.`,
      plain: {
        'bad-url': 'Its address, or a redirect from it, is not a web address.',
        'refused-address': 'It redirects to a private network.',
        unreachable: 'Its server cannot be reached.',
        timeout: 'Its server took too long to answer.',
        'too-large': 'It is larger than 2 MB.',
        'too-many-redirects': 'It redirects too often.',
        garbled: 'Its compressed answer could not be read.',
        malformed: 'The answer is not an RSS, Atom or JSON feed.',
        'no-such-file': 'The file does not exist.',
        'not-a-file': 'The address is not that of a file.',
        'unreadable-file': 'The file could not be opened.',
        'no-usable-posts': 'It has posts, but none with a title or text and a web address of its own.',
      },
    },
    failingAdvice: 'Open the address in FEED_URL. Does it answer, and is it a feed?',
  },
  audit: {
    title: 'Audit trail',
    good: 'It is as it was written, as far as it was verified last.',
    never: 'It was not verified yet.',
    broken: (entry: number) => `It is not as it was written, from entry ${entry} on.`,
    brokenAdvice:
      'Somebody or something changed the database past the program. Run npm run audit:verify and ask for help.',
  },
  'stand-ins': {
    title: 'Facts of the clinic',
    good: 'All are confirmed.',
    some: (facts: string) => `Not confirmed yet: ${facts}.`,
    someAdvice: 'Correct them under Clinic, or in content/, and take the mark standIn away there.',
  },
} as const

/** Said without the database, which cannot be asked. */
export const databaseAway = {
  red: 'The database has not answered for a minute.',
  green: 'The database answers again.',
}

/** A check that could not look. */
export const checkFailed = 'This could not be looked at just now.'

/** What carries `standIn`, in the words of the System page. */
export const standInNames: Record<string, string> = {
  name: 'name',
  phone: 'phone',
  emails: 'e-mail addresses',
  messagingApp: 'messaging number',
  social: 'social links',
  map: 'map',
  hours: 'opening hours',
  parking: 'parking',
  waysToPay: 'ways to pay',
  street: 'street (there is none)',
  booking: 'rules of booking',
}
