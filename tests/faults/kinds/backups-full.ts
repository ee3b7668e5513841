import { fillUp } from './full-disk.ts'
import type { Fault } from './fault.ts'

/** The disk that backups are written to is full for a while; without one of its own, so is every disk in the world. */
export const backupsFull: Fault = {
  backupDisk: true,
  async inject({ backupDisk }, chance) {
    if (backupDisk?.isMounted) await fillUp(backupDisk, chance.between(1_000, 8_000))
  },
}
