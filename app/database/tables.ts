import type { Generated, Kysely, Transaction } from 'kysely'

/**
 * The whole schema on one page. Times are epoch milliseconds, ids are text, flags are 0 or 1:
 * both databases hold exactly these types.
 */
export type Tables = {
  /** Durable jobs; see app/queue. */
  jobs: {
    id: string
    kind: string
    /** JSON of the payload that the job's schema describes. */
    payload: string
    state: 'waiting' | 'failed'
    runAt: number
    attempts: number
    /** While in the future, one worker holds the job. */
    leasedUntil: number
    lease: string | null
    /** At most one waiting job has a given key. */
    uniqueKey: string | null
    lastError: string | null
    createdAt: number
  }
  /** Emails accepted for sending, kept with the bytes as sent; see app/domain/outbox. */
  emails: {
    id: string
    kind: string
    /** JSON of the ids from which the email is rendered. */
    ids: string
    recipient: string
    messageId: string
    state: 'waiting' | 'sent' | 'kept' | 'failed'
    /** Null until it was first rendered. */
    subject: string | null
    /** Null until it went out, and again once it is long past; see app/domain/outbox/email-retention. */
    raw: Uint8Array | null
    lastError: string | null
    /** Whose trouble the last failed try was: the mail server's, or this email's own. */
    trouble: 'server' | 'email' | null
    createdAt: number
    sentAt: number | null
    /** When the clinic dealt with it by other means, such as a call, after it failed. */
    handledAt: number | null
    /** The newsletter of which this is one email, and to whom; null: of none. */
    campaignId: string | null
    subscriberId: string | null
    /** Failed tries that count; only a newsletter's emails have a limit of their own. */
    tries: Generated<number>
    triedAt: number | null
    /** Whether the answer to an earlier try never reached us, so that two may have arrived. */
    uncertain: Generated<number>
    /** Whether the clinic had it sent once more, whatever the mail server said of the address. */
    retried: Generated<number>
    /** Why the last try failed, safe to log. */
    reason: string | null
  }
  /** Days for which the clinic's morning email was accepted; see app/domain/today. */
  todayEmails: {
    /** On the clinic's calendar, '2026-11-20'. */
    day: string
    acceptedAt: number
  }
  /** Newsletter subscribers; see app/domain/newsletter. */
  subscribers: {
    id: string
    /** Lower case; unique. */
    email: string
    /** 'pending': asked to confirm; 'bounced': its mail server refused the address for good. */
    state: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced'
    /** Set on public sign-up only (specification, section 3). */
    subscriptionDate: number | null
    /** When they came onto the list; while pending, when they were last asked to confirm. */
    createdAt: number
    /** What the file said from which they were imported, word for word: evidence that they asked for the newsletter. */
    name: Generated<string | null>
    signedUp: Generated<string | null>
    /** The name of that file. */
    source: Generated<string | null>
  }
  /** How many subscribers are in a state: the sum of its shares, of which a change takes any one. */
  subscriberCounts: {
    state: Tables['subscribers']['state']
    share: number
    count: number
  }
  /** Subscribers as they were when the admin deleted them, for as long as that can be undone. */
  deletedSubscribers: Tables['subscribers'] & { deleted_at: number }
  /** Files of addresses that the admin brings in; see app/domain/newsletter/imports. */
  subscriberImports: {
    id: string
    state: 'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'refused' | 'discarded'
    /** Why the file was refused. */
    problem: string | null
    /** Up to which line the step under way is done, so that a killed one goes on there. */
    throughLine: number
    /** The last line with an address. */
    lastLine: number
    createdAt: number
    endedAt: number | null
    fileName: string | null
    /** JSON of what the file says about who may be mailed, with the clinic's answers; null until its columns are read. */
    reading: string | null
  }
  /** The file as it came, until its dry run has read it. */
  subscriberImportParts: {
    importId: string
    position: number
    bytes: Uint8Array
  }
  /** What is or was done with each line. */
  subscriberImportLines: {
    importId: string
    line: number
    /** As it is kept; of a malformed one the beginning of what was typed. */
    address: string
    outcome: string
    name: Generated<string | null>
    signedUp: Generated<string | null>
  }
  /** Addresses that must not get the newsletter, also after their row is gone; see app/domain/newsletter. */
  suppressions: {
    emailFingerprint: string
    since: number
  }
  /** Newsletters, from draft to result; see app/domain/newsletter/campaigns. */
  campaigns: {
    id: string
    url: string
    subject: string | null
    intro: string | null
    state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'done' | 'cancelled'
    /**
     * 'late': its start was missed by so much that a person decides; 'address': the clinic took its postal address off,
     * which no newsletter may lack; 'fault': the program could not go on.
     */
    pausedWhy: 'admin' | 'mail-server' | 'late' | 'address' | 'fault' | null
    startsAt: number | null
    /** The last subscriber who was looked at for the list of recipients, in the order of ids. */
    gatheredTo: string | null
    /** Whether the list of recipients is complete. */
    gathered: Generated<number>
    /** Emails that failed until then are to be sent once more. */
    requeueUntil: number | null
    /** Whether each waiting email has its job, and up to which id they were given one. */
    enqueued: Generated<number>
    enqueuedTo: string | null
    /** How many there are of each kind; kept in the transactions that change recipients. */
    recipients: Generated<number>
    sent: Generated<number>
    kept: Generated<number>
    failed: Generated<number>
    leftOut: Generated<number>
    uncertain: Generated<number>
    createdAt: number
    startedAt: number | null
    endedAt: number | null
  }
  /** Orders with what they held and cost when they were placed; see app/domain/orders. */
  orders: {
    id: string
    /** What people call it by. */
    number: string
    /** A cart becomes at most one order. */
    cartId: string
    /** Of whoever was signed in when it was placed. */
    accountId: string | null
    status: 'new' | 'confirmed' | 'ready' | 'completed' | 'cancelled'
    name: string
    email: string
    phone: string | null
    note: string | null
    totalCents: number
    placedAt: number
  }
  orderLines: {
    orderId: string
    /** Order in the cart, from 0. */
    position: number
    productId: string
    name: string
    priceCents: number
    quantity: number
    /** Whether the FDA disclaimer stands beside it. */
    supplement: number
  }
  /** Each change of an order's status, the first one left out. */
  orderChanges: {
    id: string
    orderId: string
    status: Tables['orders']['status']
    changedAt: number
    /** Whether an email about it went to the buyer. */
    told: number
  }
  /** Messages from the contact form; see app/domain/contact. */
  messages: {
    id: string
    name: string
    email: string
    text: string
    sentAt: number
    /** When the clinic had answered it, or needed not to; null: it still waits. */
    handledAt: number | null
  }
  /** One row that is written to learn whether the database takes writes. */
  liveness: {
    id: string
    writtenAt: number
  }
  /** When recurring jobs were last enqueued, by any process; see app/queue. */
  beats: {
    key: string
    enqueuedAt: number
  }
  /** Counters of the abuse limits; see app/domain/limits. */
  limits: {
    key: string
    windowStart: number
    count: number
  }
  /** What the feed said last; one row per feed; see app/domain/blog. */
  feeds: {
    id: string
    /** When posts were last read without an error; null: never. */
    readAt: number | null
    /** When the feed was last tried, well or not. */
    triedAt: number
    failure: string | null
  }
  blogPosts: {
    feedId: string
    /** Order in the feed, from 0. */
    position: number
    slug: string
    title: string
    /** Absolute address, or a path of ours for posts readable here. */
    url: string
    publishedAt: number | null
    excerpt: string
    /** Sanitised HTML; only of the bundled feed, whose posts are readable here. */
    html: string | null
    /** Address the picture comes from, when the feed names one. */
    pictureSource: string | null
    pictureId: string | null
    /** JSON of the disease claims that were found when it was read; see app/domain/blog/post-claims. */
    claims: string
    /** 0: kept from an earlier reading, behind those that the feed has now. */
    inFeed: number
    author: string | null
    /** Of the whole text, when the feed gives it. */
    words: number | null
  }
  /** What the admin decided about a post, for as long as a feed may bring it back. */
  postDecisions: {
    /** The post's address, as in `blog_posts.url`. */
    address: string
    /** As it was then: a hidden post may have left the feed. */
    title: string
    hidden: number
    /** Fingerprint of the claims that may stay; others are marked again. */
    keptClaims: string | null
    decidedAt: number
  }
  /** Pictures of posts, fetched once and served from our origin. */
  blogPictures: {
    id: string
    mediaType: string
    bytes: Uint8Array
  }
  /** How often the pages showing a topic became old; see app/page-cache. */
  pagePurges: {
    topic: string
    count: number
  }
  /** What web processes saw of their visitors that speaks of the set-up; see app/domain/checks. */
  sightings: {
    name: string
    seenAt: number
  }
  /** With which settings the relay took an email; see app/domain/outbox/relay-proof. */
  relayProof: {
    /** A fingerprint. */
    settings: string
    provedAt: number
  }
  /** Checks that are red, and of which the operator was told. */
  redChecks: {
    checkId: string
    since: number
  }
  /** The last test of each outside service; see app/domain/checks/connection-tests. */
  connectionTests: {
    service: string
    askedAt: number
    /** Null while it is under way, and when it was cut off. */
    answeredAt: number | null
    ok: number | null
    /** What happened, for the program: 'status-403', 'smtp 535 at AUTH PLAIN'. */
    reason: string | null
    /** What the service said, without addresses of people and keys. */
    said: string | null
  }
  /** One row: how backups of this database went; see app/database/backups. */
  backupState: {
    id: 'last'
    /** Names this clinic's database, wherever it is restored or moved to. */
    lineage: string
    /** Since when there might have been a backup. */
    since: number
    madeAt: number | null
    bytes: number | null
    /** The last try, unless it went well. */
    failedAt: number | null
    /** One line for the operator. */
    failure: string | null
    /** When the newest backup was last restored to see whether it can be. */
    drilledAt: number | null
    drillFault: string | null
    /** Fingerprint of the secrets for which the recovery sheet was written. */
    sheetFor: string | null
  }
  /** A fingerprint of each secret, so that a process with other secrets refuses to start. */
  secretFingerprints: {
    name: string
    fingerprint: string
  }
  /** A key for each sealed record, wrapped by ENCRYPTION_KEY; see app/vault. */
  recordKeys: {
    /** The kind of secret it is for. */
    purpose: string
    /** Of the record. */
    id: string
    wrapped: Uint8Array
    /** Fingerprint of the ENCRYPTION_KEY. */
    wrappedBy: string
    createdAt: number
  }
  /** What the admin says instead of content/, by section ('phones', 'product:triphala'); see app/domain/clinic. */
  clinicOverlays: {
    section: string
    /** JSON as the section's schema describes it; null: content/ holds. For 'hours' the rows of opening_hours hold. */
    value: string | null
    /** Rises with every change of the section: nobody overwrites what they did not see. */
    revision: number
  }
  /** The clinic's week, for as long as the section 'hours' has a value; a day without a row is closed. */
  openingHours: {
    /** 1 is Monday (ISO 8601). */
    weekday: number
    /** Clinic local time on a 24-hour clock, '09:00'. */
    opens: string
    closes: string
  }
  /** Days on which the clinic is closed although its week says otherwise. */
  closures: {
    id: string
    /** The clinic's calendar days, both included, '2026-11-26'. */
    firstDay: string
    lastDay: string
    /** Only for this part of each day; null: all of it. */
    fromTime: string | null
    untilTime: string | null
    /** Shown to visitors. */
    reason: string | null
  }
  /** Every act of the admin, chained; see app/domain/audit. */
  auditEntries: {
    /** From 1, without a gap. */
    sequence: number
    at: number
    who: string
    fromWhere: string
    act: string
    record: string | null
    detail: string | null
    /** Over the entry and the one before it. */
    hmac: string
  }
  /** One row: how many entries there are, and the last one's HMAC. */
  auditHead: {
    id: 'head'
    count: number
    hmac: string
    /** Names the chain's key among the record keys; null before the first act. */
    keyId: string | null
  }
  /** One row once the trail was verified; see app/domain/audit. */
  auditVerifications: {
    id: 'last'
    at: number
    /** What was wrong and at which entry; null: nothing. */
    fault: string | null
    entry: number | null
    /** The head of the last verification that found nothing wrong. */
    count: number
    hmac: string
  }
  /** Accounts of visitors and of the admin; this and the next four belong to the sign-in library. */
  users: {
    id: string
    name: string
    /** Lower case; unique. */
    email: string
    emailVerified: boolean | number
    image: string | null
    createdAt: LibraryDate
    updatedAt: LibraryDate
    twoFactorEnabled: boolean | number | null
  }
  sessions: {
    id: string
    expiresAt: LibraryDate
    token: string
    createdAt: LibraryDate
    updatedAt: LibraryDate
    ipAddress: string | null
    userAgent: string | null
    userId: string
  }
  /** Password hashes. */
  credentials: {
    id: string
    userId: string
    password: string | null
    updatedAt: LibraryDate
  }
  /** Reset links and the like, by what they are for. */
  verifications: {
    id: string
    identifier: string
    value: string
    expiresAt: LibraryDate
  }
  twoFactors: {
    id: string
    userId: string
    /** Encrypted by the library, as the codes are. */
    secret: string
    backupCodes: string
  }
  /** The admin's devices: since when each is open, and when it was last in use. */
  workingDays: {
    sessionId: string
    /** The last step-up, or the sign-in. */
    openedAt: number
    /** Written at most once a minute. */
    lastSeenAt: number
    /** When it was last shown again who is there; null: not since the sign-in. */
    steppedUpAt: number | null
  }
  /** Codes of second factors, each good for one use. */
  usedCodes: {
    accountId: string
    code: string
    usedAt: number
  }
  /** Links with which the operator lets the admin in, until one is used. */
  adminLinks: {
    id: string
    hash: string
    /** The address it proves. */
    email: string
    until: number
  }
  /** Cards on Today that come back later. */
  putOffCards: {
    card: string
    until: number
  }
  /** What a patient typed and has not booked yet, sealed, for 24 hours after its last use; see app/domain/booking. */
  bookingDrafts: {
    id: string
    sealed: Uint8Array
    usedAt: number
  }
  appointments: {
    id: string
    /** A draft becomes at most one appointment; null: entered by the clinic. */
    draftId: string | null
    serviceId: string
    state: 'requested' | 'confirmed' | 'declined' | 'cancelled' | 'completed' | 'no-show'
    startsAt: number
    /** Of the visit itself, without the buffer after it. */
    endsAt: number
    /** Resources: 'person:anna', 'room:one'. */
    person: string
    room: string | null
    name: string
    email: string
    phone: string
    /** What one phone is compared by (`phoneKey`). */
    phoneDigits: string
    /** The present health condition, sealed; null once it is erased. */
    health: Uint8Array | null
    /** Whether the clinic keeps it beyond its time. */
    healthKept: number
    bookedAt: number
    /** The state that undoing a cancellation brings back. */
    cancelledFrom: Tables['appointments']['state'] | null
    /** After a cancellation, until when it can be undone and its time is offered to nobody. */
    undoUntil: number | null
    /** 1: its patient canceled it when it was too late to move it. */
    cancelledLate: number | null
    /** When the email about the cancellation goes to its patient; null: none does. */
    cancelToldAt: number | null
    /** The clinic's own; no medical details. */
    note: string | null
    /** Rises with every change that a calendar program must notice (RFC 5545, SEQUENCE). */
    revision: number
    /** Rises when the links given out so far are revoked. */
    linkVersion: number
    /** Right-hand side of the calendar entry's UID, when it was mailed with one. */
    uidDomain: string | null
    /** That its patient gave instead of `email`, and until when it may be confirmed. */
    newEmail: Generated<string | null>
    newEmailUntil: Generated<number | null>
  }
  /** One row; its version rises when the address of the clinic's calendar feed is renewed. */
  calendarFeed: {
    id: 'feed'
    version: number
  }
  /** Time that the clinic keeps for itself; who and what it takes is in `holds`. */
  blocks: {
    id: string
    fromAt: number
    untilAt: number
    note: string | null
  }
  /** Who and what is taken when, buffers included, and by which appointment or block. */
  holds: {
    /** 'appointment:ID' or 'block:ID'. */
    holder: string
    resource: string
    fromAt: number
    untilAt: number
  }
  /** The same in quanta of five minutes. Its primary key is the one rule that keeps anyone from being in two places. */
  heldQuanta: {
    resource: string
    /** Number of the quantum since the epoch. */
    quantum: number
    holder: string
  }
}

/** The sign-in library keeps dates as it likes: ISO text on SQLite, a timestamp on PostgreSQL. */
type LibraryDate = string | Date

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
