import type { Tx } from '#app/database/tables.ts'

/**
 * Pauses every newsletter of a restored backup: since then, it may have been sent to recipients that the backup has as
 * waiting. The clinic decides on the newsletter's page.
 */
export async function pauseNewslettersAfterRestore(tx: Tx) {
  const pause = (state: 'scheduled' | 'sending', why: 'late' | 'admin') =>
    tx.updateTable('campaigns').set({ state: 'paused', pausedWhy: why }).where('state', '=', state).execute()
  await pause('scheduled', 'late')
  await pause('sending', 'admin')
}
