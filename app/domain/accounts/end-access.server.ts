import type { Tx } from '#app/database/tables.ts'

/**
 * In a database that comes from a backup: ends everybody's sign-ins, links to choose a password, and codes that were
 * waited for. A backup has those that were ended since, which may be why it was restored. Answers how many sign-ins
 * there were.
 */
export async function endAllAccess(tx: Tx): Promise<number> {
  const ended = await tx.deleteFrom('sessions').returning('id').execute()
  await tx.deleteFrom('verifications').execute()
  await tx.deleteFrom('admin_links').execute()
  return ended.length
}
