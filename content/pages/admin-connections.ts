import type { ConnectionId } from '#app/domain/checks/connections.ts'
import type { Page, Parts } from './page.ts'

const seeSpam = 'Look for it in your mailbox, and in the spam folder.'

export const connectionsPage = {
  title: 'Connections',
  seo: { title: 'Connections', description: 'The outside services that the website uses.' },
  lead: 'The services that this website is set up to use. Keys and passwords are never shown here. A test uses the real service.',
  link: 'Test mail, blog, photos, map, scheduler and alerts',
  titles: {
    smtp: 'Mail server (SMTP)',
    relay: 'Email relay',
    feed: 'Blog feed',
    photos: 'Stock photos',
    map: 'Map',
    scheduling: 'Hosted scheduler',
    alerts: 'Alerts',
  } satisfies Record<ConnectionId, string>,
  /** What a test does, and what it cannot tell. */
  about: {
    smtp: 'A test sends an email to the address you signed in with.',
    relay:
      'A test sends an email to the address you signed in with, with the first template. To try the newsletter’s template, send yourself a test of a newsletter.',
    feed: 'A test reads the feed now, as the website does every few minutes.',
    photos: 'A test asks for one photo. It is not shown anywhere.',
    map: 'A test opens the page and reads whether your website may show it in a frame. Only a browser can tell whether the map itself is drawn: see the Contact page.',
    scheduling:
      'A test opens the page, without any patient’s data, and reads whether your website may show it in a frame. Only a browser can tell whether times are shown: try a booking.',
    alerts: 'A test posts one alert that says it’s a test.',
  } satisfies Record<ConnectionId, string>,
  notInUse: {
    smtp: 'Not in use: MAIL_TRANSPORT is not smtp.',
    relay: 'Not in use: MAIL_TRANSPORT is not relay.',
    feed: '',
    photos: 'Not in use: PHOTO_API_URL is not set. Posts without a picture show a drawing.',
    map: '',
    scheduling: 'Not in use: SCHEDULING_URL is not set. Visitors book in your own calendar.',
    alerts: 'Not in use: ALERT_URL is not set. No one is notified when a check turns red.',
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
  },
  values: {
    set: 'set',
    notSet: 'not set',
    noLimit: 'no limit',
    smtps: 'from the start (smtps)',
    startTls: 'required (STARTTLS)',
    opportunistic: 'only if the server offers it',
    bundled: 'the one that comes with the program',
    file: 'a file on this machine',
    bySetting: 'MAP_EMBED_URL',
    byContent: 'the content of the website',
  },
  button: 'Send a test',
  lastTest: 'Last test',
  noTest: 'Not tested yet.',
  states: { ok: 'OK', failed: 'Failed', open: 'No answer yet' },
  said: 'Answer',
  advice: 'What to do',
  underWay: 'A test is in progress. Reload this page in a few seconds.',
  cutOff: 'The last test was interrupted, so its answer is not known. Send another one.',
  /** A second press. */
  busy: 'A test was just sent. Please wait a moment before you send another.',
  unknown: 'This service is not in use, so there is nothing to test.',
  notSaved: (says: string) => `The test was made, but its answer could not be saved. ${says}`,
  ok: {
    smtp: () => `The mail server accepted the email. ${seeSpam}`,
    relay: () => `The relay accepted the email. ${seeSpam}`,
    feed: (posts: number) => `The feed was read: ${posts === 1 ? '1 post' : `${posts} posts`}.`,
    photos: () => 'The service returned a photo.',
    map: () => 'The page answers and may be shown in a frame of your website.',
    scheduling: () => 'The page answers and may be shown in a frame of your website.',
    alerts: () => 'The service accepted the alert.',
  } satisfies Record<ConnectionId, (count: number) => string>,
  failures: {
    timeout: 'There was no answer within ten seconds.',
    unreachable: 'The service cannot be reached.',
    'refused-address': 'The address leads to a private network.',
    'bad-url': 'The address, or a redirect from it, is not a web address.',
    'too-many-redirects': 'The address redirects too often.',
    garbled: 'The compressed answer could not be read.',
    'not-framed': 'The page answers, but does not let your website show it in a frame.',
    'other-origin': 'The photo comes from another address than PHOTO_IMAGE_ORIGIN, so pages would not show it.',
    malformed: 'The answer is not what we expect from this kind of service.',
    'too-busy': 'Other emails are waiting for the relay (RELAY_PER_SECOND), so no test was sent.',
  } as Record<string, string>,
  status: (status: string) => `The service answered with status ${status}.`,
  notTaken: 'The test was not accepted.',
  mayArrive: 'The email may still arrive.',
} satisfies Page & Parts

/** What the text of a failed test is looked through for, and what to do then; the first that fits. */
export type Advice = readonly (readonly [RegExp, string])[]

/** In each service's own terms. The text begins with the reason: 'smtp 535 at AUTH PLAIN', 'status-403'. */
export const connectionAdvice = {
  smtp: [
    [
      /at STARTTLS|with STARTTLS|required STARTTLS/,
      'The mail server offers no encryption (STARTTLS), so nothing is sent. Use port 587, or smtps:// with port 465. For a server in your own network that cannot encrypt, add ?tls=opportunistic to SMTP_URL.',
    ],
    [
      /5\.7\.139|SmtpClientAuthentication/i,
      'Microsoft 365: switch on Authenticated SMTP for this mailbox (Microsoft 365 admin center > Active users > Mail > Manage email apps), or use another provider.',
    ],
    [
      /at AUTH|EAUTH|smtp 53[045]/,
      'The mail server does not accept user and password in SMTP_URL. Gmail wants the whole address as user and an app password (Google Account > Security > 2-Step Verification > App passwords), not your usual password. In SMTP_URL write @ as %40 and other signs percent-encoded.',
    ],
    [
      /wrong version number|smtp ETLS|Error initiating TLS/i,
      'Encryption could not begin. Port 465 wants smtps://, port 587 wants smtp://, in SMTP_URL.',
    ],
    [
      /certificate|altnames|self.signed/i,
      'The certificate of the mail server is not valid for the host in SMTP_URL. Use the host name that your provider gives, not an IP address.',
    ],
    [/EDNS|ENOTFOUND|EAI_AGAIN/, 'The host in SMTP_URL is not known. Compare it with what your mail provider says.'],
    [
      /at (MAIL FROM|RCPT TO|DATA)|smtp 55\d/,
      'The mail server refuses this sender or this email. Set MAIL_FROM to an address that the user in SMTP_URL may send from.',
    ],
    [/smtp 4\d\d/, 'The mail server asks us to try again later. Emails are retried automatically.'],
    [
      /./,
      'Compare host and port in SMTP_URL with what your mail provider says. Many hosting providers block port 25, some also 465 and 587: ask them, or use a relay.',
    ],
  ],
  feed: [
    [
      /status-(401|403)/,
      'The server blocks programs or requires a sign-in. Make the feed public, and ask whether a firewall blocks it.',
    ],
    [
      /status-404|status-410/,
      'There is no longer a feed at this address. Look up its address on the blog and set FEED_URL.',
    ],
    [/status-429/, 'The server, or the converter, gets too many requests. Wait for an hour.'],
    [
      /malformed/,
      'Open the address in FEED_URL: it has to be an RSS, Atom or JSON feed, not a web page. With FEED_CONVERTER_URL the converter has to answer JSON with "status": "ok".',
    ],
    [
      /no-usable-posts/,
      'Its posts have no web address of their own, or neither title nor text. Ask the person who manages the feed.',
    ],
    [/./, 'Open the address in FEED_URL (and FEED_CONVERTER_URL). Does it answer, and is it a feed?'],
  ],
  photos: [
    [
      /status-401/,
      'The key is not accepted: set PHOTO_ACCESS_KEY to the access key of your application (at Unsplash under Your apps), not to its secret key.',
    ],
    [
      /status-(403|429)/,
      'At Unsplash this is the limit: 50 requests in an hour until your application is approved for production. Wait for an hour, or apply for production.',
    ],
    [
      /status-404/,
      'There is no photo service at this address: set PHOTO_API_URL, at Unsplash to https://api.unsplash.com.',
    ],
    [
      /other-origin/,
      'Set PHOTO_IMAGE_ORIGIN to the scheme and host of the photos, at Unsplash to https://images.unsplash.com.',
    ],
    [/./, 'Compare PHOTO_API_URL with the service’s documentation. Until it works, posts show drawings.'],
  ],
  map: [
    [
      /status-(401|403)/,
      'The key in the address is refused. At Google: enable the Maps Embed API and billing, and under APIs & Services > Credentials allow your website’s address followed by /* as a website restriction.',
    ],
    [/status-400/, 'Something is missing in the address. At Google it needs key= and q=.'],
    [
      /not-framed/,
      'Use the service’s address for embedding, not that of the map itself. At Google: Share > Embed a map, or the Maps Embed API.',
    ],
    [/./, 'Open the address in MAP_EMBED_URL in a browser. Does it show a map?'],
  ],
  scheduling: [
    [
      /status-(401|403)/,
      'The scheduler refuses programs, or your website. It may still work in a browser: try a booking. In its settings allow your website’s address where embedding is restricted.',
    ],
    [
      /status-(404|410)/,
      'That page no longer exists. At Calendly, copy the link of the event type again, and look whether it is switched on.',
    ],
    [
      /not-framed/,
      'Use the scheduler’s address for embedding, and allow your website’s address in its settings for embedding.',
    ],
    [/./, 'Open the address in SCHEDULING_URL in a browser. Does it offer times?'],
  ],
  alerts: [
    [/status-(401|403)/, 'The address is not allowed to post. Copy it again from the service, with its token.'],
    [/status-(404|410)/, 'That address no longer exists. Create a new webhook in the service and set ALERT_URL to it.'],
    [
      /status-(400|415|422)/,
      'The service expects a different kind of message. We send JSON with "text", as incoming webhooks of chat services take.',
    ],
    [/redirect/, 'The address redirects elsewhere. Set ALERT_URL to the address that it leads to.'],
    [/./, 'Compare ALERT_URL with what the service says.'],
  ],
} satisfies Record<Exclude<ConnectionId, 'relay'>, Advice>

/** Posted to ALERT_URL by a test. */
export const testAlert = 'This is a test from the Connections page. Nothing is wrong.'
