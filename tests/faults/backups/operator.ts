import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createQueue } from '#app/queue/queue.server.ts'
import { killedAfter, runCommandProcess } from '#tests/support/run-command.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'
import { backupFolder } from './backup-checks.ts'

/** How manual backups ended; `rejected`: with a message for the operator. */
export type BackupCounts = { made: number; killed: number; rejected: number }

/** Makes backups until the round is over: by the site, or by `npm run backup`, which is sometimes killed. */
export async function backUpContinuously(world: World, isOver: () => boolean, seen: BackupCounts) {
  const { chance } = world
  for (let number = 0; number < minimumPerRound || !isOver(); number += 1) {
    if (chance.next() < 0.25) await backUpBySite(world).catch(() => {})
    else await backUpByHand(world, chance.next() < 0.6 ? chance.between(0, 60) : undefined, seen)
    await pause(chance.between(0, 200))
  }
}

const minimumPerRound = 3

/** Enqueues the nightly backup: the worker makes it and verifies it afterwards. */
export const backUpBySite = ({ withDatabase }: Pick<World, 'withDatabase'>) =>
  withDatabase((database) =>
    database.transaction((tx) => createQueue(database).enqueue(tx, 'make-backup', {}, { uniqueKey: 'torture-backup' })),
  )

/** Runs `npm run backup`; with `killAfterMs` it is killed that long after its first file appears. */
async function backUpByHand({ settings }: World, killAfterMs: number | undefined, seen: BackupCounts) {
  const folder = backupFolder(settings)
  const names = () => (existsSync(folder) ? readdirSync(folder) : [])
  const before = new Set([...names(), '.lock'])
  const firstFile = (child: ChildProcess) =>
    until(async () => child.exitCode !== null || names().some((name) => !before.has(name))).catch(() => {})
  const { code } = await runCommandProcess(
    'backup',
    [],
    settings,
    killAfterMs === undefined ? undefined : killedAfter(killAfterMs, firstFile),
  )
  if (code === 0) seen.made += 1
  else if (code === null) seen.killed += 1
  else seen.rejected += 1
}
