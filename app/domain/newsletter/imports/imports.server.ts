import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { readAddressFile } from './address-file.server.ts'
import { copyWithoutSecrets } from './copy-without-secrets.server.ts'
import { inParts, saveFile } from './import-file.server.ts'
import { countOutcomes } from './import-lines.server.ts'
import type { ImportReading, Question } from './import-reading.ts'
import { blankHealth } from './health-words.ts'
import { isAsking, parseReading } from './read-import.server.ts'
import { blankSecrets } from './secret-text.server.ts'
import type { ImportState } from './subscriber-import.ts'

type Deps = { database: Database; queue: Queue; vault: Vault }

export type ImportRow = Tables['subscriberImports']

/**
 * Saves the file and enqueues its dry run; returns the import's id. What a newsletter's list must not have is taken out
 * before anything is stored.
 */
export async function receiveImport(
  { database, queue, vault }: Deps,
  actor: Actor,
  { file, name, now }: { file: Uint8Array; name: string; now: number },
) {
  const id = randomUUID()
  const fileName = blankHealth(blankSecrets(name))
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200)
    .toWellFormed()
  const row = { id, problem: null, throughLine: 0, lastLine: 0, createdAt: now, endedAt: null, fileName }
  const read = await readAddressFile(() => inParts(file))
  if (!read.ok) {
    const { problem, service } = read
    const reading = JSON.stringify({ service, offByName: false, questions: [] } satisfies ImportReading)
    await database.transaction(async (tx) => {
      const values = { ...row, state: 'refused', problem, endedAt: now, reading } as const
      await tx.insertInto('subscriberImports').values(values).execute()
      await recordAct({ tx, vault }, actor, { act: 'import.uploaded', record: `import:${id}` })
    })
    return id
  }
  const stored = await copyWithoutSecrets(file, read)
  await database.transaction((tx) =>
    tx
      .insertInto('subscriberImports')
      .values({ ...row, state: 'receiving' })
      .execute(),
  )
  await saveFile({ database }, id, stored)
  await database.transaction(async (tx) => {
    await updateImport(tx, id, ['receiving'], { state: 'checking' })
    await queue.enqueue(tx, 'import-subscribers', { importId: id })
    await recordAct({ tx, vault }, actor, { act: 'import.uploaded', record: `import:${id}` })
  })
  return id
}

/** Saves the clinic's answers and resumes the dry run. Returns false when there is no open question any more. */
export async function answerImport(
  { database, queue, vault }: Deps,
  actor: Actor,
  { id, questions }: { id: string; questions: Question[] },
) {
  return database.transaction(async (tx) => {
    const row = await findImport({ db: tx }, id)
    const reading = row && parseReading(row)
    if (!row || !reading || !isAsking(row)) return false
    const answers = JSON.stringify({ ...reading, questions } satisfies ImportReading)
    if (!(await updateImport(tx, id, ['checked'], { state: 'checking', reading: answers }))) return false
    await queue.enqueue(tx, 'import-subscribers', { importId: id })
    const on = questions.filter(({ answer }) => answer === 'on').length
    const detail = `${on} may be emailed, ${questions.length - on} may not`
    await recordAct({ tx, vault }, actor, { act: 'import.answered', record: `import:${id}`, detail })
    return true
  })
}

/** Adds the subscribers that the dry run found. Returns false when the import is not waiting for this decision. */
export async function startImport({ database, queue, vault }: Deps, actor: Actor, id: string) {
  return database.transaction(async (tx) => {
    const row = await findImport({ db: tx }, id)
    if (!row || isAsking(row)) return false
    if (!(await updateImport(tx, id, ['checked'], { state: 'importing' }))) return false
    await queue.enqueue(tx, 'import-subscribers', { importId: id })
    const { added } = await countOutcomes({ db: tx }, id)
    await recordAct({ tx, vault }, actor, {
      act: 'import.started',
      record: `import:${id}`,
      detail: added === 1 ? '1 address' : `${added} addresses`,
    })
    return true
  })
}

/** Deletes the file's data without importing it. */
export async function discardImport(
  { database, queue, vault }: Deps,
  actor: Actor,
  { id, now }: { id: string; now: number },
) {
  return database.transaction(async (tx) => {
    if (!(await updateImport(tx, id, ['checking', 'checked'], { state: 'discarded', endedAt: now }))) return false
    await queue.enqueue(tx, 'import-subscribers', { importId: id })
    await recordAct({ tx, vault }, actor, { act: 'import.discarded', record: `import:${id}` })
    return true
  })
}

/** The job failed for good: a dry run is rejected; an import can be started again and resumes. */
export async function recordImportFailure(tx: Tx, id: string, now: number) {
  await updateImport(tx, id, ['checking'], { state: 'refused', problem: 'failed', endedAt: now })
  await updateImport(tx, id, ['importing'], { state: 'checked' })
}

export async function findImport({ db }: { db: Db }, id: string): Promise<ImportRow | undefined> {
  // A URL may hold characters that a database rejects.
  if (!z.uuid().safeParse(id).success) return undefined
  return db.selectFrom('subscriberImports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Imports are deleted after a month, so there are never many. */
export const listImports = ({ db }: { db: Db }): Promise<ImportRow[]> =>
  db
    .selectFrom('subscriberImports')
    .selectAll()
    .where('state', 'not in', ['receiving', 'discarded'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

/** Returns false when the import is in none of the `from` states. */
export async function updateImport(
  tx: Tx,
  id: string,
  from: ImportState[],
  to: Partial<Omit<ImportRow, 'id'>>,
  /** How far the import must be, in case another worker has it too. */
  throughLine?: number,
) {
  let query = tx.updateTable('subscriberImports').set(to).where('id', '=', id).where('state', 'in', from)
  if (throughLine !== undefined) query = query.where('throughLine', '=', throughLine)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows === 1n
}
