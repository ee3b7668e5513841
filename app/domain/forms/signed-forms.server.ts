import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { eraseFormDrafts } from './form-drafts.server.ts'
import type { Answer, FormText } from './form.ts'
import { parseFormText, saveFormText } from './form-text.server.ts'
import { digestAnswers, type SealedAnswers, sealable, toProof, toProofDetail } from './proof.server.ts'

type Row = Selectable<Tables['signedForms']>

/** Without the answers. */
export type SignedForm = Pick<Row, 'id' | 'appointmentId' | 'formId' | 'version' | 'textHash' | 'signedAt'> & {
  state: 'signed' | 'paper'
}

/** Names the key of the answers in the vault. */
const formRecord = (id: string) => ({ purpose: 'signed form', id })

/** What is in force of these appointments, the earliest first. */
export async function listSignedForms(db: Db, appointmentIds: readonly string[]): Promise<SignedForm[]> {
  const rows = await db
    .selectFrom('signedForms')
    .select(['id', 'appointmentId', 'formId', 'version', 'textHash', 'signedAt', 'state'])
    .where('appointmentId', 'in', appointmentIds)
    .where('endedAt', 'is', null)
    .orderBy('signedAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, state: row.state === 'paper' ? 'paper' : 'signed' }))
}

/** For a query: the appointments with answers. */
export const appointmentsWithAnswers = (db: Db) =>
  db.selectFrom('signedForms').select('appointmentId').where('sealed', 'is not', null)

type Deps = { tx: Tx; vault: Vault }

export type NewSignature = {
  appointmentId: string
  formId: string
  text: FormText
  version: number
  answers: Answer[]
  now: number
}

/** Seals what was filled in, and binds it to the text in the audit trail. Ends what it replaces. */
export async function saveSigned(
  { tx, vault }: Deps,
  { appointmentId, formId, text, version, answers, now }: NewSignature,
) {
  await endCurrent({ tx, vault }, { appointmentId, formId, state: 'replaced', now })
  await eraseFormDrafts({ tx, vault }, { appointmentId, formId })
  const content = sealable(answers)
  const digest = digestAnswers(content)
  const textHash = await saveFormText(tx, text, now)
  const proof = toProof({ textHash, digest, appointmentId, signedAt: now })
  const id = randomUUID()
  const sealed = await vault.seal(tx, formRecord(id), JSON.stringify(content))
  await tx
    .insertInto('signedForms')
    .values({ id, appointmentId, formId, state: 'signed', version, textHash, sealed, digest, signedAt: now, proof })
    .execute()
  const detail = toProofDetail(proof)
  await recordAct({ tx, vault }, patientActor, { act: 'form.signed', record: `appointment:${appointmentId}`, detail })
  return id
}

type Mark = Omit<NewSignature, 'answers'>

/** That it was filled in on paper. What the patient sent before stays, so it is refused then. */
export async function markOnPaper(
  { tx, vault }: Deps,
  actor: Actor,
  { appointmentId, formId, text, version, now }: Mark,
) {
  if (await findCurrent(tx, appointmentId, formId)) return false
  await eraseFormDrafts({ tx, vault }, { appointmentId, formId })
  const textHash = await saveFormText(tx, text, now)
  await tx
    .insertInto('signedForms')
    .values({ id: randomUUID(), appointmentId, formId, state: 'paper', version, textHash, signedAt: now })
    .execute()
  await recordAct({ tx, vault }, actor, { act: 'form.on-paper', record: `appointment:${appointmentId}` })
  return true
}

/** False if it isn't marked. */
export async function takeBackPaper(
  { tx, vault }: Deps,
  actor: Actor,
  { appointmentId, formId, now }: { appointmentId: string; formId: string; now: number },
) {
  const current = await findCurrent(tx, appointmentId, formId)
  if (current?.state !== 'paper') return false
  await endCurrent({ tx, vault }, { appointmentId, formId, state: 'taken-back', now })
  await recordAct({ tx, vault }, actor, { act: 'form.paper-undone', record: `appointment:${appointmentId}` })
  return true
}

export const findCurrent = (db: Db, appointmentId: string, formId: string) =>
  db
    .selectFrom('signedForms')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .where('formId', '=', formId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()

type End = { appointmentId: string; formId?: string; state: 'replaced' | 'taken-back' | 'erased'; now: number }

async function endCurrent(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> },
  { appointmentId, formId, state, now }: End,
) {
  const ended = await tx
    .updateTable('signedForms')
    .set({ state, endedAt: now, sealed: null })
    .where('appointmentId', '=', appointmentId)
    .$if(formId !== undefined, (query) => query.where('formId', '=', formId!))
    .where('endedAt', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) await vault.destroy(tx, formRecord(id))
}

/** Destroys the keys too. What is left says when a form of which version was signed, and not by whom. */
export async function eraseForms(deps: { tx: Tx; vault: Pick<Vault, 'destroy'> }, appointmentId: string, now: number) {
  await eraseFormDrafts(deps, { appointmentId })
  await endCurrent(deps, { appointmentId, state: 'erased', now })
}

/** 'text', 'answers', 'proof': what is no longer as it was signed. */
export type FormFault = 'text' | 'answers' | 'proof'

export type OpenedForm = Pick<Row, 'formId' | 'version' | 'textHash' | 'signedAt'> & {
  text: FormText
  answers: Answer[]
  /** Undefined: as it was signed. */
  fault: FormFault | undefined
}

/** The answers with the text that they were given to; 'unreadable' after a restore, if their key was destroyed since. */
export async function openSigned(
  { db, vault }: { db: Db; vault: Pick<Vault, 'tryOpen'> },
  { id, appointmentId }: { id: string; appointmentId: string },
) {
  const row = await db
    .selectFrom('signedForms')
    .innerJoin('formTexts', 'formTexts.hash', 'signedForms.textHash')
    .selectAll('signedForms')
    .select('formTexts.text')
    .where('id', '=', id)
    .where('appointmentId', '=', appointmentId)
    .executeTakeFirst()
  if (!row?.sealed) return undefined
  const content = await openAnswers({ db, vault }, { id, sealed: row.sealed })
  if (!content) return 'unreadable' as const
  const text = parseFormText(row.text, row.textHash)
  return {
    ...{ formId: row.formId, version: row.version, textHash: row.textHash, signedAt: row.signedAt },
    // An altered text is shown too, beside a warning.
    text: text ?? (JSON.parse(row.text) as FormText),
    answers: content.answers,
    fault: findFault(row, content, text !== undefined),
  } satisfies OpenedForm
}

/** Undefined: they don't open. */
export async function openAnswers(
  { db, vault }: { db: Db; vault: Pick<Vault, 'tryOpen'> },
  { id, sealed }: { id: string; sealed: Uint8Array },
) {
  const opened = await vault.tryOpen(db, formRecord(id), sealed)
  return opened === undefined || opened === 'unreadable' ? undefined : (JSON.parse(opened.toString()) as SealedAnswers)
}

/** What of a row is no longer as it was signed. */
export function findFault(
  {
    appointmentId,
    textHash,
    digest,
    signedAt,
    proof,
  }: Pick<Row, 'appointmentId' | 'textHash' | 'digest' | 'signedAt' | 'proof'>,
  content: SealedAnswers,
  isTextWhole: boolean,
): FormFault | undefined {
  if (!isTextWhole) return 'text'
  if (digest === null || digestAnswers(content) !== digest) return 'answers'
  return toProof({ textHash, digest, appointmentId, signedAt }) === proof ? undefined : 'proof'
}
