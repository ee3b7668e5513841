import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

type Deps = { database: Database; vault: Vault }

/**
 * Assigns messages to an account, or to nobody; returns those that changed. `exceptOf`: leaves alone what is assigned to
 * these accounts.
 */
export const assignMessages = (
  { database, vault }: Deps,
  actor: Actor,
  { ids, to, exceptOf = [] }: { ids: string[]; to: string | null; exceptOf?: string[] },
) =>
  database.transaction(async (tx) => {
    const changed = await tx
      .updateTable('messages')
      .set({ assignedTo: to })
      .where('id', 'in', ids)
      .where((message) =>
        message.or([
          message('assignedTo', 'is', null),
          message.and([message('assignedTo', '<>', to ?? ''), message('assignedTo', 'not in', exceptOf)]),
        ]),
      )
      .$if(to === null, (all) => all.where('assignedTo', 'is not', null))
      .returning('id')
      .execute()
    const detail = `to ${to ?? 'nobody'}`
    for (const { id } of changed)
      await recordAct({ tx, vault }, actor, { act: 'message.assigned', record: `message:${id}`, detail })
    return changed.map(({ id }) => id)
  })

/**
 * Lets unanswered messages come back to the list at a moment, or at once when it is null; returns those that changed.
 * `now`: one that is back by then is not snoozed any more.
 */
export const snoozeMessages = (
  { database, vault }: Deps,
  actor: Actor,
  { ids, until, now }: { ids: string[]; until: number | null; now: number },
) =>
  database.transaction(async (tx) => {
    const changed = await tx
      .updateTable('messages')
      .set({ snoozedUntil: until })
      .where('id', 'in', ids)
      .where('handledAt', 'is', null)
      .$if(until === null, (all) => all.where('snoozedUntil', '>', now))
      .returning('id')
      .execute()
    const detail = until === null ? 'back in the list' : undefined
    for (const { id } of changed)
      await recordAct({ tx, vault }, actor, {
        act: 'message.snoozed',
        record: `message:${id}`,
        ...(detail && { detail }),
      })
    return changed.map(({ id }) => id)
  })
