import type { Db } from '#app/database/tables.ts'
import { type DataSubject, type Exported, toInstant } from '#app/domain/shared/data-subject.ts'

/** The subscriptions of a person's own addresses, with what shows that they asked for them. */
export async function exportSubscriptions({ db }: { db: Db }, { addresses }: DataSubject): Promise<Exported> {
  const rows = await db.selectFrom('subscribers').selectAll().where('email', 'in', addresses).orderBy('email').execute()
  const deleted = await db.selectFrom('deletedSubscribers').selectAll().where('email', 'in', addresses).execute()
  const lines = await db
    .selectFrom('subscriberImportLines')
    .select(['address', 'outcome', 'name', 'signedUp'])
    .where('address', 'in', addresses)
    .execute()
  const toItem = (row: (typeof rows)[number], status: string) => ({
    email: row.email,
    status,
    signedUpOnline: row.subscriptionDate === null ? undefined : toInstant(row.subscriptionDate),
    listedSince: toInstant(row.createdAt),
    nameInImportedFile: row.name ?? undefined,
    signedUpInImportedFile: row.signedUp ?? undefined,
    importedFrom: row.source ?? undefined,
  })
  return {
    items: [
      ...rows.map((row) => toItem(row, row.state)),
      ...deleted.map((row) => toItem(row, 'deleted')),
      ...lines.map(({ address, outcome, name, signedUp }) => ({
        email: address,
        lineOfImportedFile: outcome,
        nameInImportedFile: name ?? undefined,
        signedUpInImportedFile: signedUp ?? undefined,
      })),
    ],
    ids: rows.map(({ id }) => id),
  }
}
