import { isLong } from '#tests/support/timing.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { openPlansOn, raceForPlans } from '#tests/support/plans.ts'
import { newPlace, newPostgresDatabase } from '#tests/support/test-database.ts'

/** A hundred under TEST_LENGTH=long; plans.integration.test does the same with one connection, for fewer. */
const rounds = isLong ? 100 : 5

test.runIf(isLong).each(databaseKinds)('fifty racing plans are whole and do not overlap, on %s', async (kind) => {
  const place = kind === 'postgres' ? { url: await newPostgresDatabase() } : await newPlace()
  const [here, there] = [openDatabase(place), openDatabase(place)]
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])))
  await migrate(here, migrations)
  const booked = await raceForPlans([openPlansOn(here), openPlansOn(there)], rounds)
  expect(booked).toBeGreaterThanOrEqual(2 * rounds)
})
