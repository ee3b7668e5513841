import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { chainKey, entryHmac } from './chain.server.ts'
import type { Fault, Head, TrailState } from './trail.ts'

const pageSize = 500
const beforeTheFirst: Head = { count: 0, hmac: '' }

/**
 * Finds the first entry that was altered or is missing. Acts may be recorded meanwhile. Known heads, from the log or a
 * backup, reveal a trail that was cut off together with its head.
 */
export async function verifyTrail(
  { database: { db }, vault }: { database: Pick<Database, 'db'>; vault: Pick<Vault, 'readKey'> },
  known: Head | readonly Head[] = [],
): Promise<TrailState> {
  const knownHeads = [known].flat()
  const head = await readHead(db)
  if (!head) return broken('head', 1)
  const key = head.keyId === null ? new Uint8Array() : await vault.readKey(db, chainKey(head.keyId))
  if (!key) return broken('key', 1)

  let last = beforeTheFirst
  for (
    let page = await listEntriesAfter(db, undefined, head);
    page.length > 0;
    page = await listEntriesAfter(db, last, head)
  ) {
    for (const { hmac, ...entry } of page) {
      if (entry.sequence <= last.count) return broken('added', entry.sequence)
      if (entry.sequence !== last.count + 1) return broken('missing', last.count + 1)
      if (hmac !== entryHmac(key, entry, last.hmac)) return broken('altered', entry.sequence)
      if (knownHeads.some(({ count, hmac: other }) => count === entry.sequence && other !== hmac))
        return broken('rewritten', entry.sequence)
      last = { count: entry.sequence, hmac }
    }
    // Requests are answered between the pages of a long trail.
    await yieldToEventLoop()
  }
  if (last.count < head.count) return broken('missing', last.count + 1)
  if (last.hmac !== head.hmac) return broken('head', last.count)
  const added = await findEntryAfterHead(db)
  if (added !== undefined) return broken('added', added)
  if (knownHeads.some(({ count }) => last.count < count)) return broken('cut-off', last.count + 1)
  return { ok: true, head: last }
}

const broken = (fault: Fault, entry: number) => ({ ok: false, fault, entry }) as const

const readHead = (db: Db) =>
  db.selectFrom('auditHead').select(['count', 'hmac', 'keyId']).where('id', '=', 'head').executeTakeFirst()

function listEntriesAfter(db: Db, last: Head | undefined, head: Head) {
  const entries = db.selectFrom('auditEntries').selectAll().where('sequence', '<=', head.count)
  const further = last ? entries.where('sequence', '>', last.count) : entries
  return further.orderBy('sequence').limit(pageSize).execute()
}

/** One statement, so that an act recorded at this moment is in both tables or in neither. */
async function findEntryAfterHead(db: Db) {
  const row = await db
    .selectFrom('auditEntries')
    .select('sequence')
    .where('sequence', '>', (head) => head.selectFrom('auditHead').select('count').where('id', '=', 'head'))
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence
}
