import type { Db, Tx } from '#app/database/tables.ts'

// Emails of newsletters are not among these: domain/newsletter anonymizes them.

/** Each id is searched for in every email, so a statement takes only some of them. */
const batchSize = 20

/** Deletes every email about these records, their waiting jobs then find nothing to do. */
export async function eraseEmailsAbout(tx: Tx, recordIds: string[]) {
  for (const ids of toBatches(recordIds))
    await tx
      .deleteFrom('emails')
      .where('campaignId', 'is', null)
      .where((email) => email.or(ids.map((id) => email('ids', 'like', `%"${id}"%`))))
      .execute()
}

export async function erasePersonsEmails(tx: Tx, { email, recordIds }: { email?: string; recordIds: string[] }) {
  if (email) await tx.deleteFrom('emails').where('recipient', '=', email).where('campaignId', 'is', null).execute()
  await eraseEmailsAbout(tx, recordIds)
}

/** How many emails `erasePersonsEmails` deletes. */
export async function countPersonsEmails(db: Db, { email, recordIds }: { email?: string; recordIds: string[] }) {
  const emails = db.selectFrom('emails').select('id').where('campaignId', 'is', null)
  const found = email ? await emails.where('recipient', '=', email).execute() : []
  for (const ids of toBatches(recordIds))
    found.push(...(await emails.where((one) => one.or(ids.map((id) => one('ids', 'like', `%"${id}"%`)))).execute()))
  return new Set(found.map(({ id }) => id)).size
}

export const toBatches = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  )

export async function listEmailRecipients(db: Db) {
  return (await db.selectFrom('emails').select('recipient').distinct().execute()).map(({ recipient }) => recipient)
}
