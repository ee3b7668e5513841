import { openDatabase } from '#app/database/connection.server.ts'

// Increments a shared row two hundred times, each time in a transaction that reads first.
const database = openDatabase(JSON.parse(process.argv[2] ?? ''))
for (let done = 0; done < 200; done += 1)
  await database.transaction(async (tx) => {
    const query = tx.selectFrom('limits').select('count').where('key', '=', 'shared')
    const { count } = await (database.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
    await tx
      .updateTable('limits')
      .set({ count: count + 1 })
      .where('key', '=', 'shared')
      .execute()
  })
await database.close()
