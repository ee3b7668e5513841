import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** One word for one thing: an email was called a letter in tables, jobs and checks. */
export const emails: Migration['up'] = async (tx) => {
  await tx.schema.alterTable('letters').renameTo('emails').execute()
  await tx.schema.alterTable('today_letters').renameTo('today_emails').execute()
  await sql`update emails set trouble = 'email' where trouble = 'letter'`.execute(tx)
  await sql`update jobs set payload = replace(payload, '"letterId"', '"emailId"')
    where kind in ('send-letter', 'send-newsletter-email')`.execute(tx)
  await sql`update jobs set kind = 'send-email' where kind = 'send-letter'`.execute(tx)
  await sql`update jobs set kind = 'morning-email', unique_key = 'morning-email'
    where kind = 'morning-letter'`.execute(tx)
  await sql`delete from red_checks where check_id = 'letters'`.execute(tx)
}
