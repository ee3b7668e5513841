import type { Db } from '#app/database/tables.ts'
import { type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { isSignature } from './form.ts'
import { listSignedForms, openSigned } from './signed-forms.server.ts'

/** What was filled in before an appointment, for a person's copy. The caller has recorded that it is opened. */
export async function exportForms(
  { db, vault }: { db: Db; vault: Pick<Vault, 'tryOpen'> },
  appointmentId: string,
): Promise<ExportItem[]> {
  const items: ExportItem[] = []
  for (const { id, state, version, textHash, signedAt } of await listSignedForms(db, [appointmentId])) {
    const opened = state === 'signed' ? await openSigned({ db, vault }, { id, appointmentId }) : undefined
    const form = opened === 'unreadable' ? undefined : opened
    items.push({
      form: form?.text.name,
      signedAt: toInstant(signedAt),
      onPaper: state === 'paper' || undefined,
      version,
      fingerprint: textHash,
      text: form?.text.introduction,
      answers: form?.text.fields.map(({ label }, index): ExportItem => {
        const answer = form.answers[index] ?? ''
        if (!isSignature(answer)) return { question: label, answer }
        return { question: label, answer: answer.name, drawing: answer.drawn || undefined }
      }),
    })
  }
  return items
}
