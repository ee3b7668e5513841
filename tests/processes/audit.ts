import { openDatabase } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { testVault } from '#tests/support/test-deps.ts'

// Records acts, each in a transaction of its own, forty at once, as often as it is told.
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
