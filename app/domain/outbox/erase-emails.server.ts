import type { Db, Tx } from '#app/database/tables.ts'

// Emails of newsletters are not among these: domain/newsletter takes the names out of them.

/** Each id is looked for in every email, so a statement takes some of them only. */
const atOnce = 20

/** Deletes every email about these records, to whomever it went; jobs that still wait for one find nothing to do. */
export async function eraseEmailsAbout(tx: Tx, recordIds: string[]) {
  for (const ids of inPortions(recordIds))
    await tx
      .deleteFrom('emails')
      .where('campaignId', 'is', null)
      .where((email) => email.or(ids.map((id) => email('ids', 'like', `%"${id}"%`))))
      .execute()
}

/** The same with every email to an address. */
export async function erasePersonsEmails(tx: Tx, { email, recordIds }: { email?: string; recordIds: string[] }) {
  if (email) await tx.deleteFrom('emails').where('recipient', '=', email).where('campaignId', 'is', null).execute()
  await eraseEmailsAbout(tx, recordIds)
}

/** How many emails `erasePersonsEmails` deletes. */
export async function countPersonsEmails(db: Db, { email, recordIds }: { email?: string; recordIds: string[] }) {
  const found = new Set<string>()
  const add = (rows: { id: string }[]) => rows.forEach(({ id }) => found.add(id))
  const emails = db.selectFrom('emails').select('id').where('campaignId', 'is', null)
  if (email) add(await emails.where('recipient', '=', email).execute())
  for (const ids of inPortions(recordIds))
    add(await emails.where((one) => one.or(ids.map((id) => one('ids', 'like', `%"${id}"%`)))).execute())
  return found.size
}

const inPortions = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, index) => ids.slice(index * atOnce, (index + 1) * atOnce))

/** Every address to which an email went or is to go. */
export async function recipientsOfEmails(db: Db) {
  return (await db.selectFrom('emails').select('recipient').distinct().execute()).map(({ recipient }) => recipient)
}
