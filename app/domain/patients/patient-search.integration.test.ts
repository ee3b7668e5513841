import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import { insertPatients, toPerson, bookFor, helen } from '#tests/support/patients.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { toNameKey } from './patient-keys.server.ts'
import { searchPatients } from './patient-search.server.ts'
import { listPatients } from './patients.server.ts'
import { isSearchable } from './searchable.ts'

// On PostgreSQL, too: its parts of words and its order.

test('any part of a name, phone or email finds a person, the latest first', async () => {
  const database = await openTestDatabase()
  await bookFor(database, { ...helen, name: 'Søren 50% O’Brien-Márquez' }, '2026-05-07T10:00')
  await bookFor(
    database,
    { name: 'Hélène Marsh', phone: '+44 20 7946 0100', email: 'h_m@example.org' },
    '2026-05-08T10:00',
  )
  const find = async (typed: string) =>
    (await searchPatients(database, typed, 10, 'everything'))?.map(({ name }) => name)
  const soren = 'Søren 50% O’Brien-Márquez'
  for (const typed of [
    'marquez',
    'MÁRQ',
    'rien mar',
    '(205) 555-0136',
    '555-0136',
    '0136',
    '+1 205 555 0136',
    'len@ex',
    '50%',
  ])
    expect(await find(typed), typed).toContain(soren)
  expect(await find('brien 0136')).toEqual([soren])
  expect(await find('brien 0137')).toEqual([])
  expect(await find('011 44 20 7946 0100')).toEqual(['Hélène Marsh'])
  expect(await find('h_m@')).toEqual(['Hélène Marsh'])
  expect(await find('hxm@')).toEqual([])
  expect(await find('example')).toEqual(['Hélène Marsh', soren])
  expect(await find('%%')).toEqual([])
  expect(await find('\\\\')).toEqual([])
  for (const short of ['', 'h', '20', '(2']) expect(await find(short), short).toBeUndefined()
  expect(await find(`${'x'.repeat(5_000)}`)).toEqual([])
})

test('the list is read in pages', async () => {
  const database = await openTestDatabase()
  for (let day = 1; day <= 28; day += 1)
    await bookFor(database, { ...helen, name: `Patient ${day}` }, `2026-06-${String(day).padStart(2, '0')}T10:00`)
  const first = await listPatients(database, { within: 'everything' })
  expect(first.rows.map(({ name }) => name).slice(0, 2)).toEqual(['Patient 28', 'Patient 27'])
  expect(first.rows).toHaveLength(25)
  const second = await listPatients(database, { within: 'everything', after: first.next })
  expect(second.rows.map(({ name }) => name)).toEqual(['Patient 3', 'Patient 2', 'Patient 1'])
})

test('a search finds the same as one by LIKE, whatever part is typed', async () => {
  const database = await openTestDatabase()
  await insertPatients(database, 300)
  const like = async (part: string) => {
    const matches = database.db
      .selectFrom('patients')
      .where(sql<boolean>`search_key like ${`%${escapeLike(part)}%`} escape '\\'`)
    const found = await matches.select(['personId', 'personSeenAt']).orderBy('personSeenAt', 'desc').execute()
    return new Set(found.map(({ personId }) => personId))
  }
  for (let n = 0; n < 300; n += 7) {
    const { name, email } = toPerson(n)
    const nameKey = toNameKey(name)
    for (const part of [
      nameKey.slice(1, 4),
      nameKey.split(' ')[1]!,
      email,
      email.slice(n % 9, (n % 9) + 5),
      '__',
      '%%',
    ])
      for (const typed of [part, part.toUpperCase()]) {
        if (!isSearchable(typed) || /\s/.test(typed)) continue
        const found = (await searchPatients(database, typed, 1_000, 'everything')) ?? []
        // Punctuation alone is no part of a name.
        const wanted = /^[%_]+$/.test(typed) ? typed : part
        expect(new Set(found.map(({ id }) => id)), typed).toEqual(await like(wanted))
      }
  }
})
