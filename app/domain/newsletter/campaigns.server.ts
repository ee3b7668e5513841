import { type Expression, type ExpressionBuilder, sql, type SqlBool, type UpdateObject } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import { type Actor, type KnownAct, recordAct } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Campaign, toCampaign } from './campaign.ts'
import { describeDraftChange } from './draft-change.ts'
import { type DraftWords, stampOf } from './draft-stamp.server.ts'

type Deps = { database: Database; queue: Queue; vault: Vault }
type Draft = {
  id: string
  url: string
  subject?: string | undefined
  intro?: string | undefined
  /** Of one that is written here. */
  body?: string | undefined
  /** While it is typed; pressing a button is recorded. */
  bySelf?: boolean
  /** The stamp of the draft that the form showed. */
  over?: string | undefined
  now: number
}

/** `theirs`: the draft as someone else saved it meanwhile; nothing of it was overwritten. */
type Drafted = { ok: true; stamp: string } | { ok: false; theirs?: DraftWords & { stamp: string } }
type Started = { ok: true } | { ok: false; reason: 'unknown' | 'no-subscribers' | 'changed-meanwhile' }
type NewsletterAct = Extract<KnownAct, `newsletter.${string}`>

/** Saves a draft; the same id changes it. Not if it is no draft any more, or another one than its form showed. */
export async function draftCampaign(
  { database, vault }: Deps,
  actor: Actor,
  { id, now, over, bySelf = false, ...draft }: Draft,
): Promise<Drafted> {
  const { url, subject = null, intro = null, body = null } = draft
  const words = { url, subject, intro, body }
  return database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, `newsletter:${id}`)
    const before = await tx
      .selectFrom('campaigns')
      .select(['url', 'subject', 'intro', 'body'])
      .where('id', '=', id)
      .executeTakeFirst()
    const stamp = stampOf(before)
    // A second press of the same button has saved these words already.
    if (before && over !== undefined && over !== stamp && stamp !== stampOf(words))
      return { ok: false, theirs: { ...before, stamp } }
    const saved = await tx
      .insertInto('campaigns')
      .values({ id, ...words, state: 'draft', createdAt: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(words).where('campaigns.state', '=', 'draft'))
      .returning('id')
      .executeTakeFirst()
    if (!saved) return { ok: false }
    const done = { ok: true, stamp: stampOf(words) } as const
    if (bySelf) return done
    const detail = describeDraftChange(before, words)
    await recordAct({ tx, vault }, actor, { act: 'newsletter.drafted', record: `newsletter:${id}`, detail })
    return done
  })
}

/** Starts sending, once however often the button is pressed. `shown`: the checks that were not green. */
export const sendCampaign = (deps: Deps, actor: Actor, { id, now, shown, over }: Omit<Schedule, 'startsAt'>) =>
  start(deps, actor, { id, over }, 'newsletter.sent', async (tx) => {
    const started = await update(
      tx,
      id,
      { state: 'sending', pausedWhy: null, startsAt: null, startedAt: now },
      ({ or, eb, and }) => or([eb('state', 'in', ['draft', 'scheduled']), and({ state: 'paused', pausedWhy: 'late' })]),
    )
    if (started) await enqueue(deps, tx, id)
    return started && { detail: formatShownChecks(shown) }
  })

/** `over`: the stamp of what the page showed that was pressed on. */
type Schedule = { id: string; now: number; startsAt: number; shown: string[]; over?: string | undefined }

export const scheduleCampaign = (deps: Deps, actor: Actor, { id, startsAt, shown, over }: Omit<Schedule, 'now'>) =>
  start(deps, actor, { id, over }, 'newsletter.scheduled', async (tx) => {
    const before = await describeStart(tx, id)
    const scheduled = await update(tx, id, { state: 'scheduled', startsAt }, ({ eb }) =>
      eb('state', 'in', ['draft', 'scheduled']),
    )
    if (scheduled) await deps.queue.ensure(tx, 'send-newsletter', { campaignId: id }, { id, runAt: startsAt })
    const change = describeChange(before, formatClinicMoment(startsAt, clinicTimeZone))
    return scheduled && { detail: `${change} ${formatShownChecks(shown)}` }
  })

/** Sends the newsletter to one address. Returns false when there is no such newsletter. */
export const sendTestCampaign = (
  deps: Deps & { mailDomain: string },
  actor: Actor,
  { id, recipient }: { id: string; recipient: string },
) =>
  act(deps, actor, id, 'newsletter.tested', async (tx) => {
    const campaign = await tx.selectFrom('campaigns').select('id').where('id', '=', id).executeTakeFirst()
    if (campaign) await sendEmail({ ...deps, tx }, { kind: 'newsletter-test', ids: { campaignId: id }, recipient })
    return campaign && {}
  })

/** Turns a scheduled newsletter back into a draft. */
export const unscheduleCampaign = (deps: Deps, actor: Actor, id: string) =>
  act(deps, actor, id, 'newsletter.unscheduled', async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `newsletter:${id}`)
    const before = await describeStart(tx, id)
    const unscheduled = await update(tx, id, { state: 'draft', startsAt: null, pausedWhy: null }, ({ or, eb, and }) =>
      or([eb('state', '=', 'scheduled'), and({ state: 'paused', pausedWhy: 'late' })]),
    )
    return unscheduled && { detail: describeChange(before, 'not scheduled') }
  })

/** Emails that are being sent still arrive. */
export const pauseCampaign = (deps: Deps, actor: Actor, id: string) =>
  act(deps, actor, id, 'newsletter.paused', (tx) =>
    update(tx, id, { state: 'paused', pausedWhy: 'admin' }, ({ or, eb, and }) =>
      // Also one that waits for the mail server and would resume automatically.
      or([eb('state', '=', 'sending'), and({ state: 'paused', pausedWhy: 'mail-server' })]),
    ),
  )

/** Addresses that don't exist are counted on: the next stop comes after more of them. */
const goingOn = sql<number>`case when refused_for = 'no-mailbox' then refusals else 0 end`

export const resumeCampaign = (deps: Deps, actor: Actor, id: string) =>
  act(deps, actor, id, 'newsletter.resumed', async (tx) => {
    const resumed = await update(
      tx,
      id,
      { state: 'sending', pausedWhy: null, enqueued: 0, enqueuedTo: null, refusals: goingOn },
      ({ and, eb }) => and([eb('state', '=', 'paused'), eb('pausedWhy', '!=', 'late')]),
    )
    if (resumed) await enqueue(deps, tx, id)
    return resumed
  })

/** Stops sending for good: the remaining recipients do not get it. */
export const cancelCampaign = (deps: Deps, actor: Actor, id: string, now: number) =>
  act(deps, actor, id, 'newsletter.cancelled', (tx) =>
    update(tx, id, { state: 'cancelled', pausedWhy: null, endedAt: now }, ({ eb }) =>
      eb('state', 'in', ['sending', 'paused']),
    ),
  )

/** Sends the newsletter again to the failed recipients only, bounced ones included. */
export const retryFailedRecipients = (deps: Deps, actor: Actor, id: string, now: number) =>
  act(deps, actor, id, 'newsletter.retried', async (tx) => {
    const retried = await update(
      tx,
      id,
      { state: 'sending', requeueUntil: now, endedAt: null, refusals: 0 },
      ({ and, eb }) => and([eb('state', '=', 'done'), eb('failed', '>', 0)]),
    )
    if (retried) await enqueue(deps, tx, id)
    return retried
  })

/** Does the work and records it, both only if it changes something: a second press leaves no trace. */
const act = (deps: Deps, actor: Actor, id: string, name: NewsletterAct, work: Work) =>
  deps.database.transaction((tx) => actWithin({ ...deps, tx }, actor, id, name, work))

async function actWithin({ tx, vault }: Deps & { tx: Tx }, actor: Actor, id: string, name: NewsletterAct, work: Work) {
  const changed = await work(tx)
  if (changed) await recordAct({ tx, vault }, actor, { act: name, record: `newsletter:${id}`, detail: changed.detail })
  return changed !== undefined
}

type Work = (tx: Tx) => Promise<{ detail?: string } | undefined>

async function start(
  deps: Deps,
  actor: Actor,
  { id, over }: Pick<Schedule, 'id' | 'over'>,
  name: NewsletterAct,
  work: Work,
): Promise<Started> {
  const subscribers = deps.database.db.selectFrom('subscribers').select('id').where('state', '=', 'subscribed')
  if (!(await subscribers.limit(1).executeTakeFirst())) return { ok: false, reason: 'no-subscribers' }
  return deps.database.transaction(async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `newsletter:${id}`)
    const shown = await tx
      .selectFrom('campaigns')
      .select(['url', 'subject', 'intro', 'body'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (over !== undefined && over !== stampOf(shown)) return { ok: false, reason: 'changed-meanwhile' }
    if (!shown) return { ok: false, reason: 'unknown' }
    // Without a change it was started before.
    await actWithin({ ...deps, tx }, actor, id, name, work)
    return { ok: true }
  })
}

/** Returns undefined when the newsletter is in no state that allows the change. */
async function update(
  tx: Tx,
  id: string,
  changes: UpdateObject<Tables, 'campaigns'>,
  isAllowed: (campaign: ExpressionBuilder<Tables, 'campaigns'>) => Expression<SqlBool>,
) {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set(changes)
    .where('id', '=', id)
    .where(isAllowed)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? undefined : {}
}

const enqueue = ({ queue }: Deps, tx: Tx, id: string) => queue.ensure(tx, 'send-newsletter', { campaignId: id }, { id })

async function describeStart(tx: Tx, id: string) {
  const row = await tx.selectFrom('campaigns').select('startsAt').where('id', '=', id).executeTakeFirst()
  return row?.startsAt ? formatClinicMoment(row.startsAt, clinicTimeZone) : 'not scheduled'
}

const formatShownChecks = (shown: string[]) =>
  shown.length > 0 ? `Checks shown: ${shown.join(', ')}` : 'All checks green'

export async function findCampaign({ db }: Pick<Database, 'db'>, id: string): Promise<Campaign | undefined> {
  const row = await db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toCampaign(row)
}

/** Whether another newsletter with the same link was sent or is being sent. */
export async function wasSentBefore({ db }: Pick<Database, 'db'>, { id, url }: Pick<Campaign, 'id' | 'url'>) {
  const before = await db
    .selectFrom('campaigns')
    .select('id')
    .where('url', '=', url)
    .where('id', '!=', id)
    .where('state', 'in', ['sending', 'paused', 'done'])
    .limit(1)
    .executeTakeFirst()
  return before !== undefined
}

/** The newest first. */
export async function listCampaigns({ db }: Pick<Database, 'db'>, most: number): Promise<Campaign[]> {
  const campaigns = db.selectFrom('campaigns').selectAll().orderBy('createdAt', 'desc').limit(most)
  return (await campaigns.execute()).map(toCampaign)
}

/** The latest ones whose sending began within an interval, the newest first. */
export async function listSentCampaigns(
  { db }: Pick<Database, 'db'>,
  { from, until }: { from: number; until: number },
  most: number,
): Promise<Campaign[]> {
  const campaigns = db.selectFrom('campaigns').selectAll().where('startedAt', '>=', from).where('startedAt', '<', until)
  return (await campaigns.orderBy('startedAt', 'desc').limit(most).execute()).map(toCampaign)
}

/** Newsletters that missed their time by so much, or that were refused so often, that the clinic decides, the oldest first. */
export async function findStoppedNewsletters({ db }: Pick<Database, 'db'>, why: 'late' | 'refused') {
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'subject', 'url', 'startsAt', 'startedAt', 'createdAt'])
    .where('state', '=', 'paused')
    .where('pausedWhy', '=', why)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ id, subject, url, startsAt, startedAt, createdAt }) => ({
    id,
    title: subject ?? url,
    at: startedAt ?? startsAt ?? createdAt,
  }))
}
