import type { Db } from '#app/database/tables.ts'
import { type DataSubject, type Exported, type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { openText } from './open-text.server.ts'
import { toContact } from './patient-fields.ts'
import { noteRecord } from './notes.server.ts'

type Deps = { db: Db; vault: Pick<Vault, 'tryOpen'> }

/** Contact, tags and notes. Notes of both kinds are the patient's to see: they are what we hold about their care. */
export async function exportRecords({ db, vault }: Deps, { recordIds }: DataSubject): Promise<Exported> {
  const records = await db.selectFrom('patients').selectAll().where('id', 'in', recordIds).orderBy('id').execute()
  const tags = await db.selectFrom('patientTags').selectAll().where('patientId', 'in', recordIds).execute()
  const notes = await db
    .selectFrom('patientNotes')
    .selectAll()
    .where('patientId', 'in', recordIds)
    .orderBy('writtenAt')
    .orderBy('id')
    .execute()
  const items: ExportItem[] = []
  for (const { id, emailProved, ...row } of records) {
    const own = notes.filter(({ patientId }) => patientId === id)
    const opened: ExportItem[] = []
    for (const note of own)
      opened.push({
        kind: note.audience === 'clinical' ? 'clinical' : 'front desk',
        writtenAt: toInstant(note.writtenAt),
        text: await openText({ db, vault }, noteRecord(note.id), note.sealed),
      })
    items.push({
      ...toContact(row),
      emailConfirmedByLink: emailProved === 1,
      tags: tags.filter(({ patientId }) => patientId === id).map(({ tag }) => tag),
      notes: opened,
    })
  }
  return { items }
}
