import type { Db } from '#app/database/tables.ts'
import type { Vault } from '#app/vault/vault.server.ts'

/** Undefined when it came from a backup, and its key has been destroyed since. */
export async function openText(
  { db, vault }: { db: Db; vault: Pick<Vault, 'tryOpen'> },
  record: { purpose: string; id: string },
  sealed: Uint8Array,
) {
  const opened = await vault.tryOpen(db, record, sealed)
  return opened === undefined || opened === 'unreadable' ? undefined : opened.toString()
}
