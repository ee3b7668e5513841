import type { Database } from '#app/database/connection.server.ts'
import type { Vault } from './vault.server.ts'

const atOnce = 500

/** Tries every record key there is: how many open, and the purpose of the first that does not. */
export async function findClosedKey({ db }: Pick<Database, 'db'>, vault: Pick<Vault, 'readKey'>) {
  let opened = 0
  for (let after: { purpose: string; id: string } | undefined; ;) {
    const holders = await db
      .selectFrom('record_keys')
      .select(['purpose', 'id'])
      .$if(after !== undefined, (query) =>
        query.where((is) =>
          is.or([
            is('purpose', '>', after!.purpose),
            is.and([is('purpose', '=', after!.purpose), is('id', '>', after!.id)]),
          ]),
        ),
      )
      .orderBy('purpose')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const holder of holders) {
      if (!(await vault.readKey(db, holder))) return { opened, closed: holder.purpose }
      opened += 1
    }
    after = holders.at(-1)
    if (holders.length < atOnce) return { opened }
  }
}
