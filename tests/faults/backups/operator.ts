import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createQueue } from '#app/queue/queue.server.ts'
import { killedAfter, runCommand } from '#tests/support/run-command.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'
import { backupFolder } from './place.ts'

/** How backups by hand ended; `refused`: with a line for the operator. */
export type SeenOfBackups = { made: number; killed: number; refused: number }

/** Makes one backup after the other until the round is over: by `npm run backup`, some of it killed, or by the site. */
export async function backUpAllTheTime(world: World, isOver: () => boolean, seen: SeenOfBackups) {
  const { chance } = world
  for (let number = 0; number < leastOfARound || !isOver(); number += 1) {
    if (chance.next() < 0.25) await backUpBySite(world).catch(() => {})
    else await backUpByHand(world, chance.next() < 0.6 ? chance.between(0, 60) : undefined, seen)
    await pause(chance.between(0, 200))
  }
}

const leastOfARound = 3

/** The night has come: its worker makes one, and tries it afterwards. */
export const backUpBySite = ({ look }: Pick<World, 'look'>) =>
  look((database) =>
    database.transaction((tx) => createQueue(database).enqueue(tx, 'make-backup', {}, { uniqueKey: 'torture-backup' })),
  )

/** Killed so long after its first file is there, or not at all. */
async function backUpByHand({ settings }: World, killAfterMs: number | undefined, seen: SeenOfBackups) {
  const folder = backupFolder(settings)
  const names = () => (existsSync(folder) ? readdirSync(folder) : [])
  const before = new Set([...names(), '.lock'])
  const firstFile = (child: ChildProcess) =>
    until(async () => child.exitCode !== null || names().some((name) => !before.has(name)), 60_000).catch(() => {})
  const { code } = await runCommand(
    'backup',
    [],
    settings,
    killAfterMs === undefined ? undefined : killedAfter(killAfterMs, firstFile),
  )
  if (code === 0) seen.made += 1
  else if (code === null) seen.killed += 1
  else seen.refused += 1
}
