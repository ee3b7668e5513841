import type { Migration } from '#app/database/migrate.server.ts'

/**
 * A newsletter can be a letter: `body` as it is written, `sent_body` as it is sent. A process of the last release sends
 * one as a newsletter of one link, to its page in the archive.
 */
export const newsletterLetters: Migration['up'] = async (tx) => {
  await tx.schema.alterTable('campaigns').addColumn('body', 'text').execute()
  await tx.schema.alterTable('campaigns').addColumn('sent_body', 'text').execute()
}
