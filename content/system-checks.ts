/**
 * Texts of the System page, of `npm run doctor` and of alerts. What a check says, and its advice, are for the clinic;
 * `…Details` are for the website administrator and name settings and commands.
 */
export const systemChecks = {
  settings: {
    title: 'Setting names',
    good: 'No setting name looks misspelled.',
    misspelled: 'A setting of the website seems to be misspelled, so it has no effect.',
    misspelledDetails: (names: string) =>
      `${names} Correct the name in the service’s settings, then restart every process.`,
  },
  'public-url': {
    title: 'Website address',
    good: (origin: string) => `Links in emails lead to ${origin}.`,
    local: 'Links in emails don’t work for visitors: they lead to an address that only this server knows.',
    localDetails: (origin: string) =>
      `PUBLIC_URL is ${origin}, but visitors come from other machines. Set it to the address they type, for example https://www.clinic.example.`,
    other: 'Visitors use another address than the one in our emails’ links.',
    otherDetails: (origin: string) =>
      `PUBLIC_URL is ${origin}, but in the last week requests came under other names only. Set it to the address that visitors type.`,
    plain: 'What visitors type isn’t encrypted on its way to the website.',
    plainDetails: (origin: string) =>
      `PUBLIC_URL is ${origin}. Put a reverse proxy with TLS in front, and set PUBLIC_URL to its https address.`,
  },
  proxy: {
    title: 'Reverse proxy',
    good: (proxies: number) =>
      proxies === 0
        ? 'Visitors connect directly.'
        : `Visitors connect through ${proxies === 1 ? 'one proxy' : `${proxies} proxies`}.`,
    untold: 'The website can’t tell visitors apart, so a busy one can keep others from booking or writing.',
    untoldDetails:
      'Requests include X-Forwarded-For, but TRUST_PROXY is 0, so all visitors share one rate limit. If your own proxy is in front, set TRUST_PROXY to the number of proxies. If not, someone is faking the header.',
    fewer: 'Visitors can pretend to come from anywhere, so limits against floods don’t hold.',
    fewerDetails: (proxies: number) =>
      `TRUST_PROXY is ${proxies}, but requests came through fewer proxies than that. Set it to the number of your own proxies, or 0 without one.`,
  },
  mail: {
    title: 'Email',
    good: 'Email is configured.',
    notConfigured: 'Email isn’t set up yet, so nothing is being delivered.',
    notConfiguredDetails: 'Set MAIL_TRANSPORT to smtp or relay, along with the related settings in .env.example.',
    rejected: 'Emails can’t be sent right now. They’re kept, and sent as soon as it works again.',
    rejectedDetails: (reason: string, advice: string) => `Reason: ${reason}. ${advice}`,
    expiredAdvice:
      'The certificate of that server has expired. Nothing is wrong with your settings: ask whoever runs the server to renew it. If this server’s clock is wrong, set that.',
    smtpAdvice: 'Check the address, user and password in SMTP_URL against your mail provider’s instructions.',
    /** What the relay's answer names, whatever its status; the terms are those of EmailJS. */
    relaySettings: [
      [
        /account not found|user[_ ]?id|public key/i,
        'The relay has no account with this public key: set RELAY_USER_ID to the public key under Account in its dashboard.',
      ],
      [
        /service[_ ]?id/i,
        'The relay doesn’t recognize the service: set RELAY_SERVICE_ID to the service ID under Email Services in its dashboard.',
      ],
      [
        /template[_ ]?id/i,
        'The relay doesn’t recognize a template: set RELAY_TEMPLATE_ID and RELAY_NEWSLETTER_TEMPLATE_ID to the template IDs under Email Templates in its dashboard.',
      ],
    ] as const,
    /** By the status of the relay's answer. */
    relayAdvice: {
      400: 'The relay doesn’t recognize a setting: check RELAY_USER_ID (its public key), RELAY_SERVICE_ID, RELAY_TEMPLATE_ID and RELAY_NEWSLETTER_TEMPLATE_ID against its dashboard.',
      401: 'The relay doesn’t accept the key: set RELAY_USER_ID to its public key and RELAY_ACCESS_TOKEN to its private key.',
      402: 'Your relay plan doesn’t cover this: check Billing in its dashboard.',
      403: 'The relay refuses non-browser requests or the key: in EmailJS, under Account > Security, turn on “Allow EmailJS API for non-browser applications”, and set RELAY_ACCESS_TOKEN to the private key.',
      404: 'The relay doesn’t recognize a setting: check RELAY_URL, RELAY_SERVICE_ID, RELAY_TEMPLATE_ID and RELAY_NEWSLETTER_TEMPLATE_ID against its dashboard.',
      408: 'The relay was too slow. Emails are retried automatically.',
      412: 'The relay has lost its connection to your mailbox: under Email Services in its dashboard, reconnect the service.',
      426: 'This month’s relay quota is used up: choose a larger plan under Billing in its dashboard, or wait until next month.',
      429: 'The relay is getting too many emails at once: lower RELAY_PER_SECOND.',
      other:
        'The relay is having problems or can’t be reached. Emails are retried automatically; check its status page and RELAY_URL.',
    },
  },
  emails: {
    title: 'Email queue',
    good: 'No email has been waiting long.',
    late: (count: number, since: string) =>
      `${count === 1 ? 'An email has' : `${count} emails have`} been waiting to be sent since ${since}, so people don’t hear from you.`,
    lateAdvice: 'See Mail for the reason. If it doesn’t say what to do, contact your website administrator.',
    lateDetails: 'Is the worker running, and is the mail server responding?',
  },
  sender: {
    title: 'Email sender',
    good: (domain: string) => `Mail servers can verify emails from ${domain} (SPF and DMARC).`,
    notNeeded: 'Nothing to check: emails aren’t sent from your own domain.',
    example: (domain: string) =>
      `Emails would come from ${domain}, which is a placeholder domain, so mail servers would reject them.`,
    exampleDetails: 'Set MAIL_FROM to an address at your own domain.',
    missing: (domain: string) =>
      `Emails may land in spam, because mail servers can’t verify that they come from ${domain}.`,
    missingDetails: (domain: string, records: string) =>
      `${domain} has no ${records} record. Add the TXT records where the domain is managed; the mail provider says which ones.`,
    unknown: (domain: string) => `Couldn’t look up just now whether mail servers can verify emails from ${domain}.`,
    unknownAdvice: 'Look again later. If this continues, contact your website administrator.',
    unknownDetails: 'Check this server’s DNS settings.',
  },
  'second-factor': {
    title: 'Two-factor authentication',
    good: 'The admin signs in with a password and a code.',
    none: 'A password alone opens everything here, including health answers.',
    noneAdvice: 'Turn it on under Security; it takes two minutes.',
    noAdmin: 'There is no admin account yet.',
    noAdminDetails: 'Open the link printed at startup, or run: npm run admin:link',
  },
  keys: {
    title: 'Encryption key',
    good: 'The encryption key is kept apart from the data.',
    beside: 'The encryption key is stored next to the data: anyone who copies the folder has both.',
    besideDetails: 'Set ENCRYPTION_KEY and SESSION_SECRET in the service’s settings, then remove them from DATA_DIR.',
    sheet: 'A recovery sheet with secret keys is still on the server, where an intruder would find it.',
    sheetAdvice: 'Ask your website administrator to print it for you, and keep it with your contracts.',
    sheetDetails: (names: string) => `In DATA_DIR, print and then delete: ${names}.`,
  },
  backup: {
    title: 'Backup',
    good: (when: string) => `Last backup: ${when}.`,
    tested: (when: string) => ` Last tested by restoring it: ${when}.`,
    first: 'The first backup is made soon after the first start.',
    failures: {
      never: 'There is no backup yet. If the server fails, everything is lost.',
      old: 'The last backup is more than a day old. If the server fails, everything since then is lost.',
      failed: 'The last backup failed. If the server fails, everything since the one before is lost.',
      'not-restorable': 'The latest backup couldn’t be restored in a test, so it wouldn’t help if the server failed.',
    },
    failureAdvice: 'Press Back up now. If this doesn’t go away, contact your website administrator today.',
    failureDetails: (reason?: string) =>
      reason ? `Reason: ${reason}` : 'Is the worker running? To make a backup by hand, run: npm run backup',
  },
  'backup-place': {
    title: 'Backup location',
    good: 'Backups are on a different disk from the data.',
    same: 'Backups are on the same disk as the data. If it fails, both are lost.',
    sameDetails: 'Set BACKUP_DIR to a folder on another disk or machine.',
    closed: 'The website isn’t allowed to write backups to their folder.',
    closedDetails: (folder: string) =>
      `Create ${folder} and make the website’s user its owner; under systemd, also list it in ReadWritePaths=.`,
  },
  copy: {
    title: 'Continuous copy',
    off: 'No continuous copy is set up: if the server fails, everything since the last backup is lost.',
    elsewhere: 'The running website makes the continuous copy; its System page says how it is.',
    first: 'The first continuous copy is being made.',
    good: (when: string) => `Everything up to ${when} is also stored elsewhere.`,
    tested: (when: string) => ` Last tested by restoring it: ${when}.`,
    failures: {
      behind: (when: string) =>
        `The continuous copy has been behind since ${when}. If the server fails, everything since then is lost.`,
      'not-restorable': (when: string) =>
        `The continuous copy couldn’t be restored in a test (${when}), so it wouldn’t help if the server failed.`,
    },
    failureDetails: (reason?: string) =>
      `${reason ? `Reason: ${reason}` : 'Is the place of COPY_URL answering?'} The log says more; Connections tests the place.`,
  },
  disk: {
    title: 'Disk',
    good: (free: string) => `${free} free.`,
    low: (free: string) =>
      `Only ${free} free on the server’s disk. Once it’s full, no orders, bookings or messages can be accepted.`,
    closed: 'The website isn’t allowed to write to the folder of its data.',
    closedDetails: (folder: string) =>
      `Make the website’s user the owner of ${folder} and of all files in it, and run commands as that user.`,
    lowDetails: (folder: string) =>
      `It is the disk with ${folder}. Free up space, or move DATA_DIR or BACKUP_DIR to a larger disk.`,
  },
  clock: {
    title: 'Clock',
    good: 'This server’s clock matches the database.',
    off: (seconds: number) =>
      `This server’s clock and the newest entries are ${seconds} seconds apart, so reminders and sign-ins may fail.`,
    offDetails: 'Have the server set its clock automatically (systemd-timesyncd or chrony).',
  },
  time: {
    title: 'Time',
    good: 'This server’s clock agrees with other servers.',
    notCompared: 'No outside service tells the time, so the clock wasn’t compared.',
    off: (seconds: number, server: string) =>
      `This server’s clock and that of ${server} are ${seconds} seconds apart, so sign-ins, reminders and payments may fail.`,
    offDetails: 'Have the server set its clock automatically (systemd-timesyncd or chrony).',
  },
  feed: {
    title: 'Blog',
    good: 'The feed is up to date.',
    failing: 'The blog can’t be read right now, so visitors see the posts from the last time it could.',
    reasons: {
      status: (status: string) => `Its server responded with status ${status}.`,
      plain: {
        'bad-url': 'Its address, or a redirect from it, isn’t a web address.',
        'expired-certificate': 'The certificate of its server has expired.',
        'refused-address': 'It redirects to a private network.',
        unreachable: 'Its server can’t be reached.',
        timeout: 'Its server took too long to answer.',
        'too-large': 'It is larger than 2 MB.',
        'too-many-redirects': 'It redirects too many times.',
        garbled: 'Its compressed response couldn’t be read.',
        malformed: 'The response isn’t an RSS, Atom or JSON feed.',
        'no-such-file': 'The file doesn’t exist.',
        'not-a-file': 'The address doesn’t point to a file.',
        'unreadable-file': 'The file couldn’t be opened.',
        'no-usable-posts': 'It has posts, but none with a title or text and a web address of its own.',
      },
    },
    failingDetails: 'Open the address in FEED_URL. Does it load, and is it a feed?',
  },
  bounces: {
    title: 'Undelivered email',
    off: 'No mailbox is read for email that comes back.',
    waiting: 'The mailbox for email that comes back will be read in some minutes.',
    good: (when: string) => `The mailbox for email that comes back was read at ${when}.`,
    failing: (since: string) =>
      `The mailbox for email that comes back can’t be read since ${since}, so you don’t see which emails reached nobody.`,
    failingDetails: (reason: string) => `Reason: ${reason}. Try it on the Connections page, and check BOUNCE_IMAP_URL.`,
  },
  texts: {
    title: 'Text messages',
    off: 'No text messages are sent.',
    good: 'Text messages are being sent.',
    failing: (since: string) =>
      `The service for text messages has taken none since ${since}, so patients get no reminders by text.`,
    failingDetails: (reason: string) =>
      `Reason: ${reason}. Try it on the Connections page, and check the settings that begin with SMS_.`,
  },
  payments: {
    title: 'Online payments',
    off: 'No payments are taken online.',
    good: 'Payments can be made, and are read at the payment provider.',
    unknown: (count: number) =>
      `${count} ${count === 1 ? 'movement' : 'movements'} of a kind that this website doesn’t know: see Payments.`,
    failing: (says: string, since: string) => `${says} (Since ${since}.)`,
    failingDetails:
      'Test the payments on the Connections page: it names a key that is not accepted and a permission that is missing. A refused checkout is about your account at the provider.',
  },
  audit: {
    title: 'Audit trail',
    good: 'No tampering found at the last verification.',
    never: 'Not verified yet.',
    broken: (entry: number) => `The record of who did what has been altered, starting at entry ${entry}.`,
    brokenDetails:
      'Someone or something changed the database without going through the website. Run npm run audit:verify and ask for help.',
  },
  'stand-ins': {
    title: 'Clinic information',
    good: 'Everything is confirmed.',
    some: (facts: string) => `Visitors see facts that nobody has confirmed: ${facts}.`,
    someAdvice:
      'Correct under Clinic and Pages what you find there. Name and map are changed by your website administrator.',
    someDetails: 'Name and map: correct them in content/clinic.ts and remove standIn there.',
  },
} as const

/** For the alert sent while the database is down. */
export const databaseAway = {
  red: 'The database hasn’t responded for a minute.',
  green: 'The database is responding again.',
}

export const checkFailed = 'This couldn’t be checked just now.'

/** The facts that can carry `standIn`. */
export const standInNames: Record<string, string> = {
  name: 'name',
  phone: 'phone',
  emails: 'email addresses',
  messagingApp: 'messaging number',
  social: 'social links',
  map: 'map',
  hours: 'opening hours',
  parking: 'parking',
  waysToPay: 'ways to pay',
  street: 'street (none yet)',
  booking: 'booking rules',
}
