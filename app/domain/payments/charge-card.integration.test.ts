import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { listDeclined } from './charge-card.server.ts'

test('of what was declined the newest is listed first', async () => {
  const { db } = await openTestDatabase()
  const times = { startedAt: 0, expiresAt: 9, askedAt: 0 }
  const charge = { ...times, amountCents: 4_000, purpose: 'charge', returnUrl: '' } as const
  const rows = ([1, 3, 2] as const).map(
    (endedAt) => ({ id: `${endedAt}`, subject: `fee:${endedAt}`, endedAt }) as const,
  )
  await db
    .insertInto('payments')
    .values(rows.map((row) => ({ ...charge, ...row, state: 'declined' as const })))
    .execute()
  const other = { ...charge, id: 'other', subject: 'order:K7F-29Q', endedAt: 4, state: 'declined' } as const
  await db.insertInto('payments').values(other).execute()
  expect((await listDeclined(db, 'fee')).map(({ ref }) => ref)).toEqual(['3', '2', '1'])
})
