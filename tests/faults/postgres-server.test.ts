import { expect, test } from 'vitest'
import { startPostgres } from '#tests/support/postgres-server.ts'

test('a database server that is revived twice at once runs, and can be stopped', async () => {
  const server = await startPostgres()
  await server.breakOff()
  await Promise.all([server.revive(), server.revive()])
  expect(server.pid()).toBeDefined()
  await server.stop()
  expect(server.pid()).toBeUndefined()
})
