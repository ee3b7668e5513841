import type { ConnectionId } from '#app/domain/checks/connections.ts'

const seeSpam = 'Look for it in your mailbox, and in the spam folder.'

export const connectionsPage = {
  title: 'Connections',
  /** Of the test email that Today's list sends. */
  testEmail: {
    ok: 'Test email sent. Look for it in your mailbox, and in the spam folder.',
    failed: 'The test email couldn’t be sent. Connections says why.',
    busy: 'A test was just sent. Please wait a moment before you send another.',
  },
  lead: 'The services this website is set up to use. Keys and passwords are never shown here. A test uses the real service.',
  link: 'Test mail, blog, photos, map, scheduler and alerts',
  titles: {
    smtp: 'Mail server (SMTP)',
    relay: 'Email relay',
    feed: 'Blog feed',
    photos: 'Stock photos',
    map: 'Map',
    scheduling: 'Hosted scheduler',
    alerts: 'Alerts',
    bounces: 'Undelivered email (IMAP)',
    texts: 'Text messages',
    payments: 'Online payments',
    copy: 'Place of the continuous copy',
  } satisfies Record<ConnectionId, string>,
  about: {
    smtp: 'A test sends an email to the address you signed in with.',
    relay:
      'A test sends an email to the address you signed in with, using the first template. To try the newsletter template, send yourself a test newsletter.',
    feed: 'A test loads the feed now, just as the website does every few minutes.',
    photos: 'A test requests one photo. It isn’t shown anywhere.',
    map: 'A test checks that the page loads and can be embedded on your website. To see the map itself, open the Contact page.',
    scheduling:
      'A test checks that the page loads and can be embedded on your website. No patient data is sent. To see whether times are shown, try a booking.',
    bounces: 'A test signs in to the mailbox and opens its folder. No email is read.',
    texts:
      'A test signs in to the service. No text message is sent. The webhook has to be entered there as the address for incoming messages.',
    payments:
      'A test tries each permission that the key needs. Nothing is charged or changed. The webhook has to be entered there, for events of checkout sessions.',
    copy: 'A test stores a small object of its own as the copy does, reads it back, makes sure that nothing overwrites it, and deletes it. The copy isn’t touched.',
    alerts: 'A test posts one alert that says it’s a test.',
  } satisfies Record<ConnectionId, string>,
  notInUse: {
    smtp: 'Not in use. Emails don’t leave through a mail server.',
    relay: 'Not in use. Emails don’t leave through a relay.',
    feed: '',
    photos: 'Not in use. Posts without a picture show an illustration.',
    map: '',
    scheduling: 'Not in use. Visitors book in your own calendar.',
    bounces: 'Not in use. You see only what a mail server rejects at once, not what comes back later.',
    texts: 'Not in use. Patients get reminders by email only.',
    payments: 'Not in use. Customers pay at pick-up.',
    copy: 'Not in use. If the server fails, everything since the last backup is lost.',
    alerts: 'Not in use. No one is notified when a check turns red.',
  } satisfies Record<ConnectionId, string>,
  /** For the website administrator. */
  toUse: {
    smtp: 'Set MAIL_TRANSPORT to smtp, and SMTP_URL.',
    relay: 'Set MAIL_TRANSPORT to relay, and the settings that begin with RELAY_.',
    feed: '',
    photos: 'Set PHOTO_API_URL.',
    map: '',
    scheduling: 'Set SCHEDULING_URL.',
    alerts: 'Set ALERT_URL.',
    bounces: 'Set BOUNCE_IMAP_URL.',
    payments: 'Set PAYMENTS to stripe, and the settings that begin with STRIPE_.',
    texts: 'Set SMS_URL, SMS_ACCOUNT, SMS_TOKEN and SMS_FROM.',
    copy: 'Run npm run copy:recipient, and set COPY_URL, COPY_ACCESS_KEY, COPY_SECRET_KEY and COPY_RECIPIENT. PostgreSQL has its own archiving instead.',
  } satisfies Record<ConnectionId, string>,
  settings: {
    host: 'Host',
    encryption: 'Encryption',
    user: 'User',
    password: 'Password',
    from: 'From',
    publicKey: 'Public key',
    privateKey: 'Private key',
    service: 'Service',
    template: 'Template',
    newsletterTemplate: 'Newsletter template',
    pace: 'Emails per second',
    feed: 'Feed',
    converter: 'Converter',
    key: 'Key',
    images: 'Photos come from',
    source: 'Set by',
    folder: 'Folder',
    account: 'Account',
    token: 'Token',
    webhook: 'Webhook',
    webhookSecret: 'Webhook secret',
    bucket: 'Bucket and folders',
    accessKey: 'Access key',
    secretKey: 'Secret key',
  },
  values: {
    set: 'set',
    notSet: 'not set',
    noLimit: 'no limit',
    smtps: 'from the start (smtps)',
    imaps: 'from the start (imaps)',
    thisMachine: 'not needed: the server is on this machine',
    startTls: 'required (STARTTLS)',
    opportunistic: 'only if the server offers it',
    bundled: 'the built-in sample feed',
    file: 'a file on this machine',
    bySetting: 'MAP_EMBED_URL',
    byContent: 'the website’s content files',
  },
  button: 'Send a test',
  lastTest: 'Last test',
  noTest: 'Not tested yet.',
  states: { ok: 'OK', failed: 'Failed', open: 'No response yet' },
  said: 'Response',
  advice: 'What to do',
  underWay: 'A test is in progress. Reload this page in a few seconds.',
  cutOff: 'The last test was interrupted, so we don’t know the result. Send another one.',
  /** After a second press. */
  busy: 'A test was just sent. Please wait a moment before you send another.',
  unknown: 'This service isn’t in use, so there’s nothing to test.',
  notSaved: (says: string) => `The test ran, but we couldn’t save the result. ${says}`,
  ok: {
    smtp: () => `The mail server accepted the email. ${seeSpam}`,
    relay: () => `The relay accepted the email. ${seeSpam}`,
    feed: (posts: number) => `The feed was read: ${posts === 1 ? '1 post' : `${posts} posts`}.`,
    photos: () => 'The service returned a photo.',
    map: () => 'The page loads and can be embedded on your website.',
    scheduling: () => 'The page loads and can be embedded on your website.',
    bounces: () => 'The mailbox opens.',
    texts: () => 'The service accepts the account and its token.',
    payments: () => 'The service accepts the key, and the key has every permission it needs.',
    copy: () => 'A small object was stored, read back and deleted.',
    alerts: () => 'The service accepted the alert.',
  } satisfies Record<ConnectionId, (count: number) => string>,
  failures: {
    timeout: 'No response within ten seconds.',
    unreachable: 'The service can’t be reached.',
    'expired-certificate': 'The certificate of the service has expired.',
    'refused-address': 'The address leads to a private network.',
    'bad-url': 'The address, or a redirect from it, isn’t a web address.',
    'too-many-redirects': 'The address redirects too many times.',
    garbled: 'The compressed response couldn’t be read.',
    'other-host': 'The address redirects to another host, so pages wouldn’t show it.',
    'not-framed': 'The page loads but can’t be embedded on your website.',
    'other-origin': 'The photo comes from a different address than PHOTO_IMAGE_ORIGIN, so pages wouldn’t show it.',
    'not-signed-in': 'The server rejected the user name or the password.',
    'no-folder': 'The server has no such folder.',
    malformed: 'The response isn’t what we expect from this kind of service.',
    'no-conditional-put':
      'The place doesn’t refuse to overwrite an object (If-None-Match on PUT), so two websites could destroy each other’s copy.',
    'not-stored': 'The place says it stored a small object, but doesn’t return it as it was sent.',
    'not-deleted': 'The place says it deleted a small object, but still has it.',
    permissions: 'The key lacks permissions, so some payments can’t be made or read.',
    'too-busy': 'Other emails are waiting for the relay (RELAY_PER_SECOND), so no test was sent.',
  } as Record<string, string>,
  status: (status: string) => `The service responded with status ${status}.`,
  notTaken: 'The test wasn’t accepted.',
  mayArrive: 'The email may still arrive.',
}

/** Patterns for the text of a failed test, each with advice; the first match counts. */
export type Advice = readonly (readonly [RegExp, string])[]

/** In each service's own terms. The text begins with the reason: 'smtp 535 at AUTH PLAIN', 'status-403'. */
export const connectionAdvice = {
  smtp: [
    [
      /at STARTTLS|with STARTTLS|required STARTTLS/,
      'The mail server doesn’t offer encryption (STARTTLS), so nothing is sent. Use port 587, or smtps:// with port 465. For a server on your own network that can’t encrypt, add ?tls=opportunistic to SMTP_URL.',
    ],
    [
      /5\.7\.139|SmtpClientAuthentication/i,
      'Microsoft 365: turn on Authenticated SMTP for this mailbox (Microsoft 365 admin center > Active users > Mail > Manage email apps), or use another provider.',
    ],
    [
      /at AUTH|EAUTH|smtp 53[045]/,
      'The mail server rejected the user name and password in SMTP_URL. For Gmail, use your full address as the user name and an app password (Google Account > Security > 2-Step Verification > App passwords), not your usual password. In SMTP_URL, write @ as %40, and percent-encode other special characters.',
    ],
    [
      /wrong version number|smtp ETLS|Error initiating TLS/i,
      'Encryption couldn’t start. In SMTP_URL, use smtps:// with port 465 and smtp:// with port 587.',
    ],
    [
      /certificate|altnames|self.signed/i,
      'The mail server’s certificate isn’t valid for the host in SMTP_URL. Use the host name your provider gives you, not an IP address.',
    ],
    [
      /EDNS|ENOTFOUND|EAI_AGAIN/,
      'The host in SMTP_URL can’t be found. Check it against your mail provider’s instructions.',
    ],
    [
      /at (MAIL FROM|RCPT TO|DATA)|smtp 55\d/,
      'The mail server rejected this sender or this email. Set MAIL_FROM to an address that the user in SMTP_URL is allowed to send from.',
    ],
    [/smtp 4\d\d/, 'The mail server asked us to try again later. Emails are retried automatically.'],
    [
      /./,
      'Check the host and port in SMTP_URL against your mail provider’s instructions. Many hosting providers block port 25, and some block 465 and 587 too: ask yours, or use a relay.',
    ],
  ],
  feed: [
    [
      /status-(401|403)/,
      'The server blocks programs or requires a sign-in. Make the feed public, and ask whether a firewall blocks it.',
    ],
    [
      /status-404|status-410/,
      'There’s no longer a feed at this address. Find the new one on the blog and set FEED_URL to it.',
    ],
    [
      /status-422/,
      'The converter couldn’t read the feed. Open the address in FEED_URL: it has to be a feed that anyone on the internet can load.',
    ],
    [/status-429/, 'The server or the converter is getting too many requests. Wait an hour.'],
    [
      /malformed/,
      'Open the address in FEED_URL: it has to be an RSS, Atom or JSON feed, not a web page. With FEED_CONVERTER_URL, the converter has to return JSON with "status": "ok".',
    ],
    [
      /no-usable-posts/,
      'Its posts don’t have their own web addresses, or they have neither a title nor text. Ask the person who manages the feed.',
    ],
    [/./, 'Open the address in FEED_URL (and FEED_CONVERTER_URL). Does it load, and is it a feed?'],
  ],
  photos: [
    [
      /status-401/,
      'The key wasn’t accepted. Set PHOTO_ACCESS_KEY to your application’s access key (in Unsplash, under Your apps), not its secret key.',
    ],
    [
      /status-(403|429)/,
      'For Unsplash, this is the limit of 50 requests an hour until your application is approved for production. Wait an hour, or apply for production.',
    ],
    [
      /status-404/,
      'There’s no photo service at this address. Correct PHOTO_API_URL; for Unsplash, it’s https://api.unsplash.com.',
    ],
    [
      /other-origin/,
      'Set PHOTO_IMAGE_ORIGIN to the scheme and host of the photos; for Unsplash, it’s https://images.unsplash.com.',
    ],
    [/./, 'Check PHOTO_API_URL against the service’s documentation. Until it works, posts show illustrations.'],
  ],
  map: [
    [
      /status-(401|403)/,
      'The key in the address was rejected. In Google Cloud, enable the Maps Embed API and billing, and under APIs & Services > Credentials, add your website’s address followed by /* as an allowed website.',
    ],
    [/status-400/, 'Something is missing from the address. For Google, it needs key= and q=.'],
    [
      /not-framed/,
      'Use the service’s embed address, not the address of the map itself. In Google Maps, choose Share > Embed a map, or use the Maps Embed API.',
    ],
    [/other-host/, 'Set MAP_EMBED_URL to the address that it redirects to.'],
    [/./, 'Open the address in MAP_EMBED_URL in a browser. Does it show a map?'],
  ],
  scheduling: [
    [
      /status-(401|403)/,
      'The scheduler blocks programs, or your website. It may still work in a browser: try a booking. If its settings restrict embedding, allow your website’s address there.',
    ],
    [
      /status-(404|410)/,
      'That page no longer exists. In Calendly, copy the event type’s link again, and make sure it’s turned on.',
    ],
    [/not-framed/, 'Use the scheduler’s embed address, and allow your website’s address in its embed settings.'],
    [/other-host/, 'Set SCHEDULING_URL to the address that it redirects to.'],
    [/./, 'Open the address in SCHEDULING_URL in a browser. Does it show times?'],
  ],
  bounces: [
    [
      /not-signed-in/,
      'Check the user and the password in BOUNCE_IMAP_URL, with @ written as %40. Gmail needs an app password (Google Account > Security > 2-Step Verification > App passwords), and IMAP turned on.',
    ],
    [/no-folder/, 'Check the folder at the end of BOUNCE_IMAP_URL. Without one it’s INBOX.'],
    [
      /./,
      'Check the host and port in BOUNCE_IMAP_URL against your mail provider’s instructions; imaps:// uses port 993.',
    ],
  ],
  texts: [
    [/status-(401|403)/, 'The account or its token was rejected. Check SMS_ACCOUNT and SMS_TOKEN.'],
    [/status-404/, 'There’s no such account at this address. Check SMS_URL and SMS_ACCOUNT.'],
    [/status-429/, 'The service is getting too many requests. Wait a minute.'],
    [/./, 'Check SMS_URL against the service’s instructions. It needs the REST API of Twilio.'],
  ],
  payments: [
    [
      /^permissions/,
      'Give the restricted key the permissions named above (in Stripe, under Developers > API keys > Edit key), or use the secret key.',
    ],
    [/status-(401|403)/, 'The key was rejected. Check STRIPE_SECRET_KEY.'],
    [/status-429/, 'The service is getting too many requests. Wait a minute.'],
    [/./, 'Check whether this server may open connections to the service, and STRIPE_API_URL.'],
  ],
  copy: [
    [
      /InvalidAccessKeyId|SignatureDoesNotMatch|status-401/,
      'The key was rejected. Check COPY_ACCESS_KEY and COPY_SECRET_KEY.',
    ],
    [/RequestTimeTooSkewed/, 'The clock of this server is wrong, so the place rejects what it signs. Set the clock.'],
    [
      /status-403/,
      'The key may not do this. Let it read, write, list and delete objects in the bucket, and list versions.',
    ],
    [/NoSuchBucket|status-404/, 'There’s no such bucket. Check COPY_URL: https://HOST/BUCKET, with folders after it.'],
    [/AuthorizationHeaderMalformed/, 'The bucket is in another region. Add ?region=NAME to COPY_URL.'],
    [/status-(413|507)|Quota/, 'The place is full. Make room there, or raise its limit.'],
    [/status-(429|503)/, 'The place is getting too many requests. Wait a minute. The copy is retried automatically.'],
    [
      /no-conditional-put/,
      'Use a place that knows conditional PUT, such as AWS S3, Cloudflare R2, MinIO, recent Ceph or Scaleway. Backblaze B2 doesn’t.',
    ],
    [/not-(stored|deleted)/, 'Nobody can rely on a copy there. Ask the provider, or use another place.'],
    [
      /timeout/,
      'The place is slow, or a firewall blocks it. Try again in a minute, then ask the provider. The copy is retried automatically.',
    ],
    [/ENOTFOUND|EAI_AGAIN/, 'The host in COPY_URL can’t be found. Check it against the provider’s instructions.'],
    [/./, 'Check COPY_URL, and whether this server may open connections to that host.'],
  ],
  alerts: [
    [/status-(401|403)/, 'This address isn’t allowed to post. Copy it again from the service, including its token.'],
    [/status-(404|410)/, 'That address no longer exists. Create a new webhook in the service and set ALERT_URL to it.'],
    [
      /status-(400|415|422)/,
      'The service expects a different kind of message. We send JSON with "text", the kind that chat services accept through incoming webhooks.',
    ],
    [/redirect/, 'The address redirects elsewhere. Set ALERT_URL to the address it redirects to.'],
    [/./, 'Check ALERT_URL against the service’s instructions.'],
  ],
} satisfies Record<Exclude<ConnectionId, 'relay'>, Advice>

export const testAlert = 'This is a test from the Connections page. Nothing is wrong.'
