import type { Migration } from '#app/database/migrate.server.ts'

/** Posts stay when their feed no longer brings them; author and length are known from the next reading on. */
export const earlierPosts: Migration['up'] = async (tx) => {
  await tx.schema
    .alterTable('blog_posts')
    .addColumn('in_feed', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await tx.schema.alterTable('blog_posts').addColumn('author', 'text').execute()
  await tx.schema.alterTable('blog_posts').addColumn('words', 'integer').execute()
}
