import type { Db } from '#app/database/tables.ts'
import type { LetterKind } from './letters.server.ts'

/** Emails to a patient's address about appointments that were accepted within the last hour; counts no further than `most`. */
export async function countEmailsTo(db: Db, recipient: string, most: number) {
  const rows = await db
    .selectFrom('letters')
    .select('id')
    .where('recipient', '=', recipient)
    .where('created_at', '>', Date.now() - 3_600_000)
    .where('kind', 'in', ['appointment', 'appointment-links'] satisfies LetterKind[])
    .limit(most)
    .execute()
  return rows.length
}
