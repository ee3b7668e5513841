import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Disk } from '#tests/support/disk.ts'
import type { World } from '../world.ts'
import type { Fault } from './fault.ts'

/**
 * The disk that the database is on is full for a while. Without a disk of its own no file of it may grow, which the
 * system refuses in much the same words.
 */
export const fullDisk: Fault = {
  smallDisk: true,
  async inject(world, chance) {
    const { disk, postgres, servers } = world
    await (disk?.isMounted ? fillUp(disk, chance.between(300, 3_000)) : forbidGrowth(world, chance.between(300, 3_000)))
    // It gives up when it cannot write its log; whoever looks after it frees the disk and starts it again.
    await postgres?.revive()
    await servers.untilBack()
  },
}

/** What is freed meanwhile is taken as well. */
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
  // The limit is that of processes begun from now on.
  if (postgres) await hangUpAll(postgres.url)
  await pause(ms)
  for (const pid of pids) limitFileSize(pid, 'unlimited')
  if (postgres) await hangUpAll(postgres.url)
}

const smallestFile = 4_096

/** The soft limit only, which anyone may raise again. A process that has ended needs none. */
function limitFileSize(pid: number | undefined, most: number | 'unlimited') {
  try {
    if (pid !== undefined) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:`], { stdio: 'pipe' })
  } catch {}
}

async function hangUpAll(url: string) {
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
