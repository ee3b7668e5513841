import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { toNameKey } from '#app/domain/patients/patient-keys.server.ts'
import { findPatient, listPatients } from '#app/domain/patients/patients.server.ts'
import { putConfirmedAccount } from '#tests/support/patients.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('existing appointments get records, joined where a verified address and the name agree', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-27-patients'))
  const { db } = database
  await putConfirmedAccount(database, 'known@example.com')
  const put = (id: string, name: string, email: string, startsAt: number) =>
    sql`insert into appointments (id, service_id, state, starts_at, ends_at, person, name, email, phone,
      phone_digits, health_kept, booked_at, revision, link_version) values (${id}, 'general', 'confirmed',
      ${startsAt}, ${startsAt + 1}, 'person:clinic', ${name}, ${email}, '', '', 0, 1, 0, 1)`.execute(db)
  for (let index = 0; index < 1_200; index += 1) await put(`a${index}`, 'Maya', 'typed@example.com', index)
  await put('k1', 'Zoë  Known', 'known@example.com', 5_000)
  await put('k2', 'zoe known', 'known@example.com', 9_000)
  await put('k3', 'Ben Known', 'known@example.com', 7_000)
  await put('erased', '', '', 3_000)

  await migrate(database, migrations)

  const { count } = await db
    .selectFrom('patients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1_202)
  const records = await db.selectFrom('appointments').select(['id', 'patientId']).where('id', '>', 'e').execute()
  expect(Object.fromEntries(records.map(({ id, patientId }) => [id, patientId]))).toEqual({
    erased: null,
    k1: 'k1',
    k2: 'k1',
    k3: 'k3',
  })
  const { rows } = await listPatients(database, { within: 'everything' })
  expect(rows.slice(0, 3).map(({ id }) => id)).toEqual(['k1', 'k3', 'a1199'])
  expect(await findPatient(db, 'k2')).toBeUndefined()
  const keys = await db.selectFrom('patients').select(['name', 'nameKey']).execute()
  for (const { name, nameKey } of keys) expect(nameKey).toBe(toNameKey(name))
})
