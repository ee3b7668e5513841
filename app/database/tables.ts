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
    run_at: number
    attempts: number
    /** While in the future, one worker holds the job. */
    leased_until: number
    lease: string | null
    /** At most one waiting job has a given key. */
    unique_key: string | null
    last_error: string | null
    created_at: number
  }
  /** Letters accepted for sending, kept with the bytes as sent; see app/domain/outbox. */
  letters: {
    id: string
    kind: string
    /** JSON of the ids from which the letter is rendered. */
    ids: string
    recipient: string
    message_id: string
    state: 'waiting' | 'sent' | 'kept' | 'failed'
    /** Null until it was first rendered. */
    subject: string | null
    /** Null until it went out, and again once it is long past; see app/domain/outbox/forget-bytes. */
    raw: Uint8Array | null
    last_error: string | null
    /** Whose trouble the last failed try was: the mail server's, or this letter's own. */
    trouble: 'server' | 'letter' | null
    created_at: number
    sent_at: number | null
    /** When the clinic dealt with it by other means, such as a call, after it failed. */
    handled_at: number | null
    /** The newsletter of which this is one email, and to whom; null: of none. */
    campaign_id: string | null
    subscriber_id: string | null
    /** Failed tries that count; only a newsletter's emails have a limit of their own. */
    tries: Generated<number>
    tried_at: number | null
    /** Whether the answer to an earlier try never reached us, so that two may have arrived. */
    uncertain: Generated<number>
    /** Whether the clinic had it sent once more, whatever the mail server said of the address. */
    retried: Generated<number>
    /** Why the last try failed, safe to log. */
    reason: string | null
  }
  /** Days for which the clinic's morning letter was accepted; see app/domain/today. */
  today_letters: {
    /** On the clinic's calendar, '2026-11-20'. */
    day: string
    accepted_at: number
  }
  /** Newsletter subscribers; see app/domain/newsletter. */
  subscribers: {
    id: string
    /** Lower case; unique. */
    email: string
    /** 'pending': asked to confirm; 'bounced': its mail server refused the address for good. */
    state: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced'
    /** Set on public sign-up only (specification, section 3). */
    subscription_date: number | null
    /** When they came onto the list; while pending, when they were last asked to confirm. */
    created_at: number
    /** What the file said from which they were imported, word for word: evidence that they asked for the newsletter. */
    name: Generated<string | null>
    signed_up: Generated<string | null>
    /** The name of that file. */
    source: Generated<string | null>
  }
  /** How many subscribers are in a state: the sum of its shares, of which a change takes any one. */
  subscriber_counts: {
    state: Tables['subscribers']['state']
    share: number
    count: number
  }
  /** Subscribers as they were when the admin deleted them, for as long as that can be undone. */
  deleted_subscribers: Tables['subscribers'] & { deleted_at: number }
  /** Files of addresses that the admin brings in; see app/domain/newsletter/imports. */
  subscriber_imports: {
    id: string
    state: 'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'refused' | 'discarded'
    /** Why the file was refused. */
    problem: string | null
    /** Up to which line the step under way is done, so that a killed one goes on there. */
    through_line: number
    /** The last line with an address. */
    last_line: number
    created_at: number
    ended_at: number | null
    file_name: string | null
    /** JSON of what the file says about who may be mailed, with the clinic's answers; null until its columns are read. */
    reading: string | null
  }
  /** The file as it came, until its dry run has read it. */
  subscriber_import_parts: {
    import_id: string
    position: number
    bytes: Uint8Array
  }
  /** What is or was done with each line. */
  subscriber_import_lines: {
    import_id: string
    line: number
    /** As it is kept; of a malformed one the beginning of what was typed. */
    address: string
    outcome: string
    name: Generated<string | null>
    signed_up: Generated<string | null>
  }
  /** Addresses that must not get the newsletter, also after their row is gone; see app/domain/newsletter. */
  suppressions: {
    email_fingerprint: string
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
    paused_why: 'admin' | 'mail-server' | 'late' | 'address' | 'fault' | null
    starts_at: number | null
    /** The last subscriber who was looked at for the list of recipients, in the order of ids. */
    gathered_to: string | null
    /** Whether the list of recipients is complete. */
    gathered: Generated<number>
    /** Emails that failed until then are to be sent once more. */
    requeue_until: number | null
    /** Whether each waiting email has its job, and up to which id they were given one. */
    enqueued: Generated<number>
    enqueued_to: string | null
    /** How many there are of each kind; kept in the transactions that change recipients. */
    recipients: Generated<number>
    sent: Generated<number>
    kept: Generated<number>
    failed: Generated<number>
    left_out: Generated<number>
    uncertain: Generated<number>
    created_at: number
    started_at: number | null
    ended_at: number | null
  }
  /** Orders with what they held and cost when they were placed; see app/domain/orders. */
  orders: {
    id: string
    /** What people call it by. */
    number: string
    /** A cart becomes at most one order. */
    cart_id: string
    /** Of whoever was signed in when it was placed. */
    account_id: string | null
    status: 'new' | 'confirmed' | 'ready' | 'completed' | 'cancelled'
    name: string
    email: string
    phone: string | null
    note: string | null
    total_cents: number
    placed_at: number
  }
  order_lines: {
    order_id: string
    /** Order in the cart, from 0. */
    position: number
    product_id: string
    name: string
    price_cents: number
    quantity: number
    /** Whether the FDA disclaimer stands beside it. */
    supplement: number
  }
  /** Each change of an order's status, the first one left out. */
  order_changes: {
    id: string
    order_id: string
    status: Tables['orders']['status']
    changed_at: number
    /** Whether a letter about it went to the buyer. */
    told: number
  }
  /** Messages from the contact form; see app/domain/contact. */
  messages: {
    id: string
    name: string
    email: string
    text: string
    sent_at: number
    /** When the clinic had answered it, or needed not to; null: it still waits. */
    handled_at: number | null
  }
  /** One row that is written to learn whether the database takes writes. */
  liveness: {
    id: string
    written_at: number
  }
  /** When recurring jobs were last enqueued, by any process; see app/queue. */
  beats: {
    key: string
    enqueued_at: number
  }
  /** Counters of the abuse limits; see app/domain/limits. */
  limits: {
    key: string
    window_start: number
    count: number
  }
  /** What the feed said last; one row per feed; see app/domain/blog. */
  feeds: {
    id: string
    /** When posts were last read without an error; null: never. */
    read_at: number | null
    /** When the feed was last tried, well or not. */
    tried_at: number
    failure: string | null
  }
  blog_posts: {
    feed_id: string
    /** Order in the feed, from 0. */
    position: number
    slug: string
    title: string
    /** Absolute address, or a path of ours for posts readable here. */
    url: string
    published_at: number | null
    excerpt: string
    /** Sanitised HTML; only of the bundled feed, whose posts are readable here. */
    html: string | null
    /** Address the picture comes from, when the feed names one. */
    picture_source: string | null
    picture_id: string | null
    /** JSON of the disease claims that were found when it was read; see app/domain/blog/post-claims. */
    claims: string
    /** 0: kept from an earlier reading, behind those that the feed has now. */
    in_feed: number
    author: string | null
    /** Of the whole text, when the feed gives it. */
    words: number | null
  }
  /** What the admin decided about a post, for as long as a feed may bring it back. */
  post_decisions: {
    /** The post's address, as in `blog_posts.url`. */
    address: string
    /** As it was then: a hidden post may have left the feed. */
    title: string
    hidden: number
    /** Fingerprint of the claims that may stay; others are marked again. */
    kept_claims: string | null
    decided_at: number
  }
  /** Pictures of posts, fetched once and served from our origin. */
  blog_pictures: {
    id: string
    media_type: string
    bytes: Uint8Array
  }
  /** How often the pages showing a topic became old; see app/page-cache. */
  page_purges: {
    topic: string
    count: number
  }
  /** What web processes saw of their visitors that speaks of the set-up; see app/domain/checks. */
  sightings: {
    name: string
    seen_at: number
  }
  /** With which settings the relay took an email; see app/domain/outbox/relay-proof. */
  relay_proof: {
    /** A fingerprint. */
    settings: string
    proved_at: number
  }
  /** Checks that are red, and of which the operator was told. */
  red_checks: {
    check_id: string
    since: number
  }
  /** The last test of each outside service; see app/domain/checks/connection-tests. */
  connection_tests: {
    service: string
    asked_at: number
    /** Null while it is under way, and when it was cut off. */
    answered_at: number | null
    ok: number | null
    /** What happened, for the program: 'status-403', 'smtp 535 at AUTH PLAIN'. */
    reason: string | null
    /** What the service said, without addresses of people and keys. */
    said: string | null
  }
  /** One row: how backups of this database went; see app/database/backups. */
  backup_state: {
    id: 'last'
    /** Names this clinic's database, wherever it is restored or moved to. */
    lineage: string
    /** Since when there might have been a backup. */
    since: number
    made_at: number | null
    bytes: number | null
    /** The last try, unless it went well. */
    failed_at: number | null
    /** One line for the operator. */
    failure: string | null
    /** When the newest backup was last restored to see whether it can be. */
    drilled_at: number | null
    drill_fault: string | null
    /** Fingerprint of the secrets for which the recovery sheet was written. */
    sheet_for: string | null
  }
  /** A fingerprint of each secret, so that a process with other secrets refuses to start. */
  secret_fingerprints: {
    name: string
    fingerprint: string
  }
  /** A key for each sealed record, wrapped by ENCRYPTION_KEY; see app/vault. */
  record_keys: {
    /** The kind of secret it is for. */
    purpose: string
    /** Of the record. */
    id: string
    wrapped: Uint8Array
    /** Fingerprint of the ENCRYPTION_KEY. */
    wrapped_by: string
    created_at: number
  }
  /** What the admin says instead of content/, by section ('phones', 'product:triphala'); see app/domain/clinic. */
  clinic_overlays: {
    section: string
    /** JSON as the section's schema describes it; null: content/ holds. For 'hours' the rows of opening_hours hold. */
    value: string | null
    /** Rises with every change of the section: nobody overwrites what they did not see. */
    revision: number
  }
  /** The clinic's week, for as long as the section 'hours' has a value; a day without a row is closed. */
  opening_hours: {
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
    first_day: string
    last_day: string
    /** Only for this part of each day; null: all of it. */
    from_time: string | null
    until_time: string | null
    /** Shown to visitors. */
    reason: string | null
  }
  /** Every act of the admin, chained; see app/domain/audit. */
  audit_entries: {
    /** From 1, without a gap. */
    sequence: number
    at: number
    who: string
    from_where: string
    act: string
    record: string | null
    detail: string | null
    /** Over the entry and the one before it. */
    hmac: string
  }
  /** One row: how many entries there are, and the last one's HMAC. */
  audit_head: {
    id: 'head'
    count: number
    hmac: string
    /** Names the chain's key among the record keys; null before the first act. */
    key_id: string | null
  }
  /** One row once the trail was verified; see app/domain/audit. */
  audit_verifications: {
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
    email_verified: boolean | number
    image: string | null
    created_at: LibraryDate
    updated_at: LibraryDate
    two_factor_enabled: boolean | number | null
  }
  sessions: {
    id: string
    expires_at: LibraryDate
    token: string
    created_at: LibraryDate
    updated_at: LibraryDate
    ip_address: string | null
    user_agent: string | null
    user_id: string
  }
  /** Password hashes. */
  credentials: {
    id: string
    user_id: string
    password: string | null
    updated_at: LibraryDate
  }
  /** Reset links and the like, by what they are for. */
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: LibraryDate
  }
  two_factors: {
    id: string
    user_id: string
    /** Encrypted by the library, as the codes are. */
    secret: string
    backup_codes: string
  }
  /** The admin's devices: since when each is open, and when it was last in use. */
  working_days: {
    session_id: string
    /** The last step-up, or the sign-in. */
    opened_at: number
    /** Written at most once a minute. */
    last_seen_at: number
    /** When it was last shown again who is there; null: not since the sign-in. */
    stepped_up_at: number | null
  }
  /** Codes of second factors, each good for one use. */
  used_codes: {
    account_id: string
    code: string
    used_at: number
  }
  /** Links with which the operator lets the admin in, until one is used. */
  admin_links: {
    id: string
    hash: string
    /** The address it proves. */
    email: string
    until: number
  }
  /** Cards on Today that come back later. */
  put_off_cards: {
    card: string
    until: number
  }
  /** What a patient typed and has not booked yet, sealed, for 24 hours after its last use; see app/domain/booking. */
  booking_drafts: {
    id: string
    sealed: Uint8Array
    used_at: number
  }
  appointments: {
    id: string
    /** A draft becomes at most one appointment; null: entered by the clinic. */
    draft_id: string | null
    service_id: string
    state: 'requested' | 'confirmed' | 'declined' | 'cancelled' | 'completed' | 'no-show'
    starts_at: number
    /** Of the visit itself, without the buffer after it. */
    ends_at: number
    /** Resources: 'person:anna', 'room:one'. */
    person: string
    room: string | null
    name: string
    email: string
    phone: string
    /** What one phone is compared by (`phoneKey`). */
    phone_digits: string
    /** The present health condition, sealed; null once it is erased. */
    health: Uint8Array | null
    /** Whether the clinic keeps it beyond its time. */
    health_kept: number
    booked_at: number
    /** The state that undoing a cancellation brings back. */
    cancelled_from: Tables['appointments']['state'] | null
    /** After a cancellation, until when it can be undone and its time is offered to nobody. */
    undo_until: number | null
    /** 1: its patient canceled it when it was too late to move it. */
    cancelled_late: number | null
    /** When the email about the cancellation goes to its patient; null: none does. */
    cancel_told_at: number | null
    /** The clinic's own; no medical details. */
    note: string | null
    /** Rises with every change that a calendar program must notice (RFC 5545, SEQUENCE). */
    revision: number
    /** Rises when the links given out so far are revoked. */
    link_version: number
    /** Right-hand side of the calendar entry's UID, when it was mailed with one. */
    uid_domain: string | null
    /** That its patient gave instead of `email`, and until when it may be confirmed. */
    new_email: Generated<string | null>
    new_email_until: Generated<number | null>
  }
  /** One row; its version rises when the address of the clinic's calendar feed is renewed. */
  calendar_feed: {
    id: 'feed'
    version: number
  }
  /** Time that the clinic keeps for itself; who and what it takes is in `holds`. */
  blocks: {
    id: string
    from_at: number
    until_at: number
    note: string | null
  }
  /** Who and what is taken when, buffers included, and by which appointment or block. */
  holds: {
    /** 'appointment:ID' or 'block:ID'. */
    holder: string
    resource: string
    from_at: number
    until_at: number
  }
  /** The same in quanta of five minutes. Its primary key is the one rule that keeps anyone from being in two places. */
  held_quanta: {
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
