import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { TextFailure, TextStatus } from '#app/integrations/text-messages/text-messages.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { TextPurpose } from '#content/text-messages.ts'
import { type Consenter, deleteConsentsAt, endConsents, findConsent, type TextRecord } from './consents.server.ts'
import { toGsm } from './gsm.ts'
import { quietUntil } from './quiet-hours.ts'

type Row = Selectable<Tables['textMessages']>
export type TextKind = Row['kind']

/** What a kind of text needs to be sent: the domain that it is about says it. */
export type TextSource = {
  purpose: TextPurpose
  /** Undefined: it is no longer due. */
  write(tx: Tx, about: { record: TextRecord; id: string }, now: number): Promise<(Consenter & Draft) | undefined>
}

type Draft = { number: string; text: string }

type NewText = Pick<Row, 'id' | 'kind' | 'record'> & { sendAt?: number | undefined; now: number }

/** Accepts a text in the transaction of its cause, to be sent at once or later. One that is accepted already stays as it is. */
export async function acceptText(
  { tx, queue }: { tx: Tx; queue: Pick<Queue, 'enqueueAll'> },
  { id, kind, record, sendAt, now }: NewText,
) {
  const accepted = await tx
    .insertInto('textMessages')
    .values({ id, kind, record, state: 'waiting', acceptedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (accepted) await queue.enqueueAll(tx, 'send-text', [{ id: jobId(id), payload: { textId: id }, runAt: sendAt }])
}

const jobId = (id: string) => `text ${id}`

/** Takes back a text that no worker has begun to send. False if one has. */
export async function cancelText({ tx, queue }: { tx: Tx; queue: Pick<Queue, 'cancel'> }, id: string) {
  const text = await tx.selectFrom('textMessages').select('id').where('id', '=', id).executeTakeFirst()
  if (!text) return true
  const unsent = await queue.cancel(tx, tx.selectFrom('jobs').select('id').where('id', '=', jobId(id)))
  if (unsent.length > 0) await tx.deleteFrom('textMessages').where('id', '=', id).execute()
  return unsent.length > 0
}

/** Long enough that the service lists what it accepted. */
const listedAfterMs = 2 * 60_000

export type Turn =
  | { state: 'over' }
  | { state: 'later'; at: number }
  /** An earlier try may have sent it: its answer is not known. */
  | ({ state: 'ask'; triedAt: number } & Draft)
  /** Claimed: from now on it counts as perhaps sent. */
  | ({ state: 'send' } & Draft)

type Chance = {
  id: string
  sources: Record<TextKind, TextSource>
  timeZone: string
  now: number
  /** The service says that the earlier try sent nothing. */
  isUnsent?: boolean
}

/** What to do about a text now. Claims it in this transaction before it is sent. */
export async function claimText(tx: Tx, { id, sources, timeZone, now, isUnsent }: Chance): Promise<Turn> {
  const row = await tx.selectFrom('textMessages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.endedAt !== null) return { state: 'over' }
  const { number, text, triedAt } = row
  if (row.state === 'sending' && !isUnsent && number && text && triedAt) {
    const listedAt = triedAt + listedAfterMs
    return listedAt > now ? { state: 'later', at: listedAt } : { state: 'ask', number, text, triedAt }
  }
  const { purpose, write } = sources[row.kind]
  const written = await write(tx, row, now)
  if (!written) return drop(tx, id, 'not-due', now)
  if (!(await findConsent(tx, { ...written, purpose }))) return drop(tx, id, 'no-consent', now)
  const quiet = quietUntil(now, timeZone)
  if (quiet !== undefined) {
    await update(tx, id, { state: 'waiting' })
    return { state: 'later', at: quiet }
  }
  const draft = { number: written.number, text: toGsm(written.text) }
  await update(tx, id, { state: 'sending', triedAt: now, ...draft })
  return { state: 'send', ...draft }
}

async function drop(tx: Tx, id: string, reason: string, now: number): Promise<Turn> {
  await update(tx, id, { state: 'dropped', endedAt: now, reason })
  return { state: 'over' }
}

const update = (tx: Tx, id: string, values: Partial<Row>) =>
  tx.updateTable('textMessages').set(values).where('id', '=', id).execute()

/** The one of these ids of the service that is of no other text, as of two appointments of a family at one time. */
export async function findUnknown(db: Db, serviceIds: readonly string[]) {
  if (serviceIds.length === 0) return undefined
  const rows = await db.selectFrom('textMessages').select('serviceId').where('serviceId', 'in', serviceIds).execute()
  const known = new Set(rows.map(({ serviceId }) => serviceId))
  return serviceIds.find((each) => !known.has(each))
}

/** The service took it, which says nothing about the carrier yet. */
export async function recordAccepted(tx: Tx, { id, serviceId, now }: { id: string; serviceId: string; now: number }) {
  await update(tx, id, { state: 'accepted', serviceId, endedAt: now, reason: null })
}

const hourMs = 60 * 60_000
/** Carriers give their last word within three days. */
const followedMs = 3 * 24 * hourMs
const askedAtOnce = 50

/** Texts of which the service has not said the last word: each minute in their first hour, then every hour. */
export const listUnsettled = (db: Db, now: number) =>
  db
    .selectFrom('textMessages')
    .select(['id', 'number', 'serviceId'])
    .where('state', 'in', ['accepted', 'sent'])
    .where('settledAt', 'is', null)
    .where('serviceId', 'is not', null)
    .where('endedAt', '>', now - followedMs)
    .where(({ eb, or }) =>
      or([eb('endedAt', '>', now - hourMs), eb('checkedAt', 'is', null), eb('checkedAt', '<=', now - hourMs)]),
    )
    .orderBy(({ fn, val }) => fn.coalesce('checkedAt', val(0)))
    .limit(askedAtOnce)
    .execute()

/** What the service says became of a text that it took. */
export async function recordStatus(
  { tx, vault }: { tx: Tx; vault: Vault },
  { id, number }: { id: string; number: string | null },
  { status, reason, failure }: TextStatus,
  now: number,
) {
  const settledAt = status === 'delivered' || status === 'failed' ? now : null
  const state = status === 'delivered' ? 'sent' : status
  await update(tx, id, { state, checkedAt: now, settledAt, ...(reason !== undefined && { reason }) })
  if (failure === 'unsubscribed' && number) await endConsents({ tx, vault }, program, { number, by: 'service', now })
}

const week = 7 * 24 * hourMs

/** When a text failed last because the clinic's number is not registered with carriers; undefined once one was sent. */
export async function findUnregistered(db: Db, now: number): Promise<number | undefined> {
  const last = await db
    .selectFrom('textMessages')
    .select(['reason', 'checkedAt'])
    .where('checkedAt', '>', now - week)
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('acceptedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.reason === unregistered ? (last.checkedAt ?? undefined) : undefined
}

/** The code of a number that has no registration for texts from applications (10DLC). */
const unregistered = 'code-30034'

const program: Actor = { who: 'program', from: 'here' }

type Failed = { id: string; number: string; failure: TextFailure; reason: string; now: number }

export async function recordFailure(
  { tx, vault }: { tx: Tx; vault: Vault },
  { id, number, failure, reason, now }: Failed,
) {
  const isOver = isFinal(failure)
  if (isOver) await update(tx, id, { state: 'failed', reason, endedAt: now })
  else await update(tx, id, { reason, ...(failure !== 'perhaps-sent' && { state: 'waiting' as const }) })
  // The number's owner stopped texts at the service, which tells us only now.
  if (failure === 'unsubscribed') await endConsents({ tx, vault }, program, { number, by: 'service', now })
}

/** Trying again cannot help. */
export const isFinal = (failure: TextFailure) => failure === 'unsubscribed' || failure === 'bad-number'

/** After all tries. */
export const giveUp = (tx: Tx, id: string, now: number) =>
  tx
    .updateTable('textMessages')
    .set({ state: 'failed', endedAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute()

/** The first text whose last try failed because of the service, and that is still tried. */
export async function findTextTrouble(db: Db) {
  const row = await db
    .selectFrom('textMessages')
    .select(['acceptedAt', 'reason'])
    .where('state', 'in', ['waiting', 'sending'])
    .where('reason', 'is not', null)
    .orderBy('acceptedAt')
    .limit(1)
    .executeTakeFirst()
  return row ? { since: row.acceptedAt, reason: row.reason ?? '' } : {}
}

/** The latest of all. */
export const listLatestTexts = (db: Db, most: number) =>
  db.selectFrom('textMessages').selectAll().orderBy('acceptedAt', 'desc').orderBy('id').limit(most).execute()

export type ListedText = Pick<Row, 'id' | 'kind' | 'state' | 'acceptedAt' | 'number' | 'text' | 'endedAt' | 'reason'>

/** The latest first. */
export const listTextsAbout = (db: Db, record: TextRecord): Promise<ListedText[]> =>
  db
    .selectFrom('textMessages')
    .select(['id', 'kind', 'state', 'acceptedAt', 'number', 'text', 'endedAt', 'reason'])
    .where('record', '=', record)
    .orderBy('acceptedAt', 'desc')
    .execute()

/** With the consents that were given there; without any, no text is sent. */
export async function eraseTextsAbout(tx: Tx, record: TextRecord) {
  await deleteConsentsAt(tx, record)
  await tx.deleteFrom('textMessages').where('record', '=', record).execute()
}

const dayMs = 86_400_000

/** What texts said, after the time for which the bodies of emails are kept. */
export async function deleteOldTexts(
  {
    database,
    config,
  }: {
    database: { transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> }
    config: { emailBodyRetentionDays: number }
  },
  now: number,
) {
  if (config.emailBodyRetentionDays === 0) return
  await database.transaction((tx) =>
    tx
      .updateTable('textMessages')
      .set({ text: null })
      .where('acceptedAt', '<', now - config.emailBodyRetentionDays * dayMs)
      .where('endedAt', 'is not', null)
      .where('text', 'is not', null)
      .execute(),
  )
}
