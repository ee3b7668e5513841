import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { until } from '#tests/support/timing.ts'
import type { Chance } from '../chance.ts'
import type { World } from '../world.ts'
import type { Fault } from './fault.ts'

/**
 * Writes fail for a while. On SQLite the error is injected inside the process, since a disk with open files cannot be
 * made read-only; then, if it has a disk of its own, the servers are killed and restart on a read-only disk. On PostgreSQL
 * transactions are read-only, as after a failover to a standby.
 */
export const readOnly: Fault = {
  smallDisk: true,
  preload: fileURLToPath(import.meta.resolve('#tests/processes/sqlite-faults.ts')),
  inject: async (world, chance) => (world.postgres ? onPostgres(world, chance) : onSqlite(world, chance)),
}

async function onSqlite({ servers, disk, sqliteFault }: World, chance: Chance) {
  sqliteFault.set('read-only')
  await pause(chance.between(200, 2_000))
  sqliteFault.set('none')
  if (!disk?.isMounted || chance.next() < 0.5) return
  for (let index = 0; index < servers.count; index += 1) servers.kill(index)
  await until(async () => succeeds(() => disk.makeReadOnly(true)) || undefined)
  await pause(chance.between(300, 1_500))
  disk.makeReadOnly(false)
  await servers.untilBack()
}

/** Fails while a process has a file there open for writing. */
function succeeds(act: () => void) {
  try {
    act()
    return true
  } catch {
    return false
  }
}

async function onPostgres({ location }: World, chance: Chance) {
  const url = 'url' in location ? location.url : ''
  const name = new URL(url).pathname.slice(1)
  const hangUp = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and pid <> pg_backend_pid()`
  await execute(url, [`alter database ${name} set default_transaction_read_only = on`, hangUp])
  await pause(chance.between(300, 3_000))
  await execute(url, ['set default_transaction_read_only = off', `alter database ${name} reset all`, hangUp])
}

async function execute(url: string, statements: string[]) {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
