import { fillUp } from './full-disk.ts'
import type { Fault } from './fault.ts'

/** The disk of the backups is full for a while; does nothing if they have no disk of their own. */
export const backupsFull: Fault = {
  backupDisk: true,
  async inject({ backupDisk }, chance) {
    if (backupDisk?.isMounted) await fillUp(backupDisk, chance.between(1_000, 8_000))
  },
}
