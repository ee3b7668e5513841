import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { acceptMorningEmail, morningEmailOf, nextMorningEmailAt } from './morning-email.server.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${clinicTimeZone}]`).epochMilliseconds

const accept = (database: Database, moment: string) =>
  acceptMorningEmail(
    { database, queue: createQueue(database), mailDomain: 'clinic.example', adminEmail: 'admin@clinic.example' },
    at(moment),
  )
const nextAt = (database: Database, moment: string) => database.transaction((tx) => nextMorningEmailAt(tx, at(moment)))
const emailsOf = ({ db }: Database) => db.selectFrom('emails').select(['kind', 'ids', 'recipient', 'state']).execute()

describe('the morning email', () => {
  test('is enqueued for the admin after 7 am, once a day', async () => {
    const database = await openTestDatabase()
    await accept(database, '2026-11-20T06:59:59')
    expect(await emailsOf(database)).toEqual([])
    for (const moment of ['2026-11-20T07:00', '2026-11-20T07:00:01', '2026-11-20T23:59']) await accept(database, moment)
    const email = { kind: 'today', recipient: 'admin@clinic.example', state: 'waiting' }
    expect(await emailsOf(database)).toEqual([{ ...email, ids: JSON.stringify({ day: '2026-11-20' }) }])
    await accept(database, '2026-11-21T06:59')
    await accept(database, '2026-11-21T07:00')
    const days = (await emailsOf(database)).map(({ ids }) => JSON.parse(ids).day)
    expect(days.toSorted()).toEqual(['2026-11-20', '2026-11-21'])
  })

  test('is one email, however many processes enqueue it at once', async () => {
    const databases = await openTwice()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => accept(databases[index % 2 === 0 ? 0 : 1], '2026-11-20T07:00')),
    )
    expect(await emailsOf(databases[0])).toHaveLength(1)
  })

  test('is next due at 7 am on the clinic’s clock, even on days with a clock change', async () => {
    const database = await openTestDatabase()
    await accept(database, '2025-12-31T07:00')
    expect(await nextAt(database, '2026-11-20T05:00')).toBe(at('2026-11-20T07:00'))
    await accept(database, '2026-03-07T07:00')
    expect(await nextAt(database, '2026-03-07T07:01')).toBe(at('2026-03-08T07:00'))
    await accept(database, '2026-10-31T07:00')
    expect(await nextAt(database, '2026-10-31T23:30')).toBe(at('2026-11-01T07:00'))
    // A day of 23 hours, and one of 25.
    expect(at('2026-03-08T07:00') - at('2026-03-07T07:00')).toBe(23 * 3_600_000)
    expect(at('2026-11-01T07:00') - at('2026-10-31T07:00')).toBe(25 * 3_600_000)
  })

  test('is overdue when the site was down at 7 am, on the same day only', async () => {
    const database = await openTestDatabase()
    await accept(database, '2026-11-19T07:00')
    expect(await nextAt(database, '2026-11-20T15:00')).toBe(at('2026-11-20T15:00'))
    expect(await nextAt(database, '2026-11-21T03:00')).toBe(at('2026-11-21T07:00'))
    await accept(database, '2026-11-21T03:00')
    expect(await emailsOf(database)).toHaveLength(1)
    await accept(database, '2026-11-20T15:00')
    expect(await nextAt(database, '2026-11-20T15:01')).toBe(at('2026-11-21T07:00'))
  })

  test('is not overdue on the first day of a site', async () => {
    const database = await openTestDatabase()
    expect(await nextAt(database, '2026-11-20T15:00')).toBe(at('2026-11-21T07:00'))
  })

  test('says when it is late, and is not sent on another day', () => {
    expect(morningEmailOf('2026-11-20', at('2026-11-20T07:02'))).toEqual({ late: false })
    expect(morningEmailOf('2026-11-20', at('2026-11-20T09:30'))).toEqual({ late: true })
    expect(morningEmailOf('2026-11-20', at('2026-11-21T00:00'))).toBeUndefined()
  })
})
