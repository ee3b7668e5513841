import type { Database } from '#app/database/connection.server.ts'
import type { CopyState } from './continuous-copy.server.ts'

/** With the last test restore, and what was wrong. */
export type CopyHealth = CopyState & { drill?: { at: number; fault?: string | undefined } | undefined }

export async function findCopyDrill({ db }: Pick<Database, 'db'>): Promise<CopyHealth['drill']> {
  const row = await db.selectFrom('backupState').select(['copyDrilledAt', 'copyDrillFault']).executeTakeFirstOrThrow()
  return row.copyDrilledAt === null ? undefined : { at: row.copyDrilledAt, fault: row.copyDrillFault ?? undefined }
}
