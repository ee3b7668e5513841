import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import { findEntries } from '#app/domain/audit/entries.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { parseFormText } from './form-text.server.ts'
import { toProof, toProofDetail } from './proof.server.ts'
import { findFault, type FormFault, openAnswers } from './signed-forms.server.ts'

/** 'missing': the audit trail has a form that is not in its table; 'added': the other way round; 'unreadable': no key. */
type Fault = FormFault | 'missing' | 'added' | 'unreadable'

export type FormsState = {
  whole: number
  /** Their answers were replaced by the patient, or erased; their proof still fits. */
  ended: number
  faults: { fault: Fault; appointmentId: string }[]
}

const pageSize = 200

/** Compares every form that was signed with its text, its answers and the audit trail. */
export async function verifyForms({
  database: { db },
  vault,
}: {
  database: Pick<Database, 'db'>
  vault: Vault
}): Promise<FormsState> {
  const state: FormsState = { whole: 0, ended: 0, faults: [] }
  const recorded = new Set((await findEntries(db, 'form.signed')).map(toKey))
  /** Also one that was signed since. */
  async function isRecorded(appointmentId: string, proof: string) {
    const entry = { record: `appointment:${appointmentId}`, detail: toProofDetail(proof) }
    if (recorded.delete(toKey(entry))) return true
    return (await findEntries(db, 'form.signed', entry.record)).some(({ detail }) => detail === entry.detail)
  }
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('signedForms')
      .leftJoin('formTexts', 'formTexts.hash', 'signedForms.textHash')
      .selectAll('signedForms')
      .select('formTexts.text')
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const row of rows) {
      // On paper nothing was signed here.
      if (row.proof === null) continue
      const { id, appointmentId, textHash, digest, signedAt, proof, sealed } = row
      const say = (fault: Fault) => state.faults.push({ fault, appointmentId })
      const isTextWhole = row.text !== null && parseFormText(row.text, textHash) !== undefined
      if (!(await isRecorded(appointmentId, proof))) say('added')
      else if (!isTextWhole) say('text')
      else if (digest === null || toProof({ textHash, digest, appointmentId, signedAt }) !== proof) say('proof')
      else if (row.endedAt !== null) state.ended += 1
      else {
        const content = sealed && (await openAnswers({ db, vault }, { id, sealed }))
        const fault = content ? findFault(row, content, true) : 'unreadable'
        if (fault) say(fault)
        else state.whole += 1
      }
    }
    if (rows.length < pageSize) break
    after = rows.at(-1)?.id ?? ''
    // Requests are answered meanwhile.
    await yieldToEventLoop()
  }
  for (const left of recorded)
    state.faults.push({ fault: 'missing', appointmentId: left.replace(/^appointment:/, '').split(' ')[0]! })
  return state
}

const toKey = ({ record, detail }: { record: string | null; detail: string | null }) => `${record} ${detail}`
