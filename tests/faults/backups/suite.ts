import { beginForms } from '../forms/suite.ts'
import type { Suite } from '../suite.ts'
import { backUpContinuously, type BackupCounts } from './operator.ts'
import { createBackupChecks } from './backup-checks.ts'
import { checkLastBackup } from './last-backup.ts'

/** Visitors send forms while backups are made by the site and by the command, which is sometimes killed. */
export const backups: Suite = {
  name: 'backups',
  settings: { BACKUP_KEEP: '100' },
  // Long enough for a fault to strike at any step of a backup.
  withinMs: () => 2_000,
  async begin(world) {
    const visitors = beginForms(world)
    const checks = createBackupChecks(world, visitors.answered)
    const seen: BackupCounts = { made: 0, killed: 0, rejected: 0 }
    const violations: string[] = []
    return {
      ...visitors,
      async act(round) {
        await Promise.all([visitors.act(round), backUpContinuously(world, round.isOver, seen)])
        violations.push(...(await checks.checkNewOnes()))
      },
      async judge(interruptions) {
        const verdict = await visitors.judge(interruptions)
        const last = await checkLastBackup(world, visitors.answered)
        violations.push(...last, ...(await checks.remains()), ...(await checks.checkNewOnes()))
        const { made, killed, rejected } = seen
        const counts = { 'backups by hand': made, killed, 'ended with a line': rejected, restored: checks.restored() }
        return {
          ...verdict,
          counts: { ...verdict.counts, ...counts },
          violations: [...verdict.violations, ...violations],
        }
      },
    }
  },
}
