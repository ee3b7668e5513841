import type { Migration } from '#app/database/migrate.server.ts'

/** Private calendars are read again as a whole, since they are read in a better way, even those that have not changed. */
export const calendarsReadAgain: Migration['up'] = async (tx) => {
  await tx.updateTable('private_calendars').set({ validator: null }).execute()
}
