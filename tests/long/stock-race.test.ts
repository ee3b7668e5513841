import { onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { openShopOn, raceForPieces } from '#tests/support/shopper.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { newPlace, newPostgresDatabase } from '#tests/support/test-database.ts'

// The integration test of order-stock does the same, for fewer rounds.
test.each(databaseKinds)('twenty times fifty racing orders never sell more than seven pieces, on %s', async (kind) => {
  const place = kind === 'postgres' ? { url: await newPostgresDatabase() } : await newPlace()
  const [here, there] = [openDatabase(place), openDatabase(place)]
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])))
  await migrate(here, migrations)
  await raceForPieces([openShopOn(here), openShopOn(there)], 20)
})
