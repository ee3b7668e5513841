import { fillUp } from './full-disk.ts'
import type { Trouble } from './trouble.ts'

/** The disk that backups are written to is full for a while; without one of its own, so is every disk in the world. */
export const backupsFull: Trouble = {
  backupDisk: true,
  async strike({ backupDisk }, chance) {
    if (backupDisk?.isMounted) await fillUp(backupDisk, chance.between(1_000, 8_000))
  },
}
