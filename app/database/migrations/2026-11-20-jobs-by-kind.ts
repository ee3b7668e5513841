import type { Migration } from '#app/database/migrate.server.ts'

/** Ten thousand waiting letters must not stand between a worker and the one job of another kind. */
export const jobsByKind: Migration['up'] = async (tx) => {
  await tx.schema.dropIndex('jobs_due').execute()
  await tx.schema.createIndex('jobs_due').on('jobs').columns(['state', 'kind', 'run_at']).execute()
}
