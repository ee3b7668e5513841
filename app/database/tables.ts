import type { Generated, Kysely, Transaction } from 'kysely'
import type { OptionalPatientField, RequiredPatientField } from '#content/patient-fields.ts'

/** What is stored of a patient, by the fields that the clinic asks for. `email` is '' of somebody who called. */
type ContactColumns = Record<RequiredPatientField, string> & {
  [name in OptionalPatientField]: Generated<string | null>
} & {
  /** For comparing phones (`phoneKey`). */
  phoneDigits: string
}

/** The whole schema. Times are epoch milliseconds, ids are text, flags are 0 or 1, on both databases. */
export type Tables = {
  /** Durable jobs; see app/queue. */
  jobs: {
    id: string
    kind: string
    payload: string
    state: 'waiting' | 'failed'
    runAt: number
    attempts: number
    /** While in the future, one worker has the job. */
    leasedUntil: number
    lease: string | null
    /** At most one waiting job has a given key. */
    uniqueKey: string | null
    lastError: string | null
    createdAt: number
  }
  /** Accepted emails, with the bytes as sent; see app/domain/outbox. */
  emails: {
    id: string
    kind: string
    /** JSON: the ids from which the email is rendered. */
    ids: string
    recipient: string
    messageId: string
    state: 'waiting' | 'sent' | 'kept' | 'failed'
    subject: string | null
    /** Null until it went out, and again once it is long past; see app/domain/outbox/email-retention. */
    raw: Uint8Array | null
    lastError: string | null
    /** Whether the last try failed for all emails, or only for this one. */
    trouble: 'server' | 'email' | null
    createdAt: number
    sentAt: number | null
    /** When the clinic resolved a failed email by other means, such as a call. */
    handledAt: number | null
    /** For one email of a newsletter; else null. */
    campaignId: string | null
    subscriberId: string | null
    /** Failed tries; only a newsletter's emails have their own limit. */
    tries: Generated<number>
    triedAt: number | null
    /** Whether an earlier try got no reply, so that the email may arrive twice. */
    uncertain: Generated<number>
    /** Whether the clinic had it resent although the mail server rejected the address. */
    retried: Generated<number>
    /** Why the last try failed, safe to log. */
    reason: string | null
  }
  /** One row: up to where the mailbox of bounces was read; see app/domain/outbox/bounces. */
  bounceMailbox: {
    id: string
    /** Tells it from a mailbox that was set before. */
    mailbox: string
    uidValidity: string
    lastUid: number
    readAt: number | null
    failingSince: number | null
    failure: string | null
  }
  /** Days for which the clinic's morning email was accepted; see app/domain/today. */
  todayEmails: { day: string; acceptedAt: number }
  /** Newsletter subscribers; see app/domain/newsletter. */
  subscribers: {
    id: string
    /** Lower case; unique. */
    email: string
    /** 'pending': asked to confirm; 'bounced': its mail server rejected the address permanently. */
    state: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced'
    /** Set on public sign-up only (specification, section 3). */
    subscriptionDate: number | null
    /** When they joined the list; while pending, when they were last asked to confirm. */
    createdAt: number
    /** From the imported file, verbatim: evidence that they asked for the newsletter. */
    name: Generated<string | null>
    signedUp: Generated<string | null>
    source: Generated<string | null>
  }
  /** Number of subscribers by state: the sum of its shares. A change updates one random share, to avoid contention. */
  subscriberCounts: { state: Tables['subscribers']['state']; share: number; count: number }
  /** Deleted subscribers, for as long as the deletion can be undone. */
  deletedSubscribers: Tables['subscribers'] & { deleted_at: number }
  /** Imported files of addresses; see app/domain/newsletter/imports. */
  subscriberImports: {
    id: string
    state: 'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'refused' | 'discarded'
    problem: string | null
    /** The last position that the current step has finished, where a killed one continues. */
    throughLine: number
    lastLine: number
    createdAt: number
    endedAt: number | null
    fileName: string | null
    /** JSON: how the columns are read, with the clinic's answers; null until they are known. */
    reading: string | null
  }
  /** The uploaded file, until its dry run has read it. */
  subscriberImportParts: { importId: string; position: number; bytes: Uint8Array }
  subscriberImportLines: {
    importId: string
    /** Counts the addresses; a line may have several. */
    position: number
    line: number
    /** Normalized; of a malformed one the beginning. */
    address: string
    outcome: string
    name: Generated<string | null>
    signedUp: Generated<string | null>
  }
  /** Addresses that must not get the newsletter, even after their subscriber is deleted; see app/domain/newsletter. */
  suppressions: { emailFingerprint: string; since: number }
  /** Newsletters, from draft to result; see app/domain/newsletter/campaigns. */
  campaigns: {
    id: string
    url: string
    subject: string | null
    intro: string | null
    /** Markdown of a newsletter that is written here; `sentBody`: its blocks, as every reader gets them. */
    body: string | null
    sentBody: string | null
    state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'done' | 'cancelled'
    /**
     * 'late': it missed its start by so much that a person decides; 'address': the required postal address is missing;
     * 'fault': a bug stopped it; 'refused': answer after answer refused it.
     */
    pausedWhy: 'admin' | 'mail-server' | 'late' | 'address' | 'fault' | 'refused' | null
    /** How many answers in a row refused its emails, and the cause of the last (app/domain/outbox/failure-cause). */
    refusals: Generated<number>
    refusedFor: string | null
    startsAt: number | null
    /** The last subscriber considered for the list of recipients, in the order of ids. */
    gatheredTo: string | null
    gathered: Generated<number>
    /** Emails that failed before then are sent again. */
    requeueUntil: number | null
    /** Whether every waiting email has its job, and the last id that got one. */
    enqueued: Generated<number>
    enqueuedTo: string | null
    /** Counts, updated in the transactions that change recipients. */
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
  /** Orders, with names and prices as they were when placed; see app/domain/orders. */
  orders: {
    id: string
    number: string
    cartId: string
    accountId: string | null
    status: 'new' | 'confirmed' | 'ready' | 'completed' | 'cancelled'
    name: string
    email: string
    phone: string | null
    note: string | null
    totalCents: number
    placedAt: number
    /** Until when it has to be paid online, or it ends; null if it is paid at pick-up, and once it was paid. */
    payBy: number | null
    /** The payment that paid for it; null again once that was refunded in full. */
    paidWith: string | null
    /** A card that paid a part of it, or all; what it paid goes back when the order is canceled. */
    giftCardId: string | null
    /** The end of the card's code at that time. */
    giftCardHint: string | null
    giftCardCents: number | null
  }
  orderLines: {
    orderId: string
    position: number
    productId: string
    name: string
    priceCents: number
    quantity: number
    supplement: number
    /** Thousandths of a percent; null if the order's sales tax is added at pick-up. */
    taxRate: number | null
    taxCents: number | null
  }
  /** Changes of an order's status, without the initial one. */
  orderChanges: {
    id: string
    orderId: string
    status: Tables['orders']['status']
    changedAt: number
    told: number
  }
  /**
   * How many of a product or form ('triphala.powder') can still be ordered; without a row it is not counted. See
   * app/domain/catalogue/stock.
   */
  stock: { saleItem: string; count: number; changedAt: number }
  /** Every change of a count; `before` and `after` are null while it was not counted. */
  stockMovements: {
    id: string
    saleItem: string
    at: number
    kind: 'counted' | 'corrected' | 'ended' | 'undone' | 'ordered' | 'canceled' | 'reopened'
    before: number | null
    after: number | null
    orderNumber: string | null
    /** As staff typed it. */
    reason: string | null
    /** Whose account it was; null for an order. */
    who: string | null
  }
  /** What each is still worth is in the ledger; see app/domain/gift-cards. */
  giftCards: {
    id: string
    /** 'blocked': by staff. */
    state: 'unpaid' | 'active' | 'blocked'
    amountCents: number
    codeHash: string
    /** Sealed. */
    code: Uint8Array
    /** The last four characters of its code. */
    hint: string
    /** How many codes it has had; only the last one and its links are good. */
    issue: number
    /** The buyer's; '' if it was sold at the desk without one. */
    email: string
    recipientName: string | null
    recipientEmail: string | null
    message: string | null
    boughtAt: number
    /** Until when it has to be paid for, or it is deleted. */
    payBy: number | null
    /** How the desk took the money, if it was sold there. */
    paidBy: 'cash' | 'card' | 'check' | 'other' | null
  }
  /** What staff noted about a line of a card in the ledger, which never changes. */
  giftCardNotes: { transactionKey: string; giftCardId: string; note: string }
  /** Double entry, never changed; see app/domain/ledger. */
  ledgerTransactions: { key: string; subject: string; at: number }
  ledgerLines: {
    transactionKey: string
    position: number
    account:
      | 'provider'
      | 'receivable'
      | 'product-sales'
      | 'service-sales'
      | 'sales-tax'
      | 'cancellation-fees'
      | 'prepaid'
      | 'gift-cards'
      | 'desk'
      | 'provider-fees'
    /** Positive: a debit. */
    cents: number
    item: string | null
  }
  /** Online payments; see app/domain/payments. */
  payments: {
    id: string
    /** What it is for: 'order:K7F-29Q'; see app/domain/payments/subject.ts. */
    subject: `${'order' | 'appointment' | 'plan' | 'fee' | 'gift-card'}:${string}`
    /** 'card': a card is saved, and nothing is paid. 'charge': a saved card is charged. */
    purpose: Generated<'pay' | 'card' | 'charge'>
    /** Of a saved card: the most that may be charged to it. */
    amountCents: number
    state: 'open' | 'paid' | 'saved' | 'declined' | 'ended'
    /** Where the provider leads back to. */
    returnUrl: string
    startedAt: number
    expiresAt: number
    /** When the provider was asked last. */
    askedAt: number
    /** The provider's id and address of its checkout; null until its answer arrived. */
    checkoutId: string | null
    checkoutUrl: string | null
    /** The provider's id of what was paid, for refunds. */
    providerId: string | null
    paidCents: number | null
    endedAt: number | null
    /** Without gaps; null for what was sent back at once. */
    receiptNumber: number | null
    /** Of a charge: to which card, and when. */
    cardId: Generated<string | null>
    chargeAt: Generated<number | null>
    /** From then on the card may have been charged, so it can't be withdrawn any more. */
    triedAt: Generated<number | null>
    /** Why it was refused or not charged; 'bank: …' if the payer's bank said so. */
    failure: Generated<string | null>
  }
  /** What the last questions to the provider came to; see app/domain/payments/provider-health.server.ts. */
  paymentHealth: {
    name: 'compare' | 'read' | 'open'
    checkedAt: number
    failingSince: number | null
    failure: string | null
  }
  /** What the provider calls a card that it keeps for a booking. Its number is never ours. */
  savedCards: {
    /** Of the payment whose checkout saved it. */
    id: string
    subject: string
    customer: string
    method: string
    mostCents: number
    savedAt: number
    /** When the provider deleted it. */
    forgottenAt: number | null
  }
  refunds: {
    /** Also the key with which the provider is asked for it. */
    id: string
    paymentId: string
    amountCents: number
    reason: 'canceled' | 'paid-twice' | 'other-amount' | 'staff'
    state: 'asked' | 'done' | 'failed'
    /** 1: canceled by somebody who may not refund; a manager sends it. */
    waits: number | null
    askedAt: number
    triedAt: number | null
    doneAt: number | null
    providerId: string | null
    failure: string | null
  }
  /** Ids of what the provider posted, so that each counts once. */
  paymentEvents: { id: string; receivedAt: number }
  /** What the last comparison of the ledger with the provider found. */
  paymentDifferences: {
    id: string
    kind:
      | 'unknown-payment'
      | 'missing-payment'
      | 'payment-amount'
      | 'unknown-refund'
      | 'missing-refund'
      | 'refund-amount'
      | 'refund-failed'
      | 'unanswered'
      | 'disputed'
      | 'dispute-returned'
      | 'unknown-movement'
    about: string
    ourCents: number | null
    theirCents: number | null
    foundAt: number
    explainedAt: number | null
    explanation: string | null
  }
  /** Numbers without gaps, such as those of receipts. */
  counters: { name: string; last: number }
  /** Messages from the contact form; see app/domain/contact. */
  messages: {
    id: string
    name: string
    email: string
    text: string
    sentAt: number
    /** When the clinic answered it, or marked it as done; null: unanswered. */
    handledAt: number | null
    /** The account of who is to answer it. Counts only while its role may open messages. */
    assignedTo: string | null
    /** Until then it doesn't count as waiting. */
    snoozedUntil: number | null
  }
  /** What the clinic answered, each sent as the email `emailId`. */
  messageReplies: {
    id: string
    messageId: string
    emailId: string
    text: string
    /** The account of who wrote it, which may be gone. */
    sentBy: string
    sentAt: number
  }
  /** One row, written to check that the database accepts writes. */
  liveness: { id: string; writtenAt: number }
  /** When each recurring job was last enqueued by any process; see app/queue. */
  beats: { key: string; enqueuedAt: number }
  /** Counters of the abuse limits; see app/domain/limits. */
  limits: { key: string; windowStart: number; count: number }
  /** The state of each feed; see app/domain/blog. */
  feeds: { id: string; readAt: number | null; triedAt: number; failure: string | null }
  blogPosts: {
    feedId: string
    position: number
    slug: string
    title: string
    /** Absolute address, or a path of ours for posts readable here. */
    url: string
    publishedAt: number | null
    excerpt: string
    /** Sanitized; only of the bundled feed, whose posts are shown on this site. */
    html: string | null
    pictureSource: string | null
    pictureId: string | null
    /** JSON: the disease claims found in it; see app/domain/blog/post-claims. */
    claims: string
    /** 0: from an earlier read; the feed no longer has it. */
    inFeed: number
    author: string | null
    words: number | null
  }
  /** The admin's decisions about posts, kept because a feed may republish a post. */
  postDecisions: {
    address: string
    /** As of the decision: a hidden post may have left the feed. */
    title: string
    hidden: number
    /** Fingerprint of the accepted claims; others are reported again. */
    keptClaims: string | null
    decidedAt: number
  }
  /** Pictures of posts, fetched once and served from our origin. */
  blogPictures: { id: string; mediaType: string; bytes: Uint8Array }
  /** The clinic's own pictures; see app/domain/pictures. */
  pictures: {
    id: string
    /** Empty: decoration. */
    alt: string
    /** Of the original. */
    width: number
    height: number
    /** The point around which it is cropped, in percent. */
    focusX: number
    focusY: number
    /** JSON: the files in force, without their bytes. */
    files: string
    /** Incremented by every change. */
    revision: number
    createdAt: number
  }
  /** Those of the last crop, and for an hour of the one before. */
  pictureFiles: { pictureId: string; name: string; madeAt: number; bytes: Uint8Array }
  /** How often each topic was purged; see app/page-cache. */
  pagePurges: { topic: string; count: number }
  /** What requests showed about the settings; see app/domain/checks. */
  sightings: { name: string; seenAt: number }
  /** The settings with which the relay accepted an email; see app/domain/outbox/relay-proof. */
  relayProof: { settings: string; provedAt: number }
  /** Red checks that the operator was alerted to. */
  redChecks: { checkId: string; since: number }
  /** How often something happened on a day, without anything about who did it; see app/domain/insights. */
  dailyCounts: {
    kind: 'source' | 'campaign' | 'search'
    /** The clinic's calendar day (ISO 8601). */
    day: string
    /** '': all names beyond the most that a day stores. */
    name: string
    count: number
  }
  /** The last test of each outside service; see app/domain/checks/connection-tests. */
  connectionTests: {
    service: string
    askedAt: number
    /** Null while it is running, or if it was interrupted. */
    answeredAt: number | null
    ok: number | null
    /** What happened, for the program: 'status-403', 'smtp 535 at AUTH PLAIN'. */
    reason: string | null
    /** The service's reply, without personal addresses and keys. */
    said: string | null
  }
  /** One row: the state of this database's backups; see app/database/backups. */
  backupState: {
    id: 'last'
    /** Identifies this clinic's database, wherever it is restored or moved to. */
    lineage: string
    since: number
    madeAt: number | null
    bytes: number | null
    failedAt: number | null
    failure: string | null
    drilledAt: number | null
    drillFault: string | null
    /** The last test restore of the continuous copy. */
    copyDrilledAt: number | null
    copyDrillFault: string | null
    /** Fingerprint of the secrets on the last recovery sheet. */
    sheetFor: string | null
  }
  /** A process whose secrets have other fingerprints does not start. */
  secretFingerprints: { name: string; fingerprint: string }
  /** A key for each sealed record, wrapped by ENCRYPTION_KEY; see app/vault. */
  recordKeys: {
    purpose: string
    id: string
    wrapped: Uint8Array
    wrappedBy: string
    createdAt: number
  }
  /** Of the section 'closures', the number of changes. The others are of earlier releases; see app/domain/clinic. */
  clinicOverlays: {
    section: string
    value: string | null
    revision: number
  }
  /** Texts published over content/, never changed; the highest version of a record is in force; see app/domain/content. */
  contentVersions: {
    /** 'home'; see content/schemas. */
    record: string
    /** From 1. */
    version: number
    /** JSON: the changed fields by their path. */
    changes: string
    at: number
    /** As in the audit trail. */
    who: string
  }
  /** What was saved before it is published: a row for each save, of which the newest counts. */
  contentDrafts: {
    record: string
    /** From 1. */
    revision: number
    /** The published version that it will follow; 0: content/ as delivered. */
    over: number
    /** JSON, as that of a version, but unchecked; null: there is no draft any more. */
    changes: string | null
    at: number
    who: string
    /** When it is published by itself. */
    publishAt: number | null
    /** Whoever scheduled it saw the claims in it. */
    claimsShown: number
    /** Why it could not be published at its time. */
    problem: 'changed' | 'unfit' | 'claims' | null
  }
  /** Days on which the clinic is closed in spite of its regular hours. */
  closures: {
    id: string
    /** Calendar days of the clinic, both included, '2026-11-26'. */
    firstDay: string
    lastDay: string
    /** The part of each day; null: all of it. */
    fromTime: string | null
    untilTime: string | null
    reason: string | null
  }
  /** Every act of the admin, in a chain of HMACs; see app/domain/audit. */
  auditEntries: {
    /** From 1, without a gap. */
    sequence: number
    at: number
    who: string
    fromWhere: string
    act: string
    record: string | null
    detail: string | null
    /** Of the entry and the one before it. */
    hmac: string
  }
  /** One row: the number of entries, and the last one's HMAC. */
  auditHead: {
    id: 'head'
    count: number
    hmac: string
    /** The chain's key among the record keys; null before the first act. */
    keyId: string | null
  }
  /** One row: the last verification of the trail; see app/domain/audit. */
  auditVerifications: {
    id: 'last'
    at: number
    /** What is wrong, and at which entry; null: nothing. */
    fault: string | null
    entry: number | null
    /** The head at the last successful verification. */
    count: number
    hmac: string
  }
  /** Accounts of visitors and the admin. This and the next five tables belong to the sign-in library. */
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
  credentials: {
    id: string
    userId: string
    /** Of an account that signs in with a password 'credential'; the tokens are for other providers. */
    providerId: string
    accountId: string
    accessToken: string | null
    refreshToken: string | null
    idToken: string | null
    accessTokenExpiresAt: LibraryDate | null
    refreshTokenExpiresAt: LibraryDate | null
    scope: string | null
    password: string | null
    createdAt: Generated<LibraryDate>
    updatedAt: LibraryDate
  }
  /** Reset links and the like, by purpose. */
  verifications: {
    id: string
    identifier: string
    value: string
    expiresAt: LibraryDate
    createdAt: Generated<LibraryDate>
    updatedAt: Generated<LibraryDate>
  }
  twoFactors: {
    id: string
    userId: string
    /** Encrypted by the library, like the codes. */
    secret: string
    backupCodes: string
    verified: boolean | number | null
    failedVerificationCount: number | null
    lockedUntil: LibraryDate | null
  }
  passkeys: {
    id: string
    userId: string
    name: string | null
    publicKey: string
    /** The authenticator's own name for it; unique. */
    credentialId: string
    /** How often it was used, where the authenticator counts; one that goes back is a copy. */
    counter: number
    deviceType: string
    backedUp: boolean | number
    transports: string | null
    createdAt: LibraryDate | null
    aaguid: string | null
  }
  /** Accounts of people who work here, besides the owner's, which ADMIN_EMAIL names; see app/domain/accounts. */
  staff: {
    accountId: string
    role: 'manager' | 'front-desk' | 'practitioner' | 'editor'
    since: number
    /** Who a practitioner is on the team; each at most one account. */
    person: Generated<`person:${string}` | null>
    /** Incremented when the link of their calendar feed is replaced. */
    feedVersion: Generated<number>
  }
  /** People of the team whose access ended, since when; their upcoming appointments are to be handed over. */
  handovers: { person: `person:${string}`; since: number }
  /** Until they are accepted or withdrawn; `until`: when the link ends. At most one of an address. */
  invitations: {
    id: string
    email: string
    role: Tables['staff']['role']
    person: Generated<`person:${string}` | null>
    invitedAt: number
    until: number
  }
  /** Sessions of people who work here: when each was opened and last used. */
  workingDays: {
    sessionId: string
    openedAt: number
    /** Written at most once a minute. */
    lastSeenAt: number
    /** The last step-up; null: none since the sign-in. */
    steppedUpAt: number | null
    /** When a passkey last opened it; null: never. */
    passkeyAt: number | null
  }
  /** Used codes of two-factor authentication, each valid once. */
  usedCodes: { accountId: string; code: string; usedAt: number }
  /** The operator's sign-in links for the admin, until one is used. */
  adminLinks: {
    id: string
    hash: string
    /** The address that the link confirms. */
    email: string
    until: number
  }
  putOffCards: { card: string; until: number }
  /** Unfinished bookings, sealed, until 24 hours after their last use; see app/domain/booking. */
  bookingDrafts: { id: string; sealed: Uint8Array; usedAt: number }
  appointments: ContactColumns & {
    id: string
    /** A draft becomes at most one appointment; null: entered by the clinic. */
    draftId: string | null
    serviceId: string
    state: 'requested' | 'confirmed' | 'arrived' | 'in-session' | 'declined' | 'cancelled' | 'completed' | 'no-show'
    startsAt: number
    /** Without the buffer after it. */
    endsAt: number
    person: `person:${string}`
    room: `room:${string}` | null
    /** The health condition, sealed; null once erased. */
    health: Uint8Array | null
    /** Whether the clinic keeps it beyond the retention period. */
    healthKept: number
    bookedAt: number
    /** The state that undoing a cancellation, or the release of its time, restores. */
    cancelledFrom: Tables['appointments']['state'] | null
    /** Until then its cancellation or release can be undone, and its time is not offered. */
    undoUntil: number | null
    /** 1: the patient canceled it too late to move it. */
    cancelledLate: number | null
    /** When the cancellation email is sent; null: none is. */
    cancelToldAt: number | null
    /** For staff, without medical details. */
    note: string | null
    /** Incremented by every change that matters to a calendar app (RFC 5545, SEQUENCE). */
    revision: number
    /** Incremented to revoke earlier links. */
    linkVersion: number
    /** Right-hand side of the UID of the emailed calendar entry. */
    uidDomain: string | null
    /** The patient's replacement of `email`, and until when it can be confirmed. */
    newEmail: Generated<string | null>
    newEmailUntil: Generated<number | null>
    /** 1 or 2: `email` was entered through the link to the appointment; see booking/sealed-access. */
    emailByLink: Generated<number>
    /** What the patient gave when booking it; see booking/sealed-access. */
    givenEmail: Generated<string | null>
    /** Another `email` that somebody confirmed who may read what it opens: everything, or what this practitioner gives. */
    emailConfirmed: Generated<'everything' | `person:${string}` | null>
    /** 1: somebody showed that they read this mailbox. */
    emailProved: Generated<number>
    /** The record it belongs to; null: its patient was erased, or an earlier release booked it a moment ago. */
    patientId: Generated<string | null>
    /** The plan whose day it is, which day of the plan, and who gives it together with `person` (`person:anna person:ravi`). */
    planId: Generated<string | null>
    planDay: Generated<number | null>
    assistants: Generated<string | null>
    /** A request that is to be paid, or given a card, online: until when, or it ends. Null in all others, and once that was done. */
    payBy: Generated<number | null>
    /** What it becomes then. */
    paidState: Generated<'requested' | 'confirmed' | null>
    /**
     * Of one that is no day of a plan, in cents: what was to be paid when it was booked, and what of it a late cancellation
     * keeps. Without the first, the second may be charged to a card.
     */
    payCents: Generated<number | null>
    cancelFee: Generated<number | null>
    /** Of its service, within what is paid for it, in thousandths of a percent. */
    taxRate: Generated<number | null>
    /** The payment that paid for it; null again once that was refunded in full. */
    paidWith: Generated<string | null>
    /**
     * While it is a request, it holds no time: beyond what one network, one address or an hour may book, or because staff
     * released its time (app/domain/booking/held-back).
     */
    heldBack: Generated<'network' | 'address' | 'hour' | 'released' | null>
    /** The fingerprint of where it was booked, for a week, until its email or staff confirm it. */
    network: Generated<string | null>
    /** Of one that was booked online: 1 if the visitor was signed in with its address, or opened a link that was emailed about it. */
    addressProved: Generated<number | null>
  }
  /** What the receipts of bookings and their fees say, as it was when they were issued. */
  bookingReceipts: {
    paymentId: string
    /** Of the first day. */
    startsAt: number
    days: number
    /** Of each day, in the order of the plan: '10000 0'; none for a fee. */
    taxRates: string
  }
  /** Appointments that were booked together from a template; see app/domain/booking/plans. */
  plans: {
    id: string
    /** In the clinic's content, perhaps changed or removed since. */
    templateId: string
    /** As it was called when it was booked. */
    title: string
    bookedAt: number
    /** When the clinic marked it as paid for before its days, and by which account. */
    prepaidAt: Generated<number | null>
    prepaidBy: Generated<string | null>
    /** As those of an appointment; `payBy` is that of its days. `cancelFee`: of each day. */
    payCents: Generated<number | null>
    cancelFee: Generated<number | null>
    paidWith: Generated<string | null>
  }
  /** Every text of a form that was signed, never changed; see app/domain/forms. */
  formTexts: {
    /** SHA-256 of `text`. */
    hash: string
    /** Canonical JSON: name, introduction and fields. */
    text: string
    savedAt: number
  }
  /** That somebody agreed to text messages, or once did; see app/domain/text-messages. */
  textConsents: {
    id: string
    /** E.164. */
    number: string
    purpose: 'reminders' | 'offers'
    /** What was agreed to, word for word, and its version: a consent to an earlier one no longer counts. */
    wording: string
    version: string
    /** At whose appointment, or place on the waitlist. */
    record: `appointment:${string}` | `waitlist:${string}`
    givenAt: number
    /** 'patient', or the account of who entered what a patient said; 'start': by a text, after a stop. */
    givenBy: string
    endedAt: number | null
    /** 'stop': by a text; 'service': it says that the number stopped them. Otherwise as `givenBy`. */
    endedBy: string | null
  }
  /** Texts about appointments and offers of the waitlist, sent or not. */
  textMessages: {
    id: string
    kind: 'reminder' | 'offer'
    record: Tables['textConsents']['record']
    /**
     * 'sending': handed to the service, whose answer is not known. 'accepted': the service has it, and the carrier not yet.
     * 'dropped': there was a reason not to send it.
     */
    state: 'waiting' | 'sending' | 'accepted' | 'sent' | 'failed' | 'dropped'
    acceptedAt: number
    /** Set when it is handed to the service; the text is deleted after its time. */
    number: string | null
    text: string | null
    triedAt: number | null
    /** When the service took it, or it failed or was dropped. */
    endedAt: number | null
    /** The service's id of it. */
    serviceId: string | null
    /** Why it was dropped or the last try failed, safe to log. */
    reason: string | null
    /** When the service was asked last what became of it, and when that was its last word. */
    checkedAt: Generated<number | null>
    settledAt: Generated<number | null>
  }
  /** What was filled in or signed before an appointment. */
  signedForms: {
    id: string
    appointmentId: string
    formId: string
    /** 'paper': staff said so. The last three are ended. */
    state: 'signed' | 'paper' | 'replaced' | 'taken-back' | 'erased'
    /** Of the form, as it was published. */
    version: number
    textHash: string
    /** JSON: the answers and the key of `digest`; null on paper, and once replaced or erased. */
    sealed: Uint8Array | null
    /** HMAC of the answers; null on paper. */
    digest: string | null
    signedAt: number
    /** As in the audit trail; null on paper. */
    proof: string | null
    /** Of one form of an appointment, at most one has not ended. */
    endedAt: number | null
  }
  /** Of forms on the clinic's tablet whose time was over; sealed, and deleted after a day. */
  formDrafts: { appointmentId: string; formId: string; sealed: Uint8Array; savedAt: number }
  /** A device that staff handed to a patient: it opens the forms of this appointment, and nothing else. */
  tabletSessions: {
    id: string
    appointmentId: string
    /** The one to begin with. */
    formId: string
    /** 1: whoever handed it over may read health answers, so that a draft of an earlier time shows. */
    readsHealth: number
    openedAt: number
    /** When the page's script last said that it was touched; null: there is no script. */
    touchedAt: number | null
    /** Since then it shows nothing of the patient. */
    closedAt: number | null
  }
  /** A record for each name and address of a person; those of one person have its id. See app/domain/patients. */
  patients: ContactColumns & {
    id: string
    /** The record that stands for the person: this one, or the one it was merged into. */
    personId: string
    /** What staff replaced by a phone that was given with an appointment. */
    formerPhone: Generated<string | null>
    /** One that was given with an appointment, and that staff did not take over. */
    declinedPhone: Generated<string | null>
    nameKey: string
    /** Name and verified address, which later appointments with the same join; null: none does. */
    joinKey: string | null
    /** Whether its address was confirmed through an emailed link. */
    emailProved: number
    /** Whether it was split off by hand, so that nothing joins it by itself. */
    apart: number
    /** 1: its notes and requests may be another patient's, since appointments were split off it, or it inherited them. */
    mixed: Generated<number>
    /** What a search looks in. */
    searchKey: string
    /** When its latest appointment begins, and the person's latest. */
    seenAt: number
    personSeenAt: number
  }
  /** Records that were merged or split by hand, until none of them is left. */
  patientChanges: {
    id: string
    kind: 'merge' | 'split'
    /** The person that was kept: merged into, or split from. */
    personId: string
    /** JSON: each record with its person before and after. */
    moves: string
    at: number
    undoneAt: number | null
  }
  /** What staff note about a patient, sealed; see app/domain/patients. */
  /** What a health reader chose at a merge: who proves an address of the record may also open the other one. */
  patientOpenings: { changeId: string; recordId: string; opensId: string }
  patientNotes: {
    id: string
    /** The record it was written on. */
    patientId: string
    /** 'clinical': not for the front desk. */
    audience: 'clinical' | 'desk'
    sealed: Uint8Array
    writtenAt: number
    /** The account of its author. */
    who: string
  }
  patientTags: { patientId: string; tag: string }
  /** What people ask about their data, and what the clinic decided; see app/domain/patients. */
  dataRequests: {
    id: string
    /** The record it was entered on; null: its patient was erased. */
    patientId: string | null
    kind: 'access' | 'correction' | 'erasure'
    way: 'online' | 'in-person' | 'phone' | 'mail' | 'email'
    receivedAt: number
    dueAt: number
    /** An account, or 'patient'. */
    enteredBy: string
    /** What was asked for, sealed; null: nothing more than the kind says, or the patient was erased. */
    request: Uint8Array | null
    outcome: 'done' | 'partly' | 'denied' | null
    decidedAt: number | null
    decidedBy: string | null
    /** The reason given to the patient, sealed. */
    answer: Uint8Array | null
  }
  /** Emailed codes that open a patient's data, without the code itself; see app/domain/booking/data-code. */
  dataCodes: {
    id: string
    appointmentId: string
    /** A corrected address makes the code worthless. */
    linkVersion: number
    createdAt: number
    tries: number
  }
  /** People who seem to be one and are not, the smaller id first; until either is merged. */
  distinctPatients: { oneId: string; otherId: string }
  /** One row; its version is incremented when the link of the clinic's calendar feed is replaced. */
  calendarFeed: { id: 'feed'; version: number }
  /** Time that the clinic blocks; its staff and rooms are in `holds`. */
  blocks: { id: string; fromAt: number; untilAt: number; note: string | null; series: Generated<string | null> }
  /** Blocks that are repeated: on these days of the week, every so many weeks. Days are ISO 8601. */
  blockSeries: {
    id: string
    firstDay: string
    /** Null: forever. */
    lastDay: string | null
    everyWeeks: number
    /** JSON, of days of the week. */
    weekdays: string
    /** On the clinic's clock; null: the beginning or the end of the day. */
    fromTime: string | null
    untilTime: string | null
    /** JSON, as in `holds`. */
    resources: string
    note: string | null
    /** Up to this day its blocks were added. */
    coveredUntil: string
  }
  /** When a person of the team works each week (JSON; null: as the clinic is open), and what she may change herself. */
  ownHours: {
    person: `person:${string}`
    week: string | null
    isTheirs: number
    /** JSON: the services that she may take on and give up. */
    allowed: string
    /** Counts the changes, also of the days below. */
    revision: number
    /** JSON: week and days before the last change, to undo it. */
    previous: Generated<string | null>
  }
  /** Days on which a person works only at these hours (JSON; none: is away); days are ISO 8601, both included. */
  ownDays: {
    id: string
    person: `person:${string}`
    firstDay: string
    lastDay: string
    hours: string
  }
  /** Calendars outside, whose busy times are in `holds`. */
  privateCalendars: {
    id: string
    /** Whose it is. */
    person: `person:${string}`
    host: string
    /** Address and credentials, sealed. */
    source: Uint8Array
    addedAt: number
    /** When reading it was last tried, and when it last succeeded. */
    checkedAt: Generated<number | null>
    readAt: Generated<number | null>
    /** Why it could not be read the last time. */
    failure: Generated<string | null>
    /** Names of what was read in another way than its owner may expect, separated by spaces. */
    oddities: Generated<string>
    /** What its server said that changes with it, and the days that were read then: start and end. */
    validator: Generated<string | null>
    readDays: Generated<string | null>
  }
  /** Reserved staff and rooms, buffers included, by appointment or block, and the busy times of private calendars. */
  /** Who waits for a time, and for which; see app/domain/booking/waitlist. */
  waitlistEntries: ContactColumns & {
    id: string
    /** The order of the list; nobody ever gets another one. */
    place: number
    /** The first place of the same person, so that they have one offer at a time; their own if it is the only one. */
    firstPlace: number
    /** JSON */
    serviceIds: string
    /** Null: anyone. */
    person: `person:${string}` | null
    /** JSON, ISO 8601. */
    weekdays: string
    /** On the clinic's clock. */
    fromTime: string | null
    untilTime: string | null
    /** ISO 8601. */
    lastDay: string
    /** 'paused': they left several offers unanswered. */
    state: 'waiting' | 'paused' | 'booked' | 'left' | 'ended'
    joinedAt: number
    /** Offers in a row that they left unanswered. */
    silent: number
    /** 1: the person joined by themselves, so the address is what they gave. */
    byPatient: Generated<number>
    endedAt: Generated<number | null>
  }
  /** Freed times, each offered to one person and held for them. */
  waitlistOffers: {
    id: string
    entryId: string
    serviceId: string
    startsAt: number
    endsAt: number
    person: `person:${string}`
    room: `room:${string}` | null
    offeredAt: number
    until: number
    /** 'withdrawn': what freed the time was undone before anybody was told, or the time is no longer open. */
    state: 'open' | 'accepted' | 'declined' | 'expired' | 'skipped' | 'withdrawn'
    /** JSON: who was before them on the list, and why it was not offered to them. */
    passed: string
    /** 1: the clinic chose whom to offer it. */
    byClinic: number
    appointmentId: Generated<string | null>
    endedAt: Generated<number | null>
  }
  holds: {
    holder: `appointment:${string}` | `block:${string}` | `calendar:${string}` | `offer:${string}`
    /** By their ids in content. */
    resource: `person:${string}` | `room:${string}`
    fromAt: number
    untilAt: number
  }
  /** The same in slots of five minutes. Its primary key prevents double bookings. */
  heldQuanta: {
    resource: Tables['holds']['resource']
    /** Number of the slot since the epoch. */
    quantum: number
    holder: Tables['holds']['holder']
  }
}

/** The sign-in library stores dates as ISO text on SQLite, and as timestamps on PostgreSQL. */
type LibraryDate = string | Date

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
