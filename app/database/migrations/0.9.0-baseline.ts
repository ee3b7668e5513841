import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** The schema that 0.9.0 was released with. `tables.ts` says what the columns mean; a test compares the two. */
export const baseline: Migration['up'] = async (tx, { integer, bytes, flag, date }, kind) => {
  const types: Record<string, unknown> = { bigint: integer, bytea: bytes, boolean: flag, timestamptz: date }
  const typed = schema.replaceAll(/\b(bigint|bytea|boolean|timestamptz)\b/g, (type) => String(types[type]))
  // SQLite sorts bytewise anyway.
  const statements = kind === 'sqlite' ? typed.replaceAll(' collate "C"', '') : typed
  for (const statement of statements.split(';\n')) await sql.raw(statement).execute(tx)
  await sql`insert into audit_head (id, count, hmac) values ('head', 0, '')`.execute(tx)
  await sql`insert into calendar_feed (id, version) values ('feed', 1)`.execute(tx)
  await sql`insert into backup_state (id, lineage, since) values ('last', ${randomUUID()}, ${Date.now()})`.execute(tx)
}

/** In words of PostgreSQL. A column that is sorted bytewise has its equal prefixes next to each other in any locale. */
const schema = `
create table jobs (
  id text primary key,
  kind text not null,
  payload text not null,
  state text not null check (state in ('waiting', 'failed')),
  run_at bigint not null,
  attempts bigint not null default 0,
  leased_until bigint not null default 0,
  lease text,
  unique_key text unique,
  last_error text,
  created_at bigint not null
);
create index jobs_due on jobs (state, kind, run_at);

create table emails (
  id text primary key,
  kind text not null,
  ids text not null,
  recipient text not null,
  message_id text not null unique,
  state text not null check (state in ('waiting', 'sent', 'kept', 'failed')),
  subject text,
  raw bytea,
  last_error text,
  trouble text,
  created_at bigint not null,
  sent_at bigint,
  handled_at bigint,
  campaign_id text,
  subscriber_id text,
  tries bigint not null default 0,
  tried_at bigint,
  uncertain bigint not null default 0,
  retried bigint not null default 0,
  reason text
);
create index emails_by_recipient on emails (recipient, created_at);
create index emails_by_time on emails (state, created_at, id) where campaign_id is null;
create index emails_in_trouble on emails (state, trouble) where trouble is not null;
create unique index emails_of_campaigns on emails (campaign_id, subscriber_id) where campaign_id is not null;
create index emails_of_campaigns_by_state on emails (campaign_id, state, id) where campaign_id is not null;
create index emails_with_bytes on emails (sent_at) where raw is not null;

create table bounce_mailbox (
  id text primary key,
  mailbox text not null,
  uid_validity text not null,
  last_uid bigint not null,
  read_at bigint,
  failing_since bigint,
  failure text
);

create table today_emails (
  day text primary key,
  accepted_at bigint not null
);

create table subscribers (
  id text primary key,
  email text collate "C" not null,
  state text not null check (state in ('pending', 'subscribed', 'unsubscribed', 'bounced')),
  subscription_date bigint,
  created_at bigint not null,
  name text,
  signed_up text,
  source text
);
create index subscribers_by_address on subscribers (state, email);
create index subscribers_by_domain on subscribers (state, (substr(email, length(rtrim(email, replace(email, '@', ''))) + 1)), email);
create unique index subscribers_by_email on subscribers (email);
create index subscribers_by_time on subscribers (state, created_at, id);

create table subscriber_counts (
  state text not null,
  share bigint not null,
  count bigint not null,
  primary key (state, share)
);

create table deleted_subscribers (
  id text primary key,
  email text not null,
  state text not null,
  subscription_date bigint,
  created_at bigint not null,
  deleted_at bigint not null,
  name text,
  signed_up text,
  source text
);
create index deleted_subscribers_by_time on deleted_subscribers (deleted_at);

create table subscriber_imports (
  id text primary key,
  state text not null check (state in ('receiving', 'checking', 'checked', 'importing', 'done', 'refused', 'discarded')),
  problem text,
  through_line bigint not null,
  last_line bigint not null,
  created_at bigint not null,
  ended_at bigint,
  file_name text,
  reading text
);
create index subscriber_imports_by_time on subscriber_imports (created_at, id);

create table subscriber_import_parts (
  import_id text not null references subscriber_imports (id),
  position bigint not null,
  bytes bytea not null,
  primary key (import_id, position)
);

create table subscriber_import_lines (
  import_id text not null references subscriber_imports (id),
  position bigint not null,
  line bigint not null,
  address text not null,
  outcome text not null,
  name text,
  signed_up text,
  primary key (import_id, position)
);
create index subscriber_import_lines_by_position on subscriber_import_lines (import_id, outcome, position);

create table suppressions (
  email_fingerprint text primary key,
  since bigint not null
);

create table campaigns (
  id text primary key,
  url text not null,
  subject text,
  intro text,
  body text,
  sent_body text,
  state text not null check (state in ('draft', 'scheduled', 'sending', 'paused', 'done', 'cancelled')),
  paused_why text,
  refusals bigint not null default 0,
  refused_for text,
  starts_at bigint,
  gathered_to text,
  gathered bigint not null default 0,
  requeue_until bigint,
  enqueued bigint not null default 0,
  enqueued_to text,
  recipients bigint not null default 0,
  sent bigint not null default 0,
  kept bigint not null default 0,
  failed bigint not null default 0,
  left_out bigint not null default 0,
  uncertain bigint not null default 0,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint
);
create index campaigns_by_time on campaigns (created_at, id);

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  two_factor_enabled boolean
);

create table orders (
  id text primary key,
  number text not null unique,
  cart_id text not null unique,
  account_id text references users (id) on delete set null,
  status text not null default 'new' check (status in ('new', 'confirmed', 'ready', 'completed', 'cancelled')),
  name text not null,
  email text not null,
  phone text,
  note text,
  total_cents bigint not null,
  placed_at bigint not null,
  pay_by bigint,
  paid_with text,
  gift_card_id text,
  gift_card_hint text,
  gift_card_cents bigint
);
create index orders_by_account on orders (account_id);
create index orders_by_email on orders (email, placed_at);
create index orders_by_status on orders (status, placed_at, id);
create index orders_by_time on orders (placed_at, id);
create index orders_pay_by on orders (pay_by);

create table order_lines (
  order_id text not null references orders (id) on delete cascade,
  position bigint not null,
  product_id text not null,
  name text not null,
  price_cents bigint not null check (price_cents >= 0),
  quantity bigint not null check (quantity > 0),
  supplement bigint not null,
  tax_rate bigint,
  tax_cents bigint,
  primary key (order_id, position)
);

create table order_changes (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  status text not null,
  changed_at bigint not null,
  told bigint not null
);
create index order_changes_by_order on order_changes (order_id, id);

create table stock (
  sale_item text primary key,
  count bigint not null,
  changed_at bigint not null,
  constraint stock_is_never_below_zero check (count >= 0)
);

create table stock_movements (
  id text primary key,
  sale_item text not null,
  at bigint not null,
  kind text not null,
  before bigint,
  after bigint,
  order_number text,
  reason text,
  who text
);
create index stock_movements_by_item on stock_movements (sale_item, at, id);

create table gift_cards (
  id text primary key,
  state text not null,
  amount_cents bigint not null,
  code_hash text not null unique,
  code bytea not null,
  hint text not null,
  issue bigint not null,
  email text not null,
  recipient_name text,
  recipient_email text,
  message text,
  bought_at bigint not null,
  pay_by bigint,
  paid_by text,
  constraint gift_cards_are_worth_something check (amount_cents > 0)
);
create index gift_cards_bought on gift_cards (bought_at, id);
create index gift_cards_email on gift_cards (email);
create index gift_cards_pay_by on gift_cards (pay_by);
create index gift_cards_recipient on gift_cards (recipient_email);

create table gift_card_notes (
  transaction_key text primary key,
  gift_card_id text not null references gift_cards (id) on delete cascade,
  note text not null
);
create index gift_card_notes_card on gift_card_notes (gift_card_id);

create table ledger_transactions (
  key text primary key,
  subject text not null,
  at bigint not null
);
create index ledger_transactions_at on ledger_transactions (at);
create index ledger_transactions_subject on ledger_transactions (subject);

create table ledger_lines (
  transaction_key text not null references ledger_transactions (key),
  position bigint not null,
  account text not null,
  cents bigint not null,
  item text,
  primary key (transaction_key, position),
  constraint ledger_lines_move_something check (cents <> 0)
);
create index ledger_lines_item on ledger_lines (account, item);

create table payments (
  id text primary key,
  subject text not null,
  purpose text not null default 'pay',
  amount_cents bigint not null,
  state text not null,
  return_url text not null,
  started_at bigint not null,
  expires_at bigint not null,
  asked_at bigint not null,
  checkout_id text,
  checkout_url text,
  provider_id text,
  paid_cents bigint,
  ended_at bigint,
  receipt_number bigint unique,
  card_id text,
  charge_at bigint,
  tried_at bigint,
  failure text,
  constraint payments_are_of_something check (amount_cents > 0)
);
create index payments_checkout on payments (checkout_id);
create unique index payments_one_open_for_each_subject on payments (subject) where state = 'open';
create index payments_started on payments (started_at, id);
create index payments_state on payments (state, asked_at);
create index payments_subject on payments (subject);

create table payment_health (
  name text primary key,
  checked_at bigint not null,
  failing_since bigint,
  failure text
);

create table saved_cards (
  id text primary key references payments (id),
  subject text not null,
  customer text not null,
  method text not null,
  most_cents bigint not null,
  saved_at bigint not null,
  forgotten_at bigint
);
create index saved_cards_forgotten on saved_cards (forgotten_at);
create index saved_cards_subject on saved_cards (subject);

create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  amount_cents bigint not null,
  reason text not null,
  state text not null,
  waits bigint,
  asked_at bigint not null,
  tried_at bigint,
  done_at bigint,
  provider_id text,
  failure text,
  constraint refunds_are_of_something check (amount_cents > 0)
);
create index refunds_payment on refunds (payment_id);
create index refunds_state on refunds (state);

create table payment_events (
  id text primary key,
  received_at bigint not null
);

create table payment_differences (
  id text primary key,
  kind text not null,
  about text not null,
  our_cents bigint,
  their_cents bigint,
  found_at bigint not null,
  explained_at bigint,
  explanation text
);

create table counters (
  name text primary key,
  last bigint not null
);

create table messages (
  id text primary key,
  name text not null,
  email text not null,
  text text not null,
  sent_at bigint not null,
  handled_at bigint,
  assigned_to text,
  snoozed_until bigint
);
create index messages_by_time on messages (sent_at, id);
create index messages_to_answer on messages (sent_at, id) where handled_at is null;

create table message_replies (
  id text primary key,
  message_id text not null references messages (id) on delete cascade,
  email_id text not null,
  text text not null,
  sent_by text not null,
  sent_at bigint not null
);
create index message_replies_by_message on message_replies (message_id, sent_at);

create table liveness (
  id text primary key,
  written_at bigint not null
);

create table beats (
  key text primary key,
  enqueued_at bigint not null
);

create table limits (
  key text primary key,
  window_start bigint not null,
  count bigint not null
);

create table feeds (
  id text primary key,
  read_at bigint,
  tried_at bigint not null,
  failure text
);

create table blog_pictures (
  id text primary key,
  media_type text not null,
  bytes bytea not null
);

create table blog_posts (
  feed_id text not null references feeds (id) on delete cascade,
  position bigint not null,
  slug text not null,
  title text not null,
  url text not null,
  published_at bigint,
  excerpt text not null,
  html text,
  picture_source text,
  picture_id text references blog_pictures (id) on delete set null,
  claims text not null default '[]',
  in_feed integer not null default 1,
  author text,
  words integer,
  primary key (feed_id, position),
  unique (feed_id, slug)
);

create table post_decisions (
  address text primary key,
  title text not null,
  hidden bigint not null,
  kept_claims text,
  decided_at bigint not null
);

create table pictures (
  id text primary key,
  alt text not null,
  width bigint not null,
  height bigint not null,
  focus_x bigint not null,
  focus_y bigint not null,
  files text not null,
  revision bigint not null,
  created_at bigint not null
);

create table picture_files (
  picture_id text not null,
  name text not null,
  made_at bigint not null,
  bytes bytea not null,
  primary key (picture_id, name)
);

create table page_purges (
  topic text primary key,
  count bigint not null
);

create table sightings (
  name text primary key,
  seen_at bigint not null
);

create table relay_proof (
  settings text primary key,
  proved_at bigint not null
);

create table red_checks (
  check_id text primary key,
  since bigint not null
);

create table daily_counts (
  kind text not null,
  day text not null,
  name text not null,
  count bigint not null,
  primary key (kind, day, name)
);

create table connection_tests (
  service text primary key,
  asked_at bigint not null,
  answered_at bigint,
  ok bigint,
  reason text,
  said text
);

create table backup_state (
  id text primary key check (id = 'last'),
  lineage text not null,
  since bigint not null,
  made_at bigint,
  bytes bigint,
  failed_at bigint,
  failure text,
  drilled_at bigint,
  drill_fault text,
  copy_drilled_at bigint,
  copy_drill_fault text,
  sheet_for text
);

create table secret_fingerprints (
  name text primary key,
  fingerprint text not null
);

create table record_keys (
  purpose text not null,
  id text not null,
  wrapped bytea not null,
  wrapped_by text not null,
  created_at bigint not null,
  primary key (purpose, id)
);
create index record_keys_by_wrapping on record_keys (wrapped_by);

create table clinic_overlays (
  section text primary key,
  value text,
  revision bigint not null
);

create table content_versions (
  record text not null,
  version bigint not null,
  changes text not null,
  at bigint not null,
  who text not null,
  primary key (record, version)
);

create table content_drafts (
  record text not null,
  revision bigint not null,
  over bigint not null,
  changes text,
  at bigint not null,
  who text not null,
  publish_at bigint,
  claims_shown bigint not null,
  problem text,
  primary key (record, revision)
);

create table closures (
  id text primary key,
  first_day text not null,
  last_day text not null,
  from_time text,
  until_time text,
  reason text,
  constraint closures_days check (first_day <= last_day),
  constraint closures_part check ((from_time is null and until_time is null) or (from_time is not null and until_time is not null and from_time < until_time))
);
create index closures_by_day on closures (last_day, first_day);

create table audit_entries (
  sequence bigint primary key,
  at bigint not null,
  who text not null,
  from_where text not null,
  act text not null,
  record text,
  detail text,
  hmac text not null
);
create index audit_entries_by_record on audit_entries (record, sequence);
create index audit_entries_by_time on audit_entries (at, sequence);

create table audit_head (
  id text primary key check (id = 'head'),
  count bigint not null,
  hmac text not null,
  key_id text
);

create table audit_verifications (
  id text primary key check (id = 'last'),
  at bigint not null,
  fault text,
  entry bigint,
  count bigint not null,
  hmac text not null
);

create table sessions (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id text not null references users (id) on delete cascade
);
create index sessions_user_id_idx on sessions (user_id);

create table credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  password text,
  updated_at timestamptz not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default current_timestamp
);
create index credentials_user_id_idx on credentials (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index verifications_identifier_idx on verifications (identifier);

create table two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz
);
create index two_factors_secret_idx on two_factors (secret);
create index two_factors_user_id_idx on two_factors (user_id);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz default current_timestamp,
  aaguid text
);
create index passkeys_user_id_idx on passkeys (user_id);

create table staff (
  account_id text primary key references users (id) on delete cascade,
  role text not null,
  since bigint not null,
  person text,
  feed_version bigint not null default 0
);
create unique index staff_by_person on staff (person);

create table handovers (
  person text primary key,
  since bigint not null
);

create table invitations (
  id text primary key,
  email text not null unique,
  role text not null,
  person text,
  invited_at bigint not null,
  until bigint not null
);

create table working_days (
  session_id text primary key references sessions (id) on delete cascade,
  opened_at bigint not null,
  last_seen_at bigint not null,
  stepped_up_at bigint,
  passkey_at bigint
);

create table used_codes (
  account_id text not null references users (id) on delete cascade,
  code text not null,
  used_at bigint not null,
  primary key (account_id, code)
);

create table admin_links (
  id text primary key,
  hash text not null,
  email text not null,
  until bigint not null
);

create table put_off_cards (
  card text primary key,
  until bigint not null
);

create table booking_drafts (
  id text primary key,
  sealed bytea not null,
  used_at bigint not null
);
create index booking_drafts_by_use on booking_drafts (used_at);

create table plans (
  id text primary key,
  template_id text not null,
  title text not null,
  booked_at bigint not null,
  prepaid_at bigint,
  prepaid_by text,
  pay_cents bigint,
  cancel_fee bigint,
  paid_with text
);

create table patients (
  id text primary key,
  person_id text not null,
  name text not null,
  email text not null,
  phone text not null,
  phone_digits text not null,
  former_phone text,
  declined_phone text,
  name_key text not null,
  join_key text unique,
  email_proved bigint not null,
  apart bigint not null,
  mixed bigint not null default 0,
  search_key text not null,
  seen_at bigint not null,
  person_seen_at bigint not null
);
create index patients_email on patients (email);
create index patients_person on patients (person_id);
create index patients_phone on patients (phone_digits);
create index patients_search on patients (person_seen_at, id, person_id, search_key);

create table appointments (
  id text primary key,
  draft_id text unique,
  service_id text not null,
  state text not null default 'requested' check (state in ('requested', 'confirmed', 'arrived', 'in-session', 'declined', 'cancelled', 'completed', 'no-show')),
  starts_at bigint not null,
  ends_at bigint not null,
  person text not null,
  room text,
  name text not null,
  email text not null,
  phone text not null,
  phone_digits text not null,
  health bytea,
  health_kept bigint not null default 0,
  booked_at bigint not null,
  cancelled_from text,
  undo_until bigint,
  cancelled_late bigint,
  cancel_told_at bigint,
  note text,
  revision bigint not null default 0,
  link_version bigint not null default 1,
  uid_domain text,
  new_email text,
  new_email_until bigint,
  email_by_link bigint not null default 0,
  given_email text,
  email_confirmed text,
  email_proved bigint not null default 0,
  patient_id text references patients (id) on delete set null,
  plan_id text references plans (id) on delete set null,
  plan_day bigint,
  assistants text,
  pay_by bigint,
  paid_state text,
  pay_cents bigint,
  cancel_fee bigint,
  tax_rate bigint,
  paid_with text,
  held_back text,
  network text,
  address_proved bigint,
  constraint appointments_end_after_start check (ends_at > starts_at)
);
create index appointments_by_email on appointments (email, starts_at, state);
create index appointments_by_end on appointments (ends_at);
create index appointments_by_phone_digits on appointments (phone_digits, starts_at);
create index appointments_by_starts_at on appointments (starts_at, id);
create index appointments_counted on appointments (starts_at, ends_at, state, cancelled_late, booked_at);
create index appointments_network on appointments (network);
create index appointments_patient on appointments (patient_id);
create index appointments_pay_by on appointments (pay_by);
create unique index appointments_plan on appointments (plan_id, plan_day);

create table booking_receipts (
  payment_id text primary key references payments (id),
  starts_at bigint not null,
  days bigint not null,
  tax_rates text not null
);

create table form_texts (
  hash text primary key,
  text text not null,
  saved_at bigint not null
);

create table text_consents (
  id text primary key,
  number text not null,
  purpose text not null,
  wording text not null,
  version text not null,
  record text not null,
  given_at bigint not null,
  given_by text not null,
  ended_at bigint,
  ended_by text
);
create index text_consents_appointment on text_consents (record);
create index text_consents_number on text_consents (number);

create table text_messages (
  id text primary key,
  kind text not null,
  record text not null,
  state text not null,
  accepted_at bigint not null,
  number text,
  text text,
  tried_at bigint,
  ended_at bigint,
  service_id text,
  reason text,
  checked_at bigint,
  settled_at bigint
);
create index text_messages_accepted on text_messages (accepted_at);
create index text_messages_appointment on text_messages (record);
create index text_messages_service on text_messages (service_id);

create table signed_forms (
  id text primary key,
  appointment_id text not null,
  form_id text not null,
  state text not null,
  version bigint not null,
  text_hash text not null,
  sealed bytea,
  digest text,
  signed_at bigint not null,
  proof text,
  ended_at bigint
);
create index signed_forms_appointment on signed_forms (appointment_id);
create unique index signed_forms_current on signed_forms (appointment_id, form_id) where ended_at is null;
create unique index signed_forms_proof on signed_forms (proof);

create table form_drafts (
  appointment_id text not null,
  form_id text not null,
  sealed bytea not null,
  saved_at bigint not null,
  primary key (appointment_id, form_id)
);

create table tablet_sessions (
  id text primary key,
  appointment_id text not null,
  form_id text not null,
  reads_health bigint not null,
  opened_at bigint not null,
  touched_at bigint,
  closed_at bigint
);

create table patient_changes (
  id text primary key,
  kind text not null,
  person_id text not null,
  moves text not null,
  at bigint not null,
  undone_at bigint
);
create index patient_changes_person on patient_changes (person_id);

create table patient_openings (
  change_id text not null,
  record_id text not null,
  opens_id text not null,
  primary key (record_id, opens_id, change_id)
);

create table patient_notes (
  id text primary key,
  patient_id text not null references patients (id),
  audience text not null,
  sealed bytea not null,
  written_at bigint not null,
  who text not null
);
create index patient_notes_patient on patient_notes (patient_id);

create table patient_tags (
  patient_id text not null references patients (id),
  tag text not null,
  primary key (patient_id, tag)
);
create index patient_tags_tag on patient_tags (tag);

create table data_requests (
  id text primary key,
  patient_id text references patients (id) on delete set null,
  kind text not null,
  way text not null,
  received_at bigint not null,
  due_at bigint not null,
  entered_by text not null,
  request bytea,
  outcome text,
  decided_at bigint,
  decided_by text,
  answer bytea
);
create index data_requests_due on data_requests (decided_at, due_at);
create index data_requests_patient on data_requests (patient_id);

create table data_codes (
  id text primary key,
  appointment_id text not null,
  link_version bigint not null,
  created_at bigint not null,
  tries bigint not null
);

create table distinct_patients (
  one_id text not null references patients (id),
  other_id text not null references patients (id),
  primary key (one_id, other_id)
);
create index distinct_patients_other on distinct_patients (other_id);

create table calendar_feed (
  id text primary key,
  version bigint not null
);

create table blocks (
  id text primary key,
  from_at bigint not null,
  until_at bigint not null,
  note text,
  series text
);
create index blocks_by_series on blocks (series);
create index blocks_by_time on blocks (until_at, from_at);

create table block_series (
  id text primary key,
  first_day text not null,
  last_day text,
  every_weeks bigint not null,
  weekdays text not null,
  from_time text,
  until_time text,
  resources text not null,
  note text,
  covered_until text not null
);

create table own_hours (
  person text primary key,
  week text,
  is_theirs bigint not null,
  allowed text not null,
  revision bigint not null,
  previous text
);

create table own_days (
  id text primary key,
  person text not null,
  first_day text not null,
  last_day text not null,
  hours text not null default '[]'
);
create index own_days_by_person on own_days (person, last_day);

create table private_calendars (
  id text primary key,
  person text not null,
  host text not null,
  source bytea not null,
  added_at bigint not null,
  checked_at bigint,
  read_at bigint,
  failure text,
  oddities text not null default '',
  validator text,
  read_days text
);

create table waitlist_entries (
  id text primary key,
  place bigint not null unique,
  first_place bigint not null default 0,
  name text not null,
  email text not null,
  phone text not null,
  phone_digits text not null,
  service_ids text not null,
  person text,
  weekdays text not null,
  from_time text,
  until_time text,
  last_day text not null,
  state text not null,
  joined_at bigint not null,
  silent bigint not null,
  by_patient bigint not null default 0,
  ended_at bigint
);
create index waitlist_entries_email on waitlist_entries (email);
create index waitlist_entries_phone on waitlist_entries (phone_digits);

create table waitlist_offers (
  id text primary key,
  entry_id text not null references waitlist_entries (id) on delete cascade,
  service_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  person text not null,
  room text,
  offered_at bigint not null,
  until bigint not null,
  state text not null,
  passed text not null,
  by_clinic bigint not null,
  appointment_id text,
  ended_at bigint
);
create unique index waitlist_offers_open on waitlist_offers (entry_id) where state = 'open';
create index waitlist_offers_starts on waitlist_offers (starts_at);

create table holds (
  holder text not null,
  resource text not null,
  from_at bigint not null,
  until_at bigint not null,
  primary key (holder, resource, from_at)
);
create index holds_by_resource on holds (resource, until_at, from_at);

create table held_quanta (
  resource text not null,
  quantum bigint not null,
  holder text not null,
  primary key (resource, quantum)
);
create index held_quanta_by_holder on held_quanta (holder)`
