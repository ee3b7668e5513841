import type { Tx } from '#app/database/tables.ts'

/**
 * In a database that comes from a backup, newsletters may have gone out since to people whom it has as waiting. None goes
 * on by itself: a person decides, on its page.
 */
export async function holdNewslettersAfterRestore(tx: Tx) {
  const hold = (state: 'scheduled' | 'sending', why: 'late' | 'admin') =>
    tx.updateTable('campaigns').set({ state: 'paused', pausedWhy: why }).where('state', '=', state).execute()
  await hold('scheduled', 'late')
  await hold('sending', 'admin')
}
