import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { type DataSubject, type Exported, type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import { multiLine, optionalField } from '#app/domain/shared/plain-text.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { PatientDeps } from './change-person.server.ts'
import { daysToAnswer, type RequestKind, type RequestOutcome } from './data-request.ts'
import { markIfMerged } from './mixed-records.server.ts'
import { openText } from './open-text.server.ts'
import type { Patient } from './patient.ts'
import { peopleLock } from './join-verified.server.ts'

export const requestText = multiLine({
  blank: 'Write what is wrong, and what it should say.',
  most: 4_000,
  tooLong: 'Enter at most 4,000 characters.',
})

/** Its name and the reason of an answer to a request. */
export const answerText = multiLine({
  blank: 'Write the reason, which the patient reads.',
  most: 4_000,
  tooLong: 'Enter at most 4,000 characters.',
})
export const optionalText = optionalField(requestText)

const requestRecord = (id: string) => ({ purpose: 'data request', id })
const answerRecord = (id: string) => ({ purpose: 'data request answer', id })

const dayMs = 86_400_000

export type NewRequest = {
  /** Of the form, so that a second press adds nothing. */
  id: string
  patientId: string
  kind: RequestKind
  way: 'online' | 'in-person' | 'phone' | 'mail' | 'email'
  text?: string | undefined
  receivedAt: number
}

export type RequestAdded = { ok: true } | { ok: false; reason: 'gone' | 'open-already' }

/** Enters a request, of which a person has one open erasure at most. Its days are counted from when it was received. */
export const addRequest = (
  { database, vault }: PatientDeps,
  actor: Actor,
  { id, patientId, kind, way, text, receivedAt }: NewRequest,
): Promise<RequestAdded> =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, peopleLock)
    const patient = await tx.selectFrom('patients').select('personId').where('id', '=', patientId).executeTakeFirst()
    if (!patient) return { ok: false, reason: 'gone' }
    if (await tx.selectFrom('dataRequests').select('id').where('id', '=', id).executeTakeFirst()) return { ok: true }
    if (kind === 'erasure' && (await findOpenErasure(tx, patient.personId)))
      return { ok: false, reason: 'open-already' }
    await markIfMerged(tx, patientId)
    const request = text ? await vault.seal(tx, requestRecord(id), text) : null
    const dueAt = receivedAt + daysToAnswer[kind] * dayMs
    const open = { outcome: null, decidedAt: null, decidedBy: null, answer: null }
    await tx
      .insertInto('dataRequests')
      .values({ id, patientId, kind, way, receivedAt, dueAt, enteredBy: actor.who, request, ...open })
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'request.entered', record: `patient:${patientId}`, detail: kind })
    return { ok: true }
  })

const findOpenErasure = (tx: Tx, personId: string) =>
  tx
    .selectFrom('dataRequests')
    .innerJoin('patients', 'patients.id', 'dataRequests.patientId')
    .select('dataRequests.id')
    .where('personId', '=', personId)
    .where('kind', '=', 'erasure')
    .where('decidedAt', 'is', null)
    .executeTakeFirst()

/** A copy that somebody took online: asked for and handed out at once. */
export async function noteCopyTaken(tx: Tx, { id, patientId, now }: { id: string; patientId: string; now: number }) {
  const { who } = patientActor
  const done = { outcome: 'done' as const, decidedAt: now, decidedBy: who, answer: null }
  const request = { kind: 'access' as const, way: 'online' as const, receivedAt: now, dueAt: now, request: null }
  await tx
    .insertInto('dataRequests')
    .values({ id, patientId, enteredBy: who, ...request, ...done })
    .execute()
}

const columns = ['id', 'kind', 'way', 'receivedAt', 'dueAt', 'outcome', 'decidedAt'] as const

/** A person's requests, open ones first, without what was written. */
export const listRequestsOf = async (db: Db, { records }: Pick<Patient, 'records'>) => {
  const rows = await db
    .selectFrom('dataRequests')
    .select(columns)
    .select((row) => row('request', 'is not', null).as('hasText'))
    .where(
      'patientId',
      'in',
      records.map(({ id }) => id),
    )
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .execute()
  const open = rows.filter(({ decidedAt }) => decidedAt === null)
  return [...open, ...rows.filter(({ decidedAt }) => decidedAt !== null)]
}

/** Opens what was written, for those who decide. The audit entry comes first. */
export const readRequests = ({ database, vault }: PatientDeps, actor: Actor, { id, records }: Patient) =>
  database.transaction(async (tx) => {
    await recordAct({ tx, vault }, actor, { act: 'request.read', record: `patient:${id}` })
    return openTexts(
      { db: tx, vault },
      records.map((record) => record.id),
    )
  })

async function openTexts({ db, vault }: { db: Db; vault: Pick<Vault, 'tryOpen'> }, recordIds: readonly string[]) {
  const rows = await db
    .selectFrom('dataRequests')
    .select([...columns, 'request', 'answer'])
    .where('patientId', 'in', recordIds)
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .execute()
  const opened = []
  for (const { request, answer, ...row } of rows)
    opened.push({
      ...row,
      request: request ? await openText({ db, vault }, requestRecord(row.id), request) : undefined,
      answer: answer ? await openText({ db, vault }, answerRecord(row.id), answer) : undefined,
    })
  return opened
}

export async function exportRequests(
  deps: { db: Db; vault: Pick<Vault, 'tryOpen'> },
  { recordIds }: DataSubject,
): Promise<Exported> {
  const rows = await openTexts(deps, recordIds)
  const items = rows.map(({ kind, way, receivedAt, dueAt, outcome, decidedAt, request, answer }): ExportItem => ({
    kind,
    receivedAt: toInstant(receivedAt),
    received: way,
    text: request,
    answerDueAt: decidedAt === null ? toInstant(dueAt) : undefined,
    outcome: outcome ?? undefined,
    answeredAt: decidedAt === null ? undefined : toInstant(decidedAt),
    answer,
  }))
  return { items, ids: rows.map(({ id }) => id) }
}

export type Decision = {
  id: string
  /** Erasing is what decides that an erasure is done, so nothing else may. */
  kinds: readonly RequestKind[]
  outcome: RequestOutcome
  answer?: string | undefined
  now: number
}

type DecideDeps = PatientDeps & { queue: Queue; mailDomain: string; emailsLeave: boolean }

/** Decides an open request of a person's records, and emails the patient that there is an answer. */
export const decideRequest = (
  deps: DecideDeps,
  actor: Actor,
  { recordIds, ...decision }: Decision & { recordIds: readonly string[] },
): Promise<{ ok: boolean }> =>
  deps.database.transaction(async (tx) => {
    const decided = await decideWithin({ ...deps, tx }, actor, { recordIds, ...decision })
    if (!decided) return { ok: false }
    const { patientId } = decided
    const record = tx.selectFrom('patients').select('email').where('id', '=', patientId)
    const recipient = (await record.executeTakeFirst())?.email
    if (recipient && deps.emailsLeave)
      await sendEmail({ ...deps, tx }, { kind: 'data-request-answered', ids: { requestId: decision.id }, recipient })
    return { ok: true }
  })

/** Undefined if the request is not one of these records, or was decided before. */
export async function decideWithin(
  { tx, vault }: { tx: Tx; vault: Vault },
  actor: Actor,
  { id, recordIds, kinds, outcome, answer, now }: Decision & { recordIds: readonly string[] },
) {
  const request = await tx
    .updateTable('dataRequests')
    .set({ outcome, decidedAt: now, decidedBy: actor.who })
    .where('id', '=', id)
    .where('patientId', 'in', recordIds)
    .where('kind', 'in', kinds)
    .where('decidedAt', 'is', null)
    .returning(['patientId', 'kind'])
    .executeTakeFirst()
  if (!request?.patientId) return undefined
  if (answer) {
    const sealed = await vault.seal(tx, answerRecord(id), answer)
    await tx.updateTable('dataRequests').set({ answer: sealed }).where('id', '=', id).execute()
  }
  const { patientId, kind } = request
  await recordAct({ tx, vault }, actor, {
    act: 'request.decided',
    record: `patient:${patientId}`,
    detail: `${kind}: ${outcome}`,
  })
  return { patientId, kind }
}

export const isAnswered = async (db: Db, id: string) =>
  (await db
    .selectFrom('dataRequests')
    .select('id')
    .where('id', '=', id)
    .where('decidedAt', 'is not', null)
    .where('patientId', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Those to be answered next first; those that are overdue before them. */
export async function listOpenRequests(db: Db, most: number) {
  const open = db
    .selectFrom('dataRequests')
    .innerJoin('patients', 'patients.id', 'dataRequests.patientId')
    .where('decidedAt', 'is', null)
  const items = await open
    .select(['dataRequests.id', 'personId', 'kind', 'name', 'dueAt as at'])
    .orderBy('dueAt')
    .orderBy('dataRequests.id')
    .limit(most)
    .execute()
  const { count } = await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { items, count: Number(count) }
}

/** Requests go with their record's notes to the latest record; with the last one they lose name and text. */
export async function releaseRequests(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> },
  patientId: string,
  heirId: string | undefined,
) {
  const all = tx.updateTable('dataRequests').where('patientId', '=', patientId)
  if (heirId) return void (await all.set({ patientId: heirId }).execute())
  const released = await all.set({ patientId: null, request: null, answer: null }).returning('id').execute()
  for (const { id } of released) await destroyTexts({ tx, vault }, id)
}

async function destroyTexts({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> }, id: string) {
  await vault.destroy(tx, requestRecord(id))
  await vault.destroy(tx, answerRecord(id))
}

const batchSize = 100
/** What HIPAA lets a clinic keep of its decisions: six years, 45 CFR 164.530(j). */
const keptMs = 2_192 * dayMs

/** Decided requests, and those whose patient was erased, six years later. Other open ones stay until somebody decides. */
export const deleteOldRequests = ({ database, vault }: { database: Database; vault: Vault }, now: number) =>
  inBatches(database, batchSize, async (tx) => {
    const old = await tx
      .selectFrom('dataRequests')
      .select('id')
      .where((row) =>
        row.or([
          row('decidedAt', '<', now - keptMs),
          row.and([row('patientId', 'is', null), row('receivedAt', '<', now - keptMs)]),
        ]),
      )
      .limit(batchSize)
      .execute()
    for (const { id } of old) await destroyTexts({ tx, vault }, id)
    const ids = old.map(({ id }) => id)
    await tx.deleteFrom('dataRequests').where('id', 'in', ids).execute()
    return old.length
  })
