import type { Selectable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import { type Actor, type KnownAct, recordAct } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { Campaign } from './campaign.ts'
import { draftChange } from './draft-change.ts'

type Deps = { database: Database; queue: Queue; vault: Vault }
type Draft = { id: string; url: string; subject?: string | undefined; intro?: string | undefined; now: number }
type Begun = { ok: true } | { ok: false; reason: 'unknown' | 'no-subscribers' }

/**
 * Keeps a newsletter to be reviewed; the same id again changes it. One that was sent is not changed any more: the
 * answer is false.
 */
export async function draftCampaign({ database, vault }: Deps, actor: Actor, { id, now, ...draft }: Draft) {
  const words = { url: draft.url, subject: draft.subject ?? null, intro: draft.intro ?? null }
  return database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, `newsletter:${id}`)
    const before = await tx
      .selectFrom('campaigns')
      .select(['url', 'subject', 'intro'])
      .where('id', '=', id)
      .executeTakeFirst()
    const kept = await tx
      .insertInto('campaigns')
      .values({ id, ...words, state: 'draft', createdAt: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(words).where('campaigns.state', '=', 'draft'))
      .returning('id')
      .executeTakeFirst()
    if (!kept) return false
    const detail = draftChange(before, words)
    await recordAct({ tx, vault }, actor, { act: 'newsletter.drafted', record: `newsletter:${id}`, detail })
    return true
  })
}

/**
 * Starts the run, at once and once: whoever presses again finds it begun. `shown`: which checks were not green when the
 * button was pressed.
 */
export const sendCampaign = (deps: Deps, actor: Actor, { id, now, shown }: Sending) =>
  begin(deps, actor, id, 'newsletter.sent', async (tx) => {
    const begun = await tx
      .updateTable('campaigns')
      .set({ state: 'sending', pausedWhy: null, startsAt: null, startedAt: now })
      .where('id', '=', id)
      .where(({ or, eb, and }) =>
        or([
          eb('state', 'in', ['draft', 'scheduled']),
          and([eb('state', '=', 'paused'), eb('pausedWhy', '=', 'late')]),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    if (begun) await deps.queue.ensure(tx, 'send-newsletter', { campaignId: id }, { id })
    return begun && { detail: shownAs(shown) }
  })

/** The same at a moment to come, in epoch milliseconds. */
export const scheduleCampaign = (deps: Deps, actor: Actor, { id, startsAt, shown }: Scheduling) =>
  begin(deps, actor, id, 'newsletter.scheduled', async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `newsletter:${id}`)
    const was = await startOf(tx, id)
    const begun = await tx
      .updateTable('campaigns')
      .set({ state: 'scheduled', startsAt })
      .where('id', '=', id)
      .where('state', 'in', ['draft', 'scheduled'])
      .returning('id')
      .executeTakeFirst()
    if (begun) await deps.queue.ensure(tx, 'send-newsletter', { campaignId: id }, { id, runAt: startsAt })
    return begun && { detail: `${describeChange(was, momentOf(startsAt))} ${shownAs(shown)}` }
  })

type NewsletterAct = Extract<KnownAct, `newsletter.${string}`>

type Sending = { id: string; now: number; shown: string[] }
type Scheduling = { id: string; startsAt: number; shown: string[] }

/** When it is to go out, for the audit trail. */
async function startOf(tx: Tx, id: string) {
  const row = await tx.selectFrom('campaigns').select('startsAt').where('id', '=', id).executeTakeFirst()
  return row?.startsAt ? momentOf(row.startsAt) : 'not scheduled'
}

const momentOf = (at: number) => formatClinicMoment(at, clinicTimeZone)
const shownAs = (shown: string[]) => (shown.length > 0 ? `Checks shown: ${shown.join(', ')}` : 'All checks green')

async function begin(
  { database, vault }: Deps,
  actor: Actor,
  id: string,
  act: NewsletterAct,
  change: (tx: Tx) => Promise<{ detail: string } | undefined>,
): Promise<Begun> {
  return database.transaction(async (tx): Promise<Begun> => {
    const someone = await tx.selectFrom('subscribers').select('id').where('state', '=', 'subscribed').limit(1).execute()
    if (someone.length === 0) return { ok: false, reason: 'no-subscribers' }
    const changed = await change(tx)
    if (changed) {
      await recordAct({ tx, vault }, actor, { act, record: `newsletter:${id}`, detail: changed.detail })
      return { ok: true }
    }
    const known = await tx.selectFrom('campaigns').select('id').where('id', '=', id).executeTakeFirst()
    return known ? { ok: true } : { ok: false, reason: 'unknown' }
  })
}

/** The email as everybody would get it, to one address. Answers false when there is no such newsletter. */
export const sendTestCampaign = (
  deps: Deps & { mailDomain: string },
  actor: Actor,
  { id, recipient }: { id: string; recipient: string },
) =>
  change(deps, actor, id, 'newsletter.tested', async (tx) => {
    const campaign = await tx.selectFrom('campaigns').select('id').where('id', '=', id).executeTakeFirst()
    if (campaign) await sendEmail({ ...deps, tx }, { kind: 'newsletter-test', ids: { campaignId: id }, recipient })
    return campaign
  })

/** A newsletter that was to go out later waits for a decision again. */
export const unscheduleCampaign = (deps: Deps, actor: Actor, id: string) =>
  change(deps, actor, id, 'newsletter.unscheduled', async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `newsletter:${id}`)
    const was = await startOf(tx, id)
    const unscheduled = await tx
      .updateTable('campaigns')
      .set({ state: 'draft', startsAt: null, pausedWhy: null })
      .where('id', '=', id)
      .where(({ or, eb, and }) =>
        or([eb('state', '=', 'scheduled'), and([eb('state', '=', 'paused'), eb('pausedWhy', '=', 'late')])]),
      )
      .returning('id')
      .executeTakeFirst()
    return unscheduled && { id, detail: describeChange(was, 'not scheduled') }
  })

/** Each email asks before it leaves; emails on their way get there. */
export const pauseCampaign = (deps: Deps, actor: Actor, id: string) =>
  change(deps, actor, id, 'newsletter.paused', (tx) =>
    tx
      .updateTable('campaigns')
      .set({ state: 'paused', pausedWhy: 'admin' })
      .where('id', '=', id)
      .where(({ or, eb, and }) =>
        // Also one that waits for the mail server and would go on by itself.
        or([eb('state', '=', 'sending'), and([eb('state', '=', 'paused'), eb('pausedWhy', '=', 'mail-server')])]),
      )
      .returning('id')
      .executeTakeFirst(),
  )

export const resumeCampaign = (deps: Deps, actor: Actor, id: string) =>
  change(deps, actor, id, 'newsletter.resumed', async (tx) => {
    const resumed = await tx
      .updateTable('campaigns')
      .set({ state: 'sending', pausedWhy: null, enqueued: 0, enqueuedTo: null })
      .where('id', '=', id)
      .where('state', '=', 'paused')
      .where('pausedWhy', '!=', 'late')
      .returning('id')
      .executeTakeFirst()
    if (resumed) await deps.queue.ensure(tx, 'send-newsletter', { campaignId: id }, { id })
    return resumed
  })

/** Ends it: who has not got it does not get it any more. */
export const cancelCampaign = (deps: Deps, actor: Actor, id: string, now: number) =>
  change(deps, actor, id, 'newsletter.cancelled', (tx) =>
    tx
      .updateTable('campaigns')
      .set({ state: 'cancelled', pausedWhy: null, endedAt: now })
      .where('id', '=', id)
      .where('state', 'in', ['sending', 'paused'])
      .returning('id')
      .executeTakeFirst(),
  )

/** Sends it once more to those, and only those, who failed; also where the mail server refused the address for good. */
export const retryFailedRecipients = (deps: Deps, actor: Actor, id: string, now: number) =>
  change(deps, actor, id, 'newsletter.retried', async (tx) => {
    const again = await tx
      .updateTable('campaigns')
      .set({ state: 'sending', requeueUntil: now, endedAt: null })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .where('failed', '>', 0)
      .returning('id')
      .executeTakeFirst()
    if (again) await deps.queue.ensure(tx, 'send-newsletter', { campaignId: id }, { id })
    return again
  })

/** An act that changes nothing, such as a second press, leaves no trace. */
const change = (
  { database, vault }: Deps,
  actor: Actor,
  id: string,
  act: NewsletterAct,
  work: (tx: Tx) => Promise<{ id: string; detail?: string } | undefined>,
) =>
  database.transaction(async (tx) => {
    const changed = await work(tx)
    if (changed) await recordAct({ tx, vault }, actor, { act, record: `newsletter:${id}`, detail: changed.detail })
    return changed !== undefined
  })

export async function findCampaign({ db }: Pick<Database, 'db'>, id: string): Promise<Campaign | undefined> {
  const row = await db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
  return row && campaignOf(row)
}

/** Whether a newsletter with the same link went out, or is going out. */
export async function wentOutBefore({ db }: Pick<Database, 'db'>, { id, url }: Pick<Campaign, 'id' | 'url'>) {
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
  const rows = await db.selectFrom('campaigns').selectAll().orderBy('createdAt', 'desc').limit(most).execute()
  return rows.map(campaignOf)
}

const campaignOf = (row: Selectable<Tables['campaigns']>): Campaign => ({
  id: row.id,
  url: row.url,
  subject: row.subject ?? undefined,
  intro: row.intro ?? undefined,
  state: row.state,
  pausedWhy: row.pausedWhy ?? undefined,
  gathered: row.gathered === 1,
  counts: {
    recipients: row.recipients,
    sent: row.sent,
    kept: row.kept,
    failed: row.failed,
    leftOut: row.leftOut,
    uncertain: row.uncertain,
  },
  startsAt: row.startsAt ?? undefined,
  createdAt: row.createdAt,
  startedAt: row.startedAt ?? undefined,
  endedAt: row.endedAt ?? undefined,
})
