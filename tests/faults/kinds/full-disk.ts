import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Disk } from '#tests/support/disk.ts'
import type { World } from '../world.ts'
import type { Fault } from './fault.ts'

/**
 * The disk of the database is full for a while. Without a disk of its own, its files are not allowed to grow, which fails
 * with a similar error.
 */
export const fullDisk: Fault = {
  smallDisk: true,
  async inject(world, chance) {
    const { disk, postgres, servers } = world
    await (disk?.isMounted ? fillUp(disk, chance.between(300, 3_000)) : forbidGrowth(world, chance.between(300, 3_000)))
    // PostgreSQL stops when it cannot write its log; an operator would free the disk and restart it.
    await postgres?.revive()
    await servers.untilBack()
  },
}

/** Keeps the disk full for that long, including space that is freed meanwhile. */
export async function fillUp(disk: Disk, ms: number) {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt) {
    disk.fill()
    await pause(20)
  }
  disk.free()
}

async function forbidGrowth({ postgres, servers }: World, ms: number) {
  const first = postgres?.pid()
  const pids = postgres ? [first] : servers.pids()
  for (const pid of pids) limitFileSize(pid, smallestFile)
  // The limit applies to new processes, so reconnect all clients.
  if (postgres) await terminateConnections(postgres.url)
  await pause(ms)
  for (const pid of pids) limitFileSize(pid, 'unlimited')
  if (postgres) await terminateConnections(postgres.url)
}

const smallestFile = 4_096

/** Sets the soft limit only, which needs no privileges to raise again. Ignores processes that have ended. */
function limitFileSize(pid: number | undefined, most: number | 'unlimited') {
  try {
    if (pid !== undefined) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:`], { stdio: 'pipe' })
  } catch {}
}

async function terminateConnections(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  } catch {
  } finally {
    await client.end().catch(() => {})
  }
}
