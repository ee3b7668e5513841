import { getMigrations } from 'better-auth/db/migration'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { authOptions } from './auth.server.ts'
import { createPasswords } from './password-hash.server.ts'

test('our migrations create every table and column that the sign-in library needs', async () => {
  const { db, kind } = await openTestDatabase()
  const settings = {
    secret: 's'.repeat(40),
    publicOrigin: 'http://localhost',
    secure: false,
    sessionCookie: 'session',
    requireVerifiedEmail: true,
    longFrom: 15,
  }
  const options = authOptions({ db, type: kind }, settings, createPasswords(settings))
  const { toBeCreated, toBeAdded } = await getMigrations(options)
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
})
