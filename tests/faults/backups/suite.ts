import { beginForms } from '../forms/suite.ts'
import type { Suite } from '../suite.ts'
import { backUpAllTheTime, type SeenOfBackups } from './operator.ts'
import { openBackupPlace } from './place.ts'
import { lastBackup } from './last-backup.ts'

/** Visitors send forms while backups are made, by the site and by hand, some of which are killed. */
export const backups: Suite = {
  name: 'backups',
  settings: { BACKUP_KEEP: '100' },
  // Long enough for a fault to strike at any step of a backup.
  withinMs: () => 2_000,
  async begin(world) {
    const visitors = beginForms(world)
    const place = openBackupPlace(world, visitors.answered)
    const seen: SeenOfBackups = { made: 0, killed: 0, refused: 0 }
    const violations: string[] = []
    return {
      ...visitors,
      async act(round) {
        await Promise.all([visitors.act(round), backUpAllTheTime(world, round.isOver, seen)])
        violations.push(...(await place.checkNewOnes()))
      },
      async judge(interruptions) {
        const verdict = await visitors.judge(interruptions)
        const last = await lastBackup(world, visitors.answered)
        violations.push(...last, ...(await place.remains()), ...(await place.checkNewOnes()))
        const { made, killed, refused } = seen
        const counts = { 'backups by hand': made, killed, 'ended with a line': refused, restored: place.restored() }
        return {
          ...verdict,
          counts: { ...verdict.counts, ...counts },
          violations: [...verdict.violations, ...violations],
        }
      },
    }
  },
}
