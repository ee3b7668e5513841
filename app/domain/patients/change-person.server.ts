import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { forgetDistinct } from './distinct-patients.server.ts'
import { peopleLock } from './join-verified.server.ts'
import { addOpenings, endOpenings, endOpeningsOf } from './openings.server.ts'
import { findPatient } from './patients.server.ts'
import { refreshPerson } from './person-seen.server.ts'

export type PatientDeps = { database: Database; vault: Vault }

/** Each record with its person before and after. */
const moves = z.array(z.tuple([z.string(), z.string(), z.string()]))
type Moves = z.output<typeof moves>

export type PersonChanged =
  | { ok: true; changeId: string }
  /** 'changed-meanwhile': one of them was merged, split or erased since the page was loaded. */
  | { ok: false; reason: 'same' | 'changed-meanwhile' }

/**
 * Makes other people and a person one. Their appointments, notes and tags stay as they are, and show as the person's.
 * `opens`: records whose address then also opens what the others have; only health readers choose any.
 */
export const mergePatients = (
  { database, vault }: PatientDeps,
  actor: Actor,
  { id, others, opens = [], now }: { id: string; others: readonly string[]; opens?: readonly string[]; now: number },
): Promise<PersonChanged> =>
  database.transaction(async (tx) => {
    if (others.includes(id)) return { ok: false, reason: 'same' }
    await database.takeAdvisoryLock(tx, peopleLock)
    const person = await findPatient(tx, id)
    const merged = await Promise.all(others.map((other) => findPatient(tx, other)))
    const isAsShown = person?.id === id && merged.every((other, index) => other?.id === others[index])
    if (!isAsShown || merged.length === 0) return { ok: false, reason: 'changed-meanwhile' }
    await forgetDistinct(tx, [id, ...others])
    const moved = merged.flatMap((other) => other?.records ?? [])
    const change = moved.map((record): Moves[number] => [record.id, record.personId, id])
    const changeId = await changePeople(tx, { kind: 'merge', personId: id, moves: change, now })
    const people = [person.records, ...merged.map((other) => other?.records ?? [])]
    const opening = await addOpenings(tx, { changeId, people, chosen: opens })
    const addresses = people.flat().flatMap((record) => (opening.has(record.id) ? record.email : []))
    const detail = [others.join(', '), addresses.length > 0 && `opened to ${addresses.join(', ')}`]
    await recordAct({ tx, vault }, actor, {
      act: 'patient.merged',
      record: `patient:${id}`,
      detail: detail.filter(Boolean).join('; '),
    })
    return { ok: true, changeId }
  })

/** Makes a record that was merged into a person one of its own again. */
export const splitRecord = (
  { database, vault }: PatientDeps,
  actor: Actor,
  { id, recordId, now }: { id: string; recordId: string; now: number },
): Promise<PersonChanged> =>
  database.transaction(async (tx) => {
    if (recordId === id) return { ok: false, reason: 'same' }
    await database.takeAdvisoryLock(tx, peopleLock)
    const person = await findPatient(tx, id)
    if (person?.id !== id || !person.records.some((record) => record.id === recordId))
      return { ok: false, reason: 'changed-meanwhile' }
    const changeId = await splitWithin({ tx, vault }, actor, { personId: id, recordId, now })
    return { ok: true, changeId }
  })

/** The caller holds the lock, and knows that the record was the person's. Nothing joins it again by itself. */
export async function splitWithin(
  { tx, vault }: { tx: Tx; vault: Vault },
  actor: Actor,
  { personId, recordId, now }: { personId: string; recordId: string; now: number },
) {
  await tx.updateTable('patients').set({ apart: 1 }).where('id', '=', recordId).execute()
  await endOpenings(tx, recordId)
  const change: Moves = [[recordId, personId, recordId]]
  const changeId = await changePeople(tx, { kind: 'split', personId, moves: change, now })
  await recordAct({ tx, vault }, actor, { act: 'patient.split', record: `patient:${personId}`, detail: recordId })
  return changeId
}

type Change = { kind: Tables['patientChanges']['kind']; personId: string; moves: Moves; now: number }

async function changePeople(tx: Tx, { kind, personId, moves: change, now }: Change) {
  const id = randomUUID()
  await move(tx, change)
  await tx
    .insertInto('patientChanges')
    .values({ id, kind, personId, moves: JSON.stringify(change), at: now, undoneAt: null })
    .execute()
  return id
}

async function move(tx: Tx, change: Moves) {
  for (const [record, , personId] of change)
    await tx.updateTable('patients').set({ personId }).where('id', '=', record).execute()
  for (const person of new Set(change.flatMap(([, before, after]) => [before, after]))) await refreshPerson(tx, person)
}

/** Takes back a merge or a split, if its records are still where it put them. */
export const undoPersonChange = (
  { database, vault }: PatientDeps,
  actor: Actor,
  { changeId, now }: { changeId: string; now: number },
): Promise<PersonChanged> =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, peopleLock)
    const change = await tx
      .selectFrom('patientChanges')
      .selectAll()
      .where('id', '=', changeId)
      .where('undoneAt', 'is', null)
      .executeTakeFirst()
    const made = change && moves.parse(JSON.parse(change.moves))
    if (!made || !(await isStillSo(tx, made))) return { ok: false, reason: 'changed-meanwhile' }
    await move(
      tx,
      made.map(([record, before, after]) => [record, after, before]),
    )
    await tx.updateTable('patientChanges').set({ undoneAt: now }).where('id', '=', changeId).execute()
    await endOpeningsOf(tx, changeId)
    const record = `patient:${change.personId}` as const
    await recordAct({ tx, vault }, actor, { act: 'patient.change-undone', record, detail: change.kind })
    return { ok: true, changeId }
  })

/** The records are where the change put them, and those that stand for the people before are there. */
async function isStillSo(tx: Tx, made: Moves) {
  const ids = [...new Set(made.flat())]
  const rows = await tx.selectFrom('patients').select(['id', 'personId']).where('id', 'in', ids).execute()
  const people = new Map(rows.map(({ id, personId }) => [id, personId]))
  const isMoved = (id: string) => made.some(([record]) => record === id)
  return made.every(
    ([record, before, after]) => people.get(record) === after && (isMoved(before) || people.get(before) === before),
  )
}

/** The latest changes of a person that can be taken back. */
export async function listPersonChanges(db: Db, personId: string) {
  return db
    .selectFrom('patientChanges')
    .select(['id', 'kind', 'at'])
    .where('personId', '=', personId)
    .where('undoneAt', 'is', null)
    .orderBy('at', 'desc')
    .limit(5)
    .execute()
}
