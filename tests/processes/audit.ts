import { openDatabase } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { testVault } from '#tests/support/test-deps.ts'

// Records acts, each in its own transaction, in the given number of rounds of forty at once.
const database = openDatabase(JSON.parse(process.argv[2] ?? ''))
const vault = testVault(database)
for (let round = 0; round < Number(process.argv[3]); round += 1)
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      database.transaction((tx) =>
        recordAct({ tx, vault }, { who: 'account-1', from: 'here' }, { act: 'message.handled', detail: String(index) }),
      ),
    ),
  )
await database.close()
